create table kept_keys (
  business_id bigint not null,
  kind text not null check (kind in ('payment', 'followup')),
  key varchar(255) not null,
  made_id bigint not null,
  request_fingerprint bytea not null,
  kept_at timestamptz not null,
  primary key (business_id, kind, key)
);
comment on table kept_keys is
  'Idempotency-Keys under which something was asked for that was there already, and bears another key or none: they answer as it does. Forgotten after 30 days.';
comment on column kept_keys.made_id is 'The payment, or what was done to one.';
comment on column kept_keys.request_fingerprint is 'Of what was asked under the key.';
comment on column payments.holds_order is
  'Whether this payment is the one under its order number; false once it is certain that it took nothing, and whoever has to ask for that has heard it.';
