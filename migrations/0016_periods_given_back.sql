alter table subscription_periods
  add column changed_cents bigint not null default 0,
  add column carried_cents bigint not null default 0;
comment on column subscription_periods.changed_cents is
  'What changes of the price come to for its days that are left: to be charged, or below 0 to be given back.';
comment on column subscription_periods.carried_cents is
  'How much of that was left to the next period: what was given back of it already is not given back again.';
