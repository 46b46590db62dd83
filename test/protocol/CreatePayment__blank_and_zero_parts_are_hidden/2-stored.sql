select details -> 'lines' as lines from invoices
