insert into invoices (business_id, id, customer_id, state, amount_cents, order_number, details, created_at)
values (100001, 1, 1, 'open', 1, 'in the way', '{}', '2026-03-02T15:00:00Z')
