create table customers (
  business_id bigint not null,
  id bigint not null,
  external_id varchar(100),
  phone varchar(10) not null,
  email varchar(254) not null,
  first_name varchar(100) not null,
  last_name varchar(100) not null,
  address1 varchar(150) not null,
  address2 varchar(150) not null,
  city varchar(100) not null,
  state_code varchar(2) not null,
  postal_code varchar(20) not null,
  country_code text not null check (length(country_code) = 2),
  created_at timestamptz not null,
  primary key (business_id, id)
);
comment on table customers is
  'The people who pay a business; id is the IndividualID of the wire. Found by id, external id, then phone and e-mail.';
comment on column customers.email is 'In lower case, since it is compared.';
create unique index customers_contact
  on customers (business_id, phone, email, coalesce(external_id, ''));
comment on index customers_contact is
  'Finds by phone and e-mail, and keeps two callers from making the same person twice.';
create unique index customers_external on customers (business_id, external_id)
  where external_id is not null;

create table tokens (
  business_id bigint not null,
  token text not null check (length(token) between 20 and 29),
  kind text not null check (kind in ('card', 'bank')),
  state text not null check (state in ('pending', 'active', 'disabled')),
  customer_id bigint not null,
  fingerprint bytea not null,
  brand text,
  first6 text check (length(first6) = 6),
  last4 varchar(4) not null,
  expiry_month smallint check (expiry_month between 1 and 12),
  expiry_year smallint check (expiry_year between 2000 and 2099),
  holder varchar(201) not null,
  address varchar(150) not null,
  postal_code varchar(20) not null,
  routing_number text check (length(routing_number) = 9),
  account_kind text check (account_kind in ('checking', 'savings')),
  account_holder text check (account_holder in ('personal', 'business')),
  idempotency_key varchar(255),
  request_fingerprint bytea,
  created_at timestamptz not null,
  primary key (business_id, token)
);
comment on table tokens is
  'Cards and bank accounts that a business may use again. The number itself lies in vault_records under the token.';
comment on column tokens.state is
  'pending: asked for together with a payment whose outcome is not known yet; deleted when that is declined.';
comment on column tokens.request_fingerprint is
  'Tells a repeated request from another one under the same Idempotency-Key.';
create unique index tokens_key on tokens (business_id, idempotency_key)
  where idempotency_key is not null;

create table invoices (
  business_id bigint not null,
  id bigint not null,
  customer_id bigint not null,
  payment_id bigint,
  state text not null check (state in ('open', 'held')),
  amount_cents bigint not null check (amount_cents between 1 and 99999999),
  order_number varchar(50) not null,
  external_id varchar(100),
  details json not null,
  created_at timestamptz not null,
  primary key (business_id, id),
  check ((state = 'held') = (payment_id is not null))
);
comment on table invoices is
  'What a payer owes or owed. The InvoiceNumber of the wire is its id, shuffled under a key of the business.';
comment on column invoices.state is
  'held: the payment in payment_id decides: in processing while that is not settled, paid when it took the money.';
comment on column invoices.payment_id is
  'The one payment that holds the right to collect it, or that paid it; empty again when that took nothing.';
comment on column invoices.details is
  'Line items, and what was sent with the payment and is never searched: the payer''s name, address, e-mail and phone, receipt wishes, description.';

create table payments (
  business_id bigint not null,
  id bigint not null,
  customer_id bigint not null,
  invoice_id bigint not null,
  state text not null check (state in
    ('processing', 'unknown', 'authorized', 'captured', 'declined', 'canceled', 'queued')),
  method text not null check (method in ('card', 'bank')),
  capture boolean not null,
  amount_cents bigint not null check (amount_cents between 1 and 99999999),
  order_number varchar(50) not null,
  holds_order boolean not null,
  idempotency_key varchar(255),
  request_fingerprint bytea,
  fingerprint bytea not null,
  brand text,
  last4 varchar(4) not null,
  token text,
  wants_token boolean not null,
  processor text not null,
  epoch integer not null,
  lease_until timestamptz not null,
  outcome_code text,
  message text,
  authorization_code text,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (business_id, id)
) with (fillfactor = 50);
comment on table payments is
  'One wish to move money, and what became of it. Every row is rewritten once, beside the rows of its batch: half of each page is left for that, so that no index has to hear of it.';
comment on column payments.capture is 'false: the card is authorized only.';
comment on column payments.holds_order is
  'Whether this payment is the one under its order number; false once it is certain that it took nothing.';
comment on column payments.idempotency_key is
  'The caller''s Idempotency-Key; forgotten after 30 days when somebody uses it again.';
comment on column payments.request_fingerprint is
  'Keyed hash of the whole request without CVV; only with an Idempotency-Key.';
comment on column payments.fingerprint is 'Keyed hash of the card or account number.';
comment on column payments.token is 'The token that was charged, or the one that is made with this payment.';
comment on column payments.wants_token is 'Whether the caller asked for a token; the answer names it when money was taken.';
comment on column payments.epoch is
  'Counts who works on this payment; an answer that belongs to an older epoch changes nothing.';
comment on column payments.lease_until is 'Until then somebody is asking the processor; nobody else may.';
create unique index payments_order on payments (business_id, order_number) where holds_order;
comment on index payments_order is 'One live payment per order number: the wall against charging twice.';
create unique index payments_key on payments (business_id, idempotency_key)
  where idempotency_key is not null;

create table payment_attempts (
  business_id bigint not null,
  payment_id bigint not null,
  n smallint not null,
  reference varchar(20) not null,
  state text not null check (state in
    ('sending', 'approved', 'declined', 'rejected', 'not_sent', 'unknown', 'not_found', 'reversed')),
  amount_cents bigint not null check (amount_cents > 0),
  processor_id text,
  reason text,
  sent_at timestamptz not null,
  answered_at timestamptz,
  resolve_at timestamptz,
  inquiries smallint not null default 0,
  primary key (business_id, payment_id, n)
);
comment on table payment_attempts is
  'One conversation with a processor, written before the first byte is sent.';
comment on column payment_attempts.reference is
  'Derived from business, payment and n: the processor''s idempotency key, and the name to ask about later.';

comment on column payment_attempts.resolve_at is
  'When somebody must look what became of it; empty once that is known. This is the job that finds out.';
comment on column payment_attempts.inquiries is 'How often somebody looked.';
create index attempts_unresolved on payment_attempts (resolve_at) where resolve_at is not null;

create table transfers (
  business_id bigint not null,
  id bigint not null,
  payment_id bigint not null,
  debit varchar(50) not null,
  credit varchar(50) not null,
  cents bigint not null check (cents > 0),
  made_at timestamptz not null,
  primary key (business_id, id),
  check (debit <> credit)
);
comment on table transfers is
  'The ledger. A row debits one account and credits another, so no set of rows can be out of balance.';

create table events (
  business_id bigint not null,
  id uuid not null,
  kind varchar(50) not null,
  object_id bigint not null,
  happened_at timestamptz not null,
  data json not null,
  untold text[] not null,
  primary key (business_id, id)
);
comment on table events is
  'What happened, fixed when it happened. Webhooks and receipts are sent from these rows.';
comment on column events.object_id is 'The payment (or, by kind, another object) that it happened to.';
comment on column events.untold is 'Who must still be told: webhook, email, sms.';
create index events_untold on events (business_id, id) where untold <> '{}';
