select phone from customers
