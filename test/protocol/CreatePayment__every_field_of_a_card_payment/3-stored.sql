select state, amount_cents, order_number, external_id, details from invoices
