select details -> 'account' ->> 'name' as name from invoices order by id
