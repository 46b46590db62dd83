select state, processor from payments
