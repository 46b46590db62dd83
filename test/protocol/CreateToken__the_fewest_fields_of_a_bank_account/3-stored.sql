select holder, account_kind, account_holder from tokens
