select count(distinct token) as tokens, count(distinct fingerprint) as fingerprints from tokens
