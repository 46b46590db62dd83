create table counters (
  name text primary key,
  next bigint not null
);
comment on table counters is
  'Numbers that are unique over all businesses, given out by updating a row. `site` is the next SalesSiteID.';
insert into counters (name, next) values ('site', 100001);

create table businesses (
  business_id bigint primary key,
  parent_id bigint,
  username text not null check (length(username) between 1 and 100),
  name text not null check (length(name) between 1 and 100),
  environment text not null check (environment in ('sandbox', 'live')),
  state text not null check (state in
    ('messaging_only', 'payments_pending', 'payments_enabled', 'payouts_enabled', 'suspended', 'closed')),
  time_zone text not null,
  limits_on boolean not null,
  created_at timestamptz not null
);
comment on table businesses is
  'A business and its place in the tree: a master site has no parent. business_id is the SalesSiteID of the wire.';
comment on column businesses.limits_on is
  'Whether rate and velocity limits hold here; always in live, in a sandbox only when switched on.';

create table business_ids (
  business_id bigint primary key,
  next bigint not null check (next > 0)
);
comment on table business_ids is
  'The counter from which a business''s processes take ids in blocks. Everything inside a business is numbered from it.';

create table usernames (
  username text primary key check (length(username) between 1 and 100),
  business_id bigint not null
);
comment on table usernames is 'Claims a username for one business among all of them.';

create table api_keys (
  key_hash bytea primary key,
  business_id bigint not null,
  hint text not null check (length(hint) <= 16),
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz
);
comment on table api_keys is
  'API keys, as HMAC under a pepper. The key itself was shown once and is nowhere.';
comment on column api_keys.key_hash is 'One byte of pepper version, then HMAC-SHA256 of the key.';
comment on column api_keys.hint is 'The first characters, so that a person can tell keys apart.';

create table jobs (
  business_id bigint not null,
  kind text not null check (length(kind) <= 50),
  key text not null check (length(key) <= 100),
  payload jsonb,
  run_at timestamptz not null,
  tries integer not null default 0,
  leased_by text,
  last_error text,
  primary key (business_id, kind, key)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
comment on table jobs is
  'Work that must follow, written in the transaction that makes it necessary. Safe to run twice.';
comment on column jobs.key is 'What the job is about; with its kind it is unique, so that work is never asked for twice.';
comment on column jobs.run_at is
  'When it is due. Leasing a job moves this to the end of the lease, so a dead worker''s jobs come back by themselves.';
comment on column jobs.tries is 'How often it was leased; also the epoch that a finishing worker must still hold.';
comment on column jobs.leased_by is 'The worker that holds it; null when it waits.';
create index jobs_due on jobs (run_at);

create table card_declines (
  fingerprint bytea not null,
  declined_on date not null,
  declines integer not null check (declines > 0),
  primary key (fingerprint, declined_on)
);
comment on table card_declines is
  'How often a card was declined on a day, over all businesses that have limits on: the brake on card testing.';
