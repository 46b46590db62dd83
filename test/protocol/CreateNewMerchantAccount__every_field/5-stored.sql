select id, state, email, details, requirements, outcome_codes from applications order by business_id
