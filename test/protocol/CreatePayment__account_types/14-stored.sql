select details -> 'account' ->> 'kind' as kind, details -> 'account' ->> 'holder' as holder from invoices order by id
