select state, method, amount_cents, last4, processor from payments
