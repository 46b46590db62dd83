select first_name, last_name, postal_code, phone from customers order by id
