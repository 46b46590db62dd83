select name, details->>'Address1' as address, details->>'City' as city from businesses join business_profiles using (business_id)
