select expiry_month, expiry_year from tokens
