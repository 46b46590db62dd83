select details from invoices
