select id, phone, email from customers order by id
