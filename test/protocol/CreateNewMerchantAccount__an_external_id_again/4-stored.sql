select business_id, b.state, a.state as application from businesses b left join applications a using (business_id) where business_id > 200000 order by business_id
