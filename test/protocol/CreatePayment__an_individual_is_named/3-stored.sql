select count(*) as customers from customers
