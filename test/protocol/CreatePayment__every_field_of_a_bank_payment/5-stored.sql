select kind, state, last4, holder, routing_number, account_kind, account_holder from tokens
