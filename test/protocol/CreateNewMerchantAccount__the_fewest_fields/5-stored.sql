select n, from_state, to_state, actor, reason from application_moves order by business_id, n
