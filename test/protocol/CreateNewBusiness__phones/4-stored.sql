select phone, details->>'BusinessPhone' as business_phone from business_profiles
