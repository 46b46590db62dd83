select phone, left(mobile_number, 3) as area_code from business_profiles order by business_id
