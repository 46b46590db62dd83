select facts from audit_trail where act = 'business.created' and business_id > 200000
