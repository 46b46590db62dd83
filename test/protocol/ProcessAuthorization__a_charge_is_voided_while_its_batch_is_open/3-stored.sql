select state, amount_cents, approved_cents, captured_cents, refunded_cents from payments
