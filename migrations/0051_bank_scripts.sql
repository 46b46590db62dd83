create table bank_scripts (
  business_id bigint not null,
  id bigint not null,
  exchange text not null,
  order_number varchar(50),
  does varchar(50) not null,
  times integer not null,
  created_at timestamptz not null,
  primary key (business_id, id)
);
alter table bank_scripts add constraint bank_scripts_exchange
  check (exchange in ('charge', 'capture', 'void', 'refund', 'batch'));
alter table bank_scripts add constraint bank_scripts_times check (times > 0);
comment on table bank_scripts is
  'What the simulated bank is to do with the next exchanges of a sandbox business. A row that was done as often as it says is gone.';
comment on column bank_scripts.exchange is 'Which exchanges it is for.';
comment on column bank_scripts.order_number is
  'Only for the payment with this order number; null: for whatever comes next.';
comment on column bank_scripts.does is 'The name of a behaviour of the simulated bank.';
comment on column bank_scripts.times is 'How often it is still to be done.';
