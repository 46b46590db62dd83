select length(first_name) as characters from customers
