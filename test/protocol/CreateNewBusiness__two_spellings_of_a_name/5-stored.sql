select type_id, details->>'ReferralID' as referral from businesses join business_profiles using (business_id) order by business_id
