alter table transfers add column currency varchar(3) not null default 'USD';
comment on column transfers.currency is
  'Of what is debited and of what is credited, so that each currency of a book is in balance by itself.';

alter table batches add column currency varchar(3) not null default 'USD';
comment on column batches.currency is 'Of everything in it.';
