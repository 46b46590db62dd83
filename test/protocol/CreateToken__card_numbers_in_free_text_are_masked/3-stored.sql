select holder, address from tokens
