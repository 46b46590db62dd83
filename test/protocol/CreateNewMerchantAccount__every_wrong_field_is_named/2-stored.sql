select count(*) as profiles from business_profiles
