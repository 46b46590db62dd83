select state, idempotency_key from payments order by id
