select phone, email, first_name, address1, state_code, country_code from customers
