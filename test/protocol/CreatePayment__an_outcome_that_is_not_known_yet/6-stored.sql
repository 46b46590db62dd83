select state from payments
