select first_name from customers
