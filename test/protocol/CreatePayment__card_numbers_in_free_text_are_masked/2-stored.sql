select first_name, last_name, address1, address2, city, postal_code from customers
