select details->>'Gateway' as gateway, details->>'ReferralID' as referral, details->>'ExternalMID' as mid from business_profiles
