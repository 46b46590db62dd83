alter table payments add column is_test boolean not null default false;
comment on column payments.is_test is
  'Charged at the simulated bank though the business is live: it has order numbers of its own, and is no sale.';

drop index payments_order;

create unique index payments_order on payments (business_id, order_number, is_test) where holds_order;
comment on index payments_order is 'One live payment per order number: the wall against charging twice.';
