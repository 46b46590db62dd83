alter table customers
  alter column phone type varchar(10) collate "C",
  alter column email type varchar(254) collate "C";
alter table payments alter column order_number type varchar(50) collate "C";
alter table pay_links alter column order_number type varchar(50) collate "C";
comment on column payments.order_number is
  'In the order of "C", as all that is found by its beginning: in another one the index has no end for what begins alike.';
