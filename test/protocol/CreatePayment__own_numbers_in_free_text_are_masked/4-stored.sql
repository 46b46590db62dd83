select order_number, details ->> 'description' as description from invoices order by order_number
