create index invoices_due on invoices (business_id, id)
  where state = 'open' and (details -> 'bill' ->> 'dueOn') is not null;
comment on index invoices_due is
  'Open invoices that are to be paid by a day, for the overdue ones among them.';
