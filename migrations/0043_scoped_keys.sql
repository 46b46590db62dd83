alter table api_keys add column name varchar(100);
alter table api_keys add column rights varchar(100);
alter table api_keys add column last_used_at timestamptz;
comment on column api_keys.name is 'What its owner calls it.';
comment on column api_keys.rights is
  'What it may do, as words with blanks between them (src/parties/businesses/rights.ts); null: everything.';
comment on column api_keys.last_used_at is 'When it was last shown, to the minute or so.';

create table kept_answers (
  business_id bigint not null,
  key varchar(255) not null,
  request_fingerprint bytea not null,
  kept_at timestamptz not null,
  lease_until timestamptz not null,
  status integer,
  headers text,
  body text,
  primary key (business_id, key)
);
alter table kept_answers add constraint kept_answers_status check (status between 200 and 599);
create index kept_answers_old on kept_answers (kept_at);
comment on table kept_answers is
  'Answers of /v1 to writes under an Idempotency-Key, for flows that do not keep the key with what they create. Without a status the request is being worked on until the lease ends.';
