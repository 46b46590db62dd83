select phone, postal_code from customers
