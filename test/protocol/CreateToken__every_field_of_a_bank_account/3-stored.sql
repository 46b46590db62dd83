select kind, state, customer_id, last4, holder, routing_number, account_kind, account_holder from tokens
