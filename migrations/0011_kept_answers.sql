create table kept_answers (
  business_id bigint not null,
  name varchar(270) not null,
  payment_id bigint not null,
  request_fingerprint bytea,
  kept_at timestamptz not null,
  primary key (business_id, name)
);
comment on table kept_answers is
  'Under which further names somebody hears of a payment: nothing is begun under them. Forgotten after 30 days.';
comment on column kept_answers.name is
  'order: its number, while a charge that took nothing was only found out later and nobody heard of it. test: the same of a test payment. key: an Idempotency-Key under which it was asked for once more.';
comment on column kept_answers.request_fingerprint is
  'Of what was asked under the key.';
