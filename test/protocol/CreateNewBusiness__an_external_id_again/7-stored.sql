select count(*) as made from businesses where business_id > 200000
