select name, details from businesses join business_profiles using (business_id) where business_id > 200000
