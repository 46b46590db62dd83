select details ->> 'description' as description from invoices
