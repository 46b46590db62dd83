select state, holds_order from payments
