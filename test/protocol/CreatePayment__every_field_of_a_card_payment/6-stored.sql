select kind, state, brand, first6, last4, expiry_month, expiry_year, holder from tokens
