select first_name, last_name from customers
