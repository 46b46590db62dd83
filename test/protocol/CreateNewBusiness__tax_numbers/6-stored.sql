select details->>'EIN' as ein from business_profiles order by business_id
