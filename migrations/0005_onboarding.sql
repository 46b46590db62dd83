create table business_types (
  id integer primary key check (id > 0),
  name varchar(100) not null,
  services text[] not null,
  invoice_fields text[] not null
);
comment on table business_types is
  'What kinds of business there are; the operator edits them. Reference table.';
comment on column business_types.services is 'What a new business of this type has switched on.';
comment on column business_types.invoice_fields is 'Which fields an invoice of such a business shows.';
insert into business_types (id, name, services, invoice_fields)
values (1, 'Other', '{payments,messaging}', '{description,amount}');

alter table businesses add column ancestors bigint[] not null default '{}';
comment on column businesses.ancestors is
  'The businesses above it, from the master site down to its parent: the tree that it is in, fixed when it is made.';

alter table businesses add column type_id integer not null default 1;

alter table businesses add column secrets_in_url boolean not null default true;
comment on column businesses.secrets_in_url is
  'Whether card, bank and personal data may come in an address; the operator''s own rule holds beside it.';

alter table businesses add column version integer not null default 1;
comment on column businesses.version is 'Counts changes of state: who changes it must have seen this one.';

create table external_sites (
  parent_id bigint not null,
  external_id varchar(100) not null,
  business_id bigint not null,
  primary key (parent_id, external_id)
);
comment on table external_sites is
  'Claims an ExternalID for one business among the children of its parent.';

create table site_requests (
  caller_id bigint not null,
  key_hash bytea not null,
  business_id bigint not null,
  request_fingerprint bytea not null,
  created_at timestamptz not null,
  primary key (caller_id, key_hash)
);
comment on table site_requests is
  'Which business a call under an Idempotency-Key made; the key of the new business is derived from it, so a retry can be told it again.';

create table mobile_numbers (
  number text primary key check (number ~ '^[0-9]{10}$'),
  business_id bigint not null
);
comment on table mobile_numbers is 'The messaging number of a business: no two have the same.';

create table business_profiles (
  business_id bigint primary key,
  email varchar(254) not null,
  phone varchar(10) not null,
  mobile_number text check (mobile_number ~ '^[0-9]{10}$'),
  details json not null,
  updated_at timestamptz not null
);
comment on table business_profiles is 'Who a business is and how it is reached, as it was told when it was made.';
comment on column business_profiles.email is 'Of the contact; what happens to an application is told there.';
comment on column business_profiles.details is
  'The other fields of the call that made it, by the names of the wire. No secret is among them: those lie in the vault.';

create index profiles_by_ein on business_profiles ((details->>'EIN'));
comment on index profiles_by_ein is 'Whether another business of a tree goes under the same tax number.';

create table webhook_endpoints (
  business_id bigint not null,
  kind text not null check (kind in ('payments', 'messages', 'customers')),
  url varchar(2048) not null,
  username varchar(100),
  created_at timestamptz not null,
  primary key (business_id, kind)
);
comment on table webhook_endpoints is
  'Where a business wants to hear of what happens. The password lies in the vault under webhook:kind.';

create table external_keys (
  business_id bigint not null,
  id bigint not null,
  salt bytea not null,
  slow_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  primary key (business_id, id)
);
comment on table external_keys is
  'API keys that callers chose themselves: too little may be random in them for a fast hash. After the first good use there is a row in api_keys too.';

alter table api_keys drop constraint api_keys_pkey;

alter table api_keys add primary key (key_hash, business_id);

alter table api_keys add column id bigint not null default 0;
comment on column api_keys.id is 'Names the key within its business for a person who revokes it; where it stands for one of external_keys, as there.';

create table business_moves (
  business_id bigint not null,
  n integer not null check (n > 0),
  from_state text,
  to_state text not null,
  actor varchar(200) not null,
  reason varchar(500) not null,
  moved_at timestamptz not null,
  primary key (business_id, n)
);
comment on table business_moves is 'How a business came into its state: who moved it, when and why.';

create table applications (
  business_id bigint not null,
  id bigint not null,
  state text not null check (state in
    ('draft', 'submitted', 'screening', 'in_review', 'needs_information', 'enhanced_review', 'approved',
     'provisioning', 'active', 'declined', 'withdrawn', 'expired')),
  version integer not null check (version > 0),
  email varchar(254) not null,
  details json not null,
  requirements text[] not null,
  outcome_codes text[] not null,
  expires_at timestamptz,
  created_at timestamptz not null,
  primary key (business_id, id)
);
comment on table applications is 'Requests of businesses to take payments, and what became of them.';
comment on column applications.version is 'Counts its moves: who moves it must have seen this one.';
comment on column applications.details is
  'What was told, by the names of the wire. Secrets are not among it: they lie in the vault under the owner application.';
comment on column applications.requirements is 'What is missing, while somebody must send it.';
comment on column applications.outcome_codes is 'Why it was declined.';
comment on column applications.expires_at is 'When it ends by itself, while an answer of the applicant is awaited.';
create index applications_expiring on applications (expires_at) where expires_at is not null;
create unique index applications_open on applications (business_id)
  where state not in ('active', 'declined', 'withdrawn', 'expired');
comment on index applications_open is 'A business asks once at a time.';

create table application_moves (
  business_id bigint not null,
  application_id bigint not null,
  n integer not null check (n > 0),
  from_state text,
  to_state text not null,
  actor varchar(200) not null,
  reason varchar(500) not null,
  moved_at timestamptz not null,
  primary key (business_id, application_id, n)
);
comment on table application_moves is 'How an application came into its state: who moved it, when and why.';

create table audit_trail (
  business_id bigint not null,
  n bigint not null check (n > 0),
  happened_at timestamptz not null,
  actor varchar(200) not null,
  act varchar(50) not null,
  object varchar(100) not null,
  facts json not null,
  hash bytea not null check (octet_length(hash) = 32),
  primary key (business_id, n)
);
comment on table audit_trail is
  'Every privileged act, a chain for each business (0: the platform itself). Nothing is ever changed or deleted here.';
comment on column audit_trail.hash is
  'SHA-256 over the hash of the row before and everything in this one: a row that was changed, taken out or put in breaks the chain.';

create table audit_heads (
  business_id bigint primary key,
  n bigint not null check (n > 0),
  hash bytea not null check (octet_length(hash) = 32)
);
comment on table audit_heads is
  'The last link of every chain of audit_trail: who appends locks it, and a chain whose end was cut off no longer fits it.';

create index businesses_of_parent on businesses (parent_id, business_id) where parent_id is not null;
comment on index businesses_of_parent is 'For a person who looks at a tree: the children of one, counted and listed.';
