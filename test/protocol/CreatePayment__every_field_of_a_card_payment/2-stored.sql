select id, external_id, phone, email, first_name, last_name, address1, address2, city, state_code, postal_code,
  country_code from customers
