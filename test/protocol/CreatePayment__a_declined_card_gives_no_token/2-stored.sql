select count(*) as tokens from tokens
