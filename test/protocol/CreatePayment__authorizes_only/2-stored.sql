select state, capture from payments
