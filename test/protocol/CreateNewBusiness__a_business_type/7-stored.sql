select business_id, type_id from businesses where business_id > 200000 order by business_id
