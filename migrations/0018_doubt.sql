-- While a cancel of unknown outcome is on its way, nothing else is known of what it cancels.
alter table payment_watches add column cancel_sent_at timestamptz;
comment on column payment_watches.cancel_sent_at is
  'When a cancel of the charge was last sent, written before it is sent; from then on only a confirmed cancel ends the doubt.';
alter table followups add column cancel_sent_at timestamptz;
comment on column followups.cancel_sent_at is
  'When a cancel of its reference was last sent, written before it is sent; from then on only a confirmed cancel ends the doubt.';

-- A copy of a request that arrived before its order or key was free again must not begin anew.
alter table payments add column order_freed_at timestamptz;
comment on column payments.order_freed_at is
  'When its order number became free for another payment; a request that arrived earlier is a copy, and hears of this one.';
alter table kept_keys add column freed_at timestamptz;
comment on column kept_keys.freed_at is
  'When the key became free again, because its caller was told that nothing was done; a request that arrived earlier is a copy.';

alter table business_terms add column repeat_minutes smallint not null default 10
  check (repeat_minutes between 0 and 1440);
comment on column business_terms.repeat_minutes is
  'For how many minutes an equal partial refund without Idempotency-Key is the same refund; 0: never.';

create table restores (
  generation smallint not null primary key,
  restored_at timestamptz not null
);
comment on table restores is
  'Each time that this database was set back to an older state; names that outsiders know begin anew behind those of the lost time.';
comment on column restores.generation is
  'Counts them; more than one step where an operator moved the numbers on by more than usual.';
