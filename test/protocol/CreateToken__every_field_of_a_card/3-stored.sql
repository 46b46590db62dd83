select kind, state, customer_id, brand, first6, last4, expiry_month, expiry_year, holder, address, postal_code from tokens
