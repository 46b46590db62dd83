select details -> 'account' as account from invoices where order_number = 'A-2'
