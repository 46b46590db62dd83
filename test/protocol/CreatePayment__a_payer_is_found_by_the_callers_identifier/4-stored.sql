select id, external_id, email from customers order by id
