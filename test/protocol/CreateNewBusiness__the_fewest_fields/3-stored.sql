select email, phone, mobile_number, details from business_profiles order by business_id
