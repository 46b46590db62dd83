create index invoices_first_due on invoices (business_id, (details -> 'bill' ->> 'dueOn'), id)
  where state = 'open' and (details -> 'bill' ->> 'dueOn') is not null;
comment on index invoices_first_due is
  'The same by their day, for what is overdue longest: the home screen looks at so few of them.';
