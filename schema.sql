-- Derived from migrations/ by `npm run generate`. Do not edit.

create table migrations (
  number integer not null,
  name text not null,
  checksum text not null,
  applied_at timestamptz not null,
  primary key (number)
);
comment on table migrations is
  'What made this database what it is, in order. Rows are written by the migration runner only.';
comment on column migrations.checksum is
  'SHA-256 of the file: an applied migration is never changed.';

create table counters (
  name text not null,
  next bigint not null,
  primary key (name)
);
comment on table counters is
  'Numbers that are unique over all businesses, given out by updating a row. `site` is the next SalesSiteID.';

create table businesses (
  business_id bigint not null,
  parent_id bigint,
  username text not null check (length(username) >= 1 and length(username) <= 100),
  name text not null check (length(name) >= 1 and length(name) <= 100),
  environment text not null check (environment in ('sandbox', 'live')),
  state text not null check (state in ('messaging_only', 'payments_pending', 'payments_enabled', 'payouts_enabled', 'suspended', 'closed')),
  time_zone text not null,
  limits_on boolean not null,
  created_at timestamptz not null,
  ancestors bigint[] not null default '{}'::bigint[],
  type_id integer not null default 1,
  secrets_in_url boolean not null default true,
  version integer not null default 1,
  clock_ahead_ms bigint not null default 0 check (clock_ahead_ms >= 0),
  gateway_id varchar(100),
  currency varchar(3) not null default 'USD'::character varying,
  card_accounts jsonb not null default '{}'::jsonb,
  fallback_accounts jsonb not null default '{}'::jsonb,
  primary key (business_id)
);
create index businesses_of_parent on businesses (parent_id, business_id) where parent_id is not null;
create index businesses_ahead on businesses (business_id) where clock_ahead_ms > 0;
create index businesses_live on businesses (business_id) where environment = 'live' and state <> 'closed';
comment on table businesses is
  'A business and its place in the tree: a master site has no parent. business_id is the SalesSiteID of the wire.';
comment on column businesses.limits_on is
  'Whether rate and velocity limits hold here; always in live, in a sandbox only when switched on.';
comment on column businesses.ancestors is
  'The businesses above it, from the master site down to its parent: the tree that it is in, fixed when it is made.';
comment on column businesses.secrets_in_url is
  'Whether card, bank and personal data may come in an address; the operator''s own rule holds beside it.';
comment on column businesses.version is
  'Counts changes of state: who changes it must have seen this one.';
comment on column businesses.clock_ahead_ms is
  'How far the clock of a sandbox business was moved on: the time machine. Always 0 in live.';
comment on column businesses.gateway_id is
  'GatewayId of the application that was activated: charges go there under its passkey, which lies in the vault.';
comment on column businesses.currency is
  'What it charges in where nothing names a currency: no interface of callers does.';
comment on column businesses.card_accounts is
  'By currency, the account that its card payments go to. None: the simulated bank of a sandbox business; a live one takes no cards in that currency.';
comment on column businesses.fallback_accounts is
  'By currency, the account that a card payment goes to if nothing can have happened at the first one.';
comment on index businesses_of_parent is
  'For a person who looks at a tree: the children of one, counted and listed.';
comment on index businesses_live is
  'Whether there is any: while there is one, no webhook leads to this machine.';

create table business_ids (
  business_id bigint not null,
  next bigint not null check (next > 0),
  primary key (business_id)
);
comment on table business_ids is
  'The counter from which a business''s processes take ids in blocks. Everything inside a business is numbered from it.';

create table usernames (
  username text not null check (length(username) >= 1 and length(username) <= 100),
  business_id bigint not null,
  primary key (username)
);
comment on table usernames is
  'Claims a username for one business among all of them.';

create table api_keys (
  key_hash bytea not null,
  business_id bigint not null,
  hint text not null check (length(hint) <= 16),
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  id bigint not null default 0,
  name varchar(100),
  rights varchar(100),
  last_used_at timestamptz,
  made_by text,
  origins text,
  primary key (key_hash, business_id)
);
create index api_keys_of_business on api_keys (business_id, id);
comment on table api_keys is
  'API keys, as HMAC under a pepper. The key itself was shown once and is nowhere.';
comment on column api_keys.key_hash is
  'One byte of pepper version, then HMAC-SHA256 of the key.';
comment on column api_keys.hint is
  'The first characters, so that a person can tell keys apart.';
comment on column api_keys.id is
  'Names the key within its business for a person who revokes it; where it stands for one of external_keys, as there.';
comment on column api_keys.name is
  'What its owner calls it.';
comment on column api_keys.rights is
  'What it may do, as words with blanks between them (src/parties/businesses/rights.ts); null: everything.';
comment on column api_keys.last_used_at is
  'When it was last shown, to the minute or so.';
comment on column api_keys.made_by is
  'The key, person or account that made it; null: made before this was noted.';
comment on column api_keys.origins is
  'Keys (business/key) and people from whom it comes, with blanks between them; null: from nobody but itself. Two keys with a common origin are one person where two must decide.';

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
) with (fillfactor=80, autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_threshold=1000);
create index jobs_due on jobs (run_at);
comment on table jobs is
  'Work that must follow, written in the transaction that makes it necessary. Safe to run twice.';
comment on column jobs.key is
  'What the job is about; with its kind it is unique, so that work is never asked for twice.';
comment on column jobs.run_at is
  'When it is due. Leasing a job moves this to the end of the lease, so a dead worker''s jobs come back by themselves.';
comment on column jobs.tries is
  'How often it was leased; also the epoch that a finishing worker must still hold.';
comment on column jobs.leased_by is
  'The worker that holds it; null when it waits.';

create table card_declines (
  fingerprint bytea not null,
  declined_on date not null,
  declines integer not null check (declines > 0),
  primary key (fingerprint, declined_on)
);
comment on table card_declines is
  'How often a card was declined on a day, over all businesses that have limits on: the brake on card testing.';

create table vault_roots (
  version integer not null,
  state text not null check (state in ('active', 'retiring', 'retired')),
  wrapped bytea not null,
  kek_id text not null check (length(kek_id) >= 1 and length(kek_id) <= 2048),
  rotation integer not null,
  created_at timestamptz not null,
  primary key (version)
);
create unique index vault_roots_one_active on vault_roots (state) where state = 'active';
comment on table vault_roots is
  'The keys that wrap all other keys of the vault. Reference table: a handful of rows. A row is never deleted, since a backup may need it.';
comment on column vault_roots.state is
  'active: wraps every new key. retiring: a rotation is moving its keys to the active root. retired: nothing is wrapped by it any more.';
comment on column vault_roots.wrapped is
  'The root key under the key-encryption key: nonce, ciphertext, tag.';
comment on column vault_roots.kek_id is
  'Name of the key-encryption key, which is kept outside the database.';
comment on column vault_roots.rotation is
  'Number of the root rotation that made it; 0: the first start.';

create table vault_named_keys (
  name text not null check (name in ('fingerprint', 'pepper', 'shuffle')),
  version integer not null check (version >= 1 and version <= 255),
  state text not null check (state in ('active', 'retired')),
  wrapped bytea not null,
  root_version integer not null,
  rotation integer not null,
  active_from timestamptz not null,
  created_at timestamptz not null,
  primary key (name, version)
);
comment on table vault_named_keys is
  'Keys for keyed hashes that hold over all businesses: fingerprint (card and account numbers), pepper (API keys), shuffle (numbers that must not be guessed; has one version for ever). Reference table.';
comment on column vault_named_keys.version is
  'The first byte of every fingerprint and API key hash made with it, hence at most 255.';
comment on column vault_named_keys.state is
  'retired: stored values were made anew with a later version; kept to compare what could not be.';
comment on column vault_named_keys.rotation is
  'Number of the rotation that made it; 0: the first start.';
comment on column vault_named_keys.active_from is
  'New values are made with it from this moment on; it is announced some time before, so that every process knows it by then.';

create table vault_keys (
  business_id bigint not null,
  version integer not null check (version > 0),
  state text not null check (state in ('active', 'retiring', 'retired', 'destroyed')),
  wrapped bytea,
  root_version integer not null,
  rotation integer not null,
  created_at timestamptz not null,
  primary key (business_id, version),
  constraint vault_keys_check check ((wrapped is null) = (state = 'destroyed'))
);
create unique index vault_keys_one_active on vault_keys (business_id) where state = 'active';
comment on table vault_keys is
  'The data keys of a business. Tenant table.';
comment on column vault_keys.state is
  'active: seals new records. retiring: its records are being sealed anew under the active version. retired: no record is left under it, but a late one would still open. destroyed: shredded, together with everything sealed under it.';
comment on column vault_keys.wrapped is
  'The data key under the root key: nonce, ciphertext, tag. Null once destroyed.';
comment on column vault_keys.root_version is
  'The root that wraps it; 0 where there never was a key to wrap.';
comment on column vault_keys.rotation is
  'Number of the data key rotation that made it; 0: first use. A business is done when its active key carries the number of the running rotation.';

create table vault_records (
  business_id bigint not null,
  owner text not null check (length(owner) >= 1 and length(owner) <= 200),
  field text not null check (length(field) >= 1 and length(field) <= 50),
  key_version integer not null,
  sealed bytea not null check (octet_length(sealed) >= 28),
  primary key (business_id, owner, field)
);
comment on table vault_records is
  'Card numbers, account numbers and other secrets, each sealed under the data key of its business. Tenant table.';
comment on column vault_records.owner is
  'What the secret belongs to: a token, or kind:id as in payment:123.';
comment on column vault_records.field is
  'Which secret of the owner: card_number, account_number and so on.';
comment on column vault_records.sealed is
  'AES-256-GCM: nonce (12 bytes), ciphertext, tag (16 bytes). Business, owner, field and key version are authenticated with it, so a moved row does not open.';

create table vault_rotations (
  which text not null check (which in ('kek', 'root', 'data', 'fingerprint', 'pepper')),
  number integer not null check (number > 0),
  target text,
  moved bigint not null,
  started_at timestamptz not null,
  finished_at timestamptz,
  primary key (which, number)
);
create unique index vault_rotations_one_running on vault_rotations (which) where finished_at is null;
comment on table vault_rotations is
  'Rotations of keys, past and running. An interrupted one is continued by the next call. Reference table.';
comment on column vault_rotations.target is
  'For kek: the key-encryption key that the roots are to be wrapped under; null until it is chosen.';
comment on column vault_rotations.moved is
  'Rows that were written anew so far; for people, may miss those of an interrupted batch.';

create table customers (
  business_id bigint not null,
  id bigint not null,
  external_id varchar(100),
  phone varchar(10) not null collate "C",
  email varchar(254) not null collate "C",
  first_name varchar(100) not null,
  last_name varchar(100) not null,
  address1 varchar(150) not null,
  address2 varchar(150) not null,
  city varchar(100) not null,
  state_code varchar(30) not null,
  postal_code varchar(20) not null,
  country_code text not null check (length(country_code) = 2),
  created_at timestamptz not null,
  status text not null default 'active' check (status in ('active', 'inactive', 'do_not_contact')),
  details json not null default '{}'::json,
  updated_at timestamptz,
  surname text collate "C" generated always as (lower((last_name)::text)) stored,
  full_name text collate "C" generated always as (lower((((first_name)::text || ' ') || (last_name)::text))) stored,
  merged_into bigint,
  language text,
  primary key (business_id, id),
  constraint customers_language check (language in ('en', 'es', 'fr'))
);
create unique index customers_external on customers (business_id, external_id) where external_id is not null;
create index customers_of_surname on customers (business_id, surname);
create index customers_of_name on customers (business_id, full_name);
create unique index customers_contact on customers (business_id, phone, email, coalesce(external_id, ''::character varying));
create index customers_of_email on customers (business_id, email, id);
create index customers_merged on customers (business_id, merged_into) where merged_into is not null;
comment on table customers is
  'The people who pay a business; id is the IndividualID of the wire. Found by id, external id, then phone and e-mail.';
comment on column customers.email is
  'In lower case, since it is compared.';
comment on column customers.state_code is
  'A 2-letter code where the country is the US or Canada; free text elsewhere.';
comment on column customers.details is
  'What UpdateCustomer told besides, by the names of the wire; never searched.';
comment on column customers.surname is
  'The last name in small letters. Under row-level security no index of an expression with lower() is used: the function is not leakproof. In the order of "C", whatever the database has: what begins alike lies side by side.';
comment on column customers.full_name is
  'First and last name in small letters, for the same reason in the same order.';
comment on column customers.merged_into is
  'The customer that this one was merged into, which is merged into no other. What names this one means that one.';
comment on column customers.language is
  'In which pages, mails and texts speak to the payer. Null: not known; that of the business counts.';
comment on index customers_of_surname is
  'Whose last name is or begins so, among all payers of a business.';
comment on index customers_of_name is
  'Whose first name is or begins so, also with what follows it.';
comment on index customers_contact is
  'Finds by phone and e-mail, and keeps two callers from making the same person twice.';
comment on index customers_of_email is
  'Whose mail address it is: customers_contact finds by phone, or by both.';
comment on index customers_merged is
  'Those that were merged into a customer: it is forgotten with them, and they follow it into another one.';

create table tokens (
  business_id bigint not null,
  token text not null check (length(token) >= 20 and length(token) <= 29),
  kind text not null check (kind in ('card', 'bank')),
  state text not null check (state in ('pending', 'active', 'disabled')),
  customer_id bigint not null,
  fingerprint bytea not null,
  brand text,
  first6 text check (length(first6) = 6),
  last4 varchar(4) not null,
  expiry_month smallint check (expiry_month >= 1 and expiry_month <= 12),
  expiry_year smallint check (expiry_year >= 2000 and expiry_year <= 2099),
  holder varchar(201) not null,
  address varchar(150) not null,
  postal_code varchar(20) not null,
  routing_number text check (length(routing_number) = 9),
  account_kind text check (account_kind in ('checking', 'savings')),
  account_holder text check (account_holder in ('personal', 'business')),
  idempotency_key varchar(255),
  request_fingerprint bytea,
  created_at timestamptz not null,
  prenoted_at timestamptz,
  network_transaction_id varchar(100),
  network_transaction_of varchar(30),
  network_transaction_cents bigint,
  primary key (business_id, token)
);
create unique index tokens_key on tokens (business_id, idempotency_key) where idempotency_key is not null;
create index tokens_of_customer on tokens (business_id, customer_id);
create index tokens_newest on tokens (business_id, created_at, token);
comment on table tokens is
  'Cards and bank accounts that a business may use again. The number itself lies in vault_records under the token.';
comment on column tokens.state is
  'pending: asked for together with a payment whose outcome is not known yet; deleted when that is declined.';
comment on column tokens.request_fingerprint is
  'Tells a repeated request from another one under the same Idempotency-Key.';
comment on column tokens.prenoted_at is
  'When a prenote for this account is taken for good, unless it comes back before.';
comment on column tokens.network_transaction_id is
  'The name of the charge with which the card was stored; later charges of the card refer to it.';
comment on column tokens.network_transaction_of is
  'The processor that gave the name.';
comment on column tokens.network_transaction_cents is
  'What that charge authorized: some card networks compare it with later charges. Null where it was not noted.';

create table invoices (
  business_id bigint not null,
  id bigint not null,
  customer_id bigint not null,
  payment_id bigint,
  state text not null check (state in ('open', 'held', 'covered', 'expired', 'void')),
  amount_cents bigint not null check (amount_cents >= 1 and amount_cents <= 99999999),
  order_number varchar(50) not null,
  external_id varchar(100),
  details json not null,
  created_at timestamptz not null,
  currency varchar(3) not null default 'USD'::character varying,
  part_of bigint,
  parts_cents bigint not null default 0,
  primary key (business_id, id),
  constraint invoices_check check ((state = 'held') = (payment_id is not null)),
  constraint invoices_parts_check check (parts_cents >= 0 and parts_cents <= amount_cents and (state = 'covered') = (parts_cents = amount_cents) and (parts_cents = 0 or part_of is null and payment_id is null) and (part_of is null or (state in ('held', 'void'))))
);
create index invoices_of_customer on invoices (business_id, customer_id);
create index invoices_unheld on invoices (business_id, id) where state <> 'held';
create index invoices_due on invoices (business_id, id) where state = 'open' and ((details -> 'bill') ->> 'dueOn') is not null;
create index invoices_first_due on invoices (business_id, ((details -> 'bill') ->> 'dueOn'), id) where state = 'open' and ((details -> 'bill') ->> 'dueOn') is not null;
create index invoices_parts on invoices (business_id, part_of) where part_of is not null;
comment on table invoices is
  'What a payer owes or owed. The InvoiceNumber of the wire is its id, shuffled under a key of the business.';
comment on column invoices.payment_id is
  'The one payment that holds the right to collect it, or that paid it; empty again when that took nothing.';
comment on column invoices.state is
  'held: the payment in payment_id decides: in processing while that is not settled, paid when it took the money. covered: its parts, each held by a payment, make up its amount. expired, void: its link ended, or was taken back, before it was paid; of one with parts only the rest has ended.';
comment on column invoices.details is
  'Line items, and what was sent with the payment and is never searched: the payer''s name, address, e-mail and phone, receipt wishes, description.';
comment on column invoices.currency is
  'Of all its amounts, also those in its details.';
comment on column invoices.part_of is
  'For a part: the invoice of which it is one. It is made with its payment, and void once that took nothing.';
comment on column invoices.parts_cents is
  'The sum of its parts that a payment holds. What is left to pay is its amount without them; the check makes sure that nobody pays more.';
comment on index invoices_unheld is
  'What nobody pays or paid, among all that was paid.';
comment on index invoices_due is
  'Open invoices that are to be paid by a day, for the overdue ones among them.';
comment on index invoices_first_due is
  'The same by their day, for what is overdue longest: the home screen looks at so few of them.';
comment on index invoices_parts is
  'The parts of an invoice; the invoices of most payments are not in it.';

create table payments (
  business_id bigint not null,
  id bigint not null,
  customer_id bigint not null,
  invoice_id bigint not null,
  state text not null check (state in ('processing', 'unknown', 'authorized', 'capturing', 'captured', 'voiding', 'voided', 'expired', 'settled', 'declined', 'canceled', 'queued', 'originated', 'available', 'returned')),
  method text not null check (method in ('card', 'bank')),
  capture boolean not null,
  amount_cents bigint not null check (amount_cents >= 1 and amount_cents <= 99999999),
  order_number varchar(50) not null collate "C",
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
  is_test boolean not null default false,
  approved_cents bigint not null default 0,
  captured_cents bigint not null default 0,
  refunded_cents bigint not null default 0,
  refunding_cents bigint not null default 0,
  batch_id bigint,
  processor_id text,
  order_freed_at timestamptz,
  disputed_cents bigint not null default 0,
  currency varchar(3) not null default 'USD'::character varying,
  actor text,
  expires_on varchar(7),
  address_check text,
  security_code_check text,
  primary key (business_id, id),
  constraint payments_never_more_back_than_taken check (refunded_cents >= 0 and refunding_cents >= 0 and (refunded_cents + refunding_cents) <= captured_cents and captured_cents <= approved_cents),
  constraint payments_taken_is_counted check ((approved_cents > 0 or (state <> all (array['authorized', 'captured', 'queued']))) and (captured_cents > 0 or state <> 'captured'))
) with (fillfactor=50);
create unique index payments_key on payments (business_id, idempotency_key) where idempotency_key is not null;
create index payments_by_time on payments (business_id, created_at, id);
create index payments_of_payer on payments (business_id, customer_id, created_at, id);
create index payments_with_token on payments (business_id, token, created_at, id) where token is not null;
create unique index payments_order on payments (business_id, order_number, is_test) where holds_order;
create index payments_let_go on payments (business_id, order_number, id) where not holds_order;
comment on table payments is
  'One wish to move money, and what became of it. Every row is rewritten once, beside the rows of its batch: half of each page is left for that, so that no index has to hear of it.';
comment on column payments.capture is
  'false: the card is authorized only.';
comment on column payments.order_number is
  'In the order of "C", as all that is found by its beginning: in another one the index has no end for what begins alike.';
comment on column payments.holds_order is
  'Whether this payment is the one under its order number; false once it is certain that it took nothing, and whoever has to ask for that has heard it.';
comment on column payments.idempotency_key is
  'The caller''s Idempotency-Key; forgotten after 30 days when somebody uses it again.';
comment on column payments.request_fingerprint is
  'Keyed hash of the whole request without CVV; only with an Idempotency-Key.';
comment on column payments.fingerprint is
  'Keyed hash of the card or account number.';
comment on column payments.token is
  'The token that was charged, or the one that is made with this payment.';
comment on column payments.wants_token is
  'Whether the caller asked for a token; the answer names it when money was taken.';
comment on column payments.epoch is
  'Counts who works on this payment; an answer that belongs to an older epoch changes nothing.';
comment on column payments.lease_until is
  'Until then somebody is asking the processor; nobody else may.';
comment on column payments.is_test is
  'Charged at the simulated bank though the business is live: it has order numbers of its own, and is no sale.';
comment on column payments.approved_cents is
  'What the processor said yes to: the amount, or a part of it where that was welcome.';
comment on column payments.captured_cents is
  'What was taken. Of a bank payment: what its entry asked for, once it settled.';
comment on column payments.refunded_cents is
  'What was given back.';
comment on column payments.refunding_cents is
  'What is being given back, or may have been: nobody may promise it a second time.';
comment on column payments.batch_id is
  'The batch that it was closed with; before that it can be voided.';
comment on column payments.processor_id is
  'What the processor calls the charge.';
comment on column payments.order_freed_at is
  'When its order number became free for another payment; a request that arrived earlier is a copy, and hears of this one.';
comment on column payments.disputed_cents is
  'What disputes took of it and did not return. It cannot be refunded as well.';
comment on column payments.currency is
  'Of all its amounts and of those of its captures, voids and refunds: a code of ISO 4217.';
comment on column payments.actor is
  'Who asked for it, as the audit log names them. Null where the payer paid by a link, a subscription charged it, or it is older than this column.';
comment on column payments.expires_on is
  'The last month of its card, YYYY-MM, as it was charged.';
comment on column payments.address_check is
  'What the issuer said about the address, where it said anything.';
comment on column payments.security_code_check is
  'What the issuer said about the security code, where it said anything.';
comment on index payments_by_time is
  'The list of payments, the newest first, from and to any moment.';
comment on index payments_of_payer is
  'What somebody paid, and tried to pay, in the order of the list.';
comment on index payments_with_token is
  'What was charged to a saved card or account, in the order of the list.';
comment on index payments_order is
  'One live payment per order number: the wall against charging twice.';
comment on index payments_let_go is
  'What took nothing, or came back, is found by its order number too; most payments are not in it.';
comment on constraint payments_taken_is_counted on payments is
  'Also keeps a process of the version before from finishing a payment without what this one needs: its write fails, and this one finds the outcome.';

create table transfers (
  business_id bigint not null,
  id bigint not null,
  payment_id bigint,
  debit varchar(50) not null,
  credit varchar(50) not null,
  cents bigint not null check (cents > 0),
  made_at timestamptz not null,
  followup_id bigint,
  batch_id bigint,
  entry_id bigint,
  dispute_id bigint,
  currency varchar(3) not null default 'USD'::character varying,
  primary key (business_id, id),
  constraint transfers_check check (debit::text <> credit::text),
  constraint transfers_have_a_cause check (payment_id is not null or batch_id is not null or entry_id is not null)
);
create index transfers_clearing on transfers (business_id, id) where debit::text = 'clearing' or credit::text = 'clearing';
create index transfers_of_payment on transfers (business_id, payment_id, id) where payment_id is not null;
create index transfers_of_batch on transfers (business_id, batch_id, id) where batch_id is not null;
create index transfers_of_dispute on transfers (business_id, dispute_id, id) where dispute_id is not null;
create index transfers_after_charge on transfers (business_id, made_at) where followup_id is not null or entry_id is not null;
comment on table transfers is
  'The ledger. A row debits one account and credits another, so no set of rows can be out of balance.';
comment on column transfers.followup_id is
  'The capture, void or refund that moved it; empty for the charge itself.';
comment on column transfers.batch_id is
  'The batch whose settlement moved it.';
comment on column transfers.entry_id is
  'The ACH entry that moved it.';
comment on column transfers.dispute_id is
  'The dispute that moved it.';
comment on column transfers.currency is
  'Of what is debited and of what is credited, so that each currency of a book is in balance by itself.';
comment on index transfers_clearing is
  'What may be paid out, added up once a day.';
comment on index transfers_of_payment is
  'What a payment moved, also by its captures, refunds and disputes.';
comment on index transfers_of_batch is
  'What the settlement of a batch moved: few rows beside those of payments.';
comment on index transfers_of_dispute is
  'What a dispute moved: few rows beside those of payments.';
comment on index transfers_after_charge is
  'What follows a charge, for the figures of a day. Charges are found by their payments, and so write nothing into it.';

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
create index events_for_webhooks on events (business_id, id) where untold && '{webhook}'::text[];
create index events_for_people on events (business_id, id) where untold && '{email,sms}'::text[];
create index events_for_subscriptions on events (business_id, id) where untold && '{subscription}'::text[];
create index events_of_object on events (business_id, object_id, id);
comment on table events is
  'What happened, fixed when it happened. Webhooks and receipts are sent from these rows.';
comment on column events.object_id is
  'The payment (or, by kind, another object) that it happened to.';
comment on column events.untold is
  'Who must still be told: webhook, email, sms.';
comment on index events_of_object is
  'What happened to a payment, or to anything else.';

create table business_types (
  id integer not null check (id > 0),
  name varchar(100) not null,
  services text[] not null,
  invoice_fields text[] not null,
  features text[] not null default '{representment}'::text[],
  primary key (id)
);
comment on table business_types is
  'What kinds of business there are, and what each has; the operator edits them. Reference table.';
comment on column business_types.services is
  'What businesses of this type may use; all else is refused.';
comment on column business_types.invoice_fields is
  'What the invoices and receipts of businesses of this type show.';
comment on column business_types.features is
  'What is switched on for businesses of this type with which no terms of their own were agreed.';

create table external_sites (
  parent_id bigint not null,
  external_id varchar(100) not null,
  business_id bigint not null,
  primary key (parent_id, external_id)
);
create index external_sites_by_business on external_sites (parent_id, business_id);
comment on table external_sites is
  'Claims an ExternalID for one business among the children of its parent.';
comment on index external_sites_by_business is
  'The ExternalID of a business, for what it is told.';

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
  number text not null check (number ~ '^[0-9]{10}$'),
  business_id bigint not null,
  carrier text,
  carrier_id varchar(64),
  calls_at varchar(2048),
  primary key (number)
);
comment on table mobile_numbers is
  'The messaging number of a business: no two have the same.';
comment on column mobile_numbers.carrier_id is
  'Its name at the carrier that it was bought from.';
comment on column mobile_numbers.calls_at is
  'The address at which the carrier asks where a call to this number goes, as it was told to the carrier.';

create table business_profiles (
  business_id bigint not null,
  email varchar(254) not null,
  phone varchar(10) not null,
  mobile_number text check (mobile_number ~ '^[0-9]{10}$'),
  details json not null,
  updated_at timestamptz not null,
  language text,
  primary key (business_id),
  constraint business_profiles_language check (language in ('en', 'es', 'fr'))
);
create index profiles_by_ein on business_profiles ((details ->> 'EIN'));
comment on table business_profiles is
  'Who a business is and how it is reached, as it was told when it was made.';
comment on column business_profiles.email is
  'Of the contact; what happens to an application is told there.';
comment on column business_profiles.details is
  'The other fields of the call that made it, by the names of the wire. No secret is among them: those lie in the vault.';
comment on column business_profiles.language is
  'In which the business speaks to payers whose own language is not known. Null: a page follows the browser, and all else is English.';
comment on index profiles_by_ein is
  'Whether another business of a tree goes under the same tax number.';

create table webhook_endpoints (
  business_id bigint not null,
  kind text not null check (kind in ('payments', 'messages', 'customers')),
  url varchar(2048) not null,
  username varchar(100),
  created_at timestamptz not null,
  state text not null default 'enabled' check (state in ('enabled', 'failing', 'disabled')),
  in_order boolean not null default true,
  failures integer not null default 0 check (failures >= 0),
  failing_since timestamptz,
  disable_at timestamptz,
  succeeded_at timestamptz,
  disabled_reason varchar(500),
  previous_until timestamptz,
  event_types text[] not null default '{}'::text[],
  primary key (business_id, kind)
);
create index webhook_endpoints_disable on webhook_endpoints (disable_at) where disable_at is not null;
comment on table webhook_endpoints is
  'Where a business wants to hear of what happens. The password lies in the vault under webhook:kind.';
comment on column webhook_endpoints.state is
  'failing: a delivery was given up, or ten tries in a row failed; it is still posted to. disabled: until a person enables it.';
comment on column webhook_endpoints.in_order is
  'Whether what happened to one object waits until what happened to it before was delivered or given up.';
comment on column webhook_endpoints.failures is
  'How many tries failed since the last one that did not.';
comment on column webhook_endpoints.failing_since is
  'The first of these failures.';
comment on column webhook_endpoints.disable_at is
  'When it is disabled, unless a try succeeds before.';
comment on column webhook_endpoints.succeeded_at is
  'The last success, give or take a minute.';
comment on column webhook_endpoints.previous_until is
  'As long as this, posts are signed with the former secret too. Both lie in the vault under webhook:kind.';
comment on column webhook_endpoints.event_types is
  'Types of events that were switched on. Empty: its posts name no type, and are those of the interface alone.';

create table external_keys (
  business_id bigint not null,
  id bigint not null,
  salt bytea not null,
  slow_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  made_by text,
  origins text,
  primary key (business_id, id)
);
comment on table external_keys is
  'API keys that callers chose themselves: too little may be random in them for a fast hash. After the first good use there is a row in api_keys too.';
comment on column external_keys.made_by is
  'As in api_keys.';
comment on column external_keys.origins is
  'As in api_keys.';

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
comment on table business_moves is
  'How a business came into its state: who moved it, when and why.';

create table applications (
  business_id bigint not null,
  id bigint not null,
  state text not null check (state in ('draft', 'submitted', 'screening', 'in_review', 'needs_information', 'enhanced_review', 'approved', 'provisioning', 'active', 'declined', 'withdrawn', 'expired')),
  version integer not null check (version > 0),
  email varchar(254) not null,
  details json not null,
  requirements text[] not null,
  outcome_codes text[] not null,
  expires_at timestamptz,
  created_at timestamptz not null,
  payout_routing_number text,
  payout_holder text,
  payout_account_kind text,
  primary key (business_id, id),
  constraint applications_payout_account_kind check (payout_account_kind in ('checking', 'savings')),
  constraint applications_payout_account check (num_nulls(payout_routing_number, payout_holder, payout_account_kind) in (0, 3))
);
create index applications_expiring on applications (expires_at) where expires_at is not null;
create unique index applications_open on applications (business_id) where state <> all (array['active', 'declined', 'withdrawn', 'expired']);
comment on table applications is
  'Requests of businesses to take payments, and what became of them.';
comment on column applications.version is
  'Counts its moves: who moves it must have seen this one.';
comment on column applications.details is
  'What was told, by the names of the wire. Secrets are not among it: they lie in the vault under the owner application.';
comment on column applications.requirements is
  'What is missing, while somebody must send it.';
comment on column applications.outcome_codes is
  'Why it was declined.';
comment on column applications.expires_at is
  'When it ends by itself, while an answer of the applicant is awaited.';
comment on column applications.payout_routing_number is
  'With the two columns that follow: the bank account that its details name for payouts. Null: they name none.';
comment on column applications.payout_holder is
  'The name on that account; the public name of the business if none was sent.';
comment on column applications.payout_account_kind is
  'What the details say in any of many spellings; checking if they say nothing that is understood.';
comment on index applications_open is
  'A business asks once at a time.';

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
comment on table application_moves is
  'How an application came into its state: who moved it, when and why.';

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
create index audit_trail_of_object on audit_trail (business_id, object, n);
comment on table audit_trail is
  'Every privileged act, a chain for each business (0: the platform itself). Nothing is ever changed or deleted here.';
comment on column audit_trail.hash is
  'SHA-256 over the hash of the row before and everything in this one: a row that was changed, taken out or put in breaks the chain.';
comment on index audit_trail_of_object is
  'What people did about one thing.';

create table audit_heads (
  business_id bigint not null,
  n bigint not null check (n > 0),
  hash bytea not null check (octet_length(hash) = 32),
  primary key (business_id)
);
comment on table audit_heads is
  'The last link of every chain of audit_trail: who appends locks it, and a chain whose end was cut off no longer fits it.';

create table business_terms (
  business_id bigint not null,
  card_fee_bps integer not null check (card_fee_bps >= 0 and card_fee_bps <= 10000),
  card_fee_cents integer not null check (card_fee_cents >= 0 and card_fee_cents <= 100000),
  ach_fee_cents integer not null check (ach_fee_cents >= 0 and ach_fee_cents <= 100000),
  return_fee_cents integer not null check (return_fee_cents >= 0 and return_fee_cents <= 100000),
  batch_cutoff time without time zone not null,
  hold_days smallint not null check (hold_days >= 0 and hold_days <= 30),
  represents boolean not null,
  same_day boolean not null,
  prenotes boolean not null,
  partial_approvals boolean not null,
  updated_at timestamptz not null,
  retry_days smallint[] not null default '{1,3,5,7}'::smallint[],
  repeat_minutes smallint not null default 10 check (repeat_minutes >= 0 and repeat_minutes <= 1440),
  account_validation text not null default 'none',
  validation_since timestamptz,
  voids_wrong_code boolean not null default false,
  voids_wrong_address boolean not null default false,
  payer_cancels boolean not null default false,
  primary key (business_id),
  constraint business_terms_account_validation check (account_validation in ('none', 'prenote', 'micro_deposits', 'hook'))
);
comment on table business_terms is
  'What is agreed with a business about its money; where there is no row, the defaults of the code hold.';
comment on column business_terms.card_fee_bps is
  'Of what is settled, in hundredths of a percent.';
comment on column business_terms.batch_cutoff is
  'When its batches are closed, by the clock of its time zone.';
comment on column business_terms.hold_days is
  'Banking days for which what a bank payment brought is held.';
comment on column business_terms.represents is
  'Whether a debit that came back for want of funds is sent again.';
comment on column business_terms.prenotes is
  'Whether a new bank account is tried with a prenote before it is debited.';
comment on column business_terms.partial_approvals is
  'Whether a card may pay a part where it has too little for the whole.';
comment on column business_terms.retry_days is
  'On which days after the first a declined period of a subscription is charged again.';
comment on column business_terms.repeat_minutes is
  'For how many minutes an equal partial refund without Idempotency-Key is the same refund; 0: never.';
comment on column business_terms.account_validation is
  'How a bank account is validated before its first debit that was agreed to online (WEB).';
comment on column business_terms.validation_since is
  'When account_validation was last changed; debits of files before that were sent under another rule.';
comment on column business_terms.voids_wrong_code is
  'Whether an approved charge is reversed and told as declined if its security code is wrong.';
comment on column business_terms.voids_wrong_address is
  'Whether an approved charge is reversed and told as declined if neither street nor postal code is right.';
comment on column business_terms.payer_cancels is
  'True if payers may let a subscription end with its period, on the page that their mails lead to.';

create table followups (
  business_id bigint not null,
  id bigint not null,
  payment_id bigint not null,
  n smallint not null check (n > 1),
  kind text not null check (kind in ('capture', 'void', 'refund', 'give_back')),
  state text not null check (state in ('processing', 'unknown', 'succeeded', 'failed', 'returned')),
  amount_cents bigint not null check (amount_cents > 0),
  reference varchar(20) not null,
  processor text not null,
  idempotency_key varchar(255),
  request_fingerprint bytea,
  actor varchar(200) not null,
  reason varchar(500),
  processor_id text,
  outcome_code text,
  message text,
  remaining_cents bigint,
  epoch integer not null,
  lease_until timestamptz not null,
  resolve_at timestamptz,
  inquiries smallint not null default 0,
  batch_id bigint,
  created_at timestamptz not null,
  sent_at timestamptz not null,
  finished_at timestamptz,
  is_all boolean not null default false,
  cancel_sent_at timestamptz,
  absent_since timestamptz,
  is_refund boolean not null default false,
  seen_at timestamptz,
  replay_refused_at timestamptz,
  primary key (business_id, id)
);
create unique index followups_of_payment on followups (business_id, payment_id, n);
create unique index followups_key on followups (business_id, idempotency_key) where idempotency_key is not null;
create index followups_unresolved on followups (resolve_at) where resolve_at is not null;
create index followups_unbatched on followups (business_id, id) where batch_id is null and kind = 'refund' and state = 'succeeded' and processor <> 'ach';
create index followups_refunds on followups (business_id, id) where kind <> 'capture';
comment on table followups is
  'What was done to a payment after its charge: a wish and its one conversation with the processor in one row.';
comment on column followups.n is
  'Counts the conversations of the payment; the charge is the first.';
comment on column followups.kind is
  'give_back: an approval that came after we had said that nothing was charged. Its id is the RefundID of the wire.';
comment on column followups.state is
  'returned: a refund to a bank account that had succeeded, before its money came back. What was answered stays as it was.';
comment on column followups.reference is
  'Derived from business, payment and n, as that of an attempt.';
comment on column followups.remaining_cents is
  'What could still be given back when it was finished: its answer says so for ever.';
comment on column followups.resolve_at is
  'When somebody must look what became of it; empty once that is known. This is the job that finds out.';
comment on column followups.batch_id is
  'The batch in which it is counted.';
comment on column followups.sent_at is
  'When it was sent last: it may be sent again under the same reference.';
comment on column followups.is_all is
  'Whether all that was left was wished, and no amount: whoever wishes it again is told what became of this.';
comment on column followups.cancel_sent_at is
  'When a cancel of its reference was last sent, written before it is sent; from then on only a confirmed cancel ends the doubt.';
comment on column followups.absent_since is
  'Since when the processor, which cancels nothing by its reference, does not find what it should find by now.';
comment on column followups.is_refund is
  'Of a reversal: that it refunds what was settled already, and could not be voided.';
comment on column followups.seen_at is
  'When the processor last showed it, whatever it said: what was there is never taken for absent.';
comment on column followups.replay_refused_at is
  'When the processor said, in answer to a request, that it has it: as a repetition, or for a review.';
comment on index followups_refunds is
  'The list of refunds, which has no captures.';

create table batches (
  business_id bigint not null,
  id bigint not null,
  processor text not null,
  state text not null check (state in ('closing', 'unknown', 'closed', 'mismatch', 'reconciled', 'funded')),
  reference varchar(20) not null,
  first_payment_id bigint not null,
  last_payment_id bigint not null,
  item_count integer not null check (item_count >= 0),
  net_cents bigint not null,
  fee_cents bigint not null check (fee_cents >= 0),
  processor_id text,
  processor_count integer,
  processor_cents bigint,
  deposit_id bigint,
  actor varchar(200) not null,
  epoch integer not null,
  lease_until timestamptz not null,
  resolve_at timestamptz,
  inquiries smallint not null default 0,
  created_at timestamptz not null,
  sent_at timestamptz not null,
  closed_at timestamptz,
  reconciled_at timestamptz,
  currency varchar(3) not null default 'USD'::character varying,
  primary key (business_id, id)
);
create unique index batches_under_way on batches (business_id, processor) where state in ('closing', 'unknown');
create index batches_unresolved on batches (resolve_at) where resolve_at is not null;
comment on table batches is
  'What a business took at a processor from one closing to the next. What is captured and in none of these is the open batch.';
comment on column batches.first_payment_id is
  'No payment with a smaller id is in it: its payments are found by reading the business from here on.';
comment on column batches.processor_count is
  'How many items the processor says that it has in this batch.';
comment on column batches.deposit_id is
  'The ACH entry that paid it out.';
comment on column batches.resolve_at is
  'When somebody must look what became of it; empty once that is known. This is the job that finds out.';
comment on column batches.currency is
  'Of everything in it.';

create table batch_marks (
  business_id bigint not null,
  processor text not null,
  from_payment_id bigint not null,
  reported_until timestamptz,
  waiting_rows jsonb,
  strangers_after timestamptz,
  told_rows jsonb,
  primary key (business_id, processor)
);
comment on table batch_marks is
  'Every payment with a smaller id is in a batch or will never be in one: the next closing reads from here.';
comment on column batch_marks.reported_until is
  'Where the processor closes its batches by its own clock: until when its report of what it settled was read.';
comment on column batch_marks.waiting_rows is
  'Rows of reports about payments and refunds whose outcome is not known yet: each later report decides about them again.';
comment on column batch_marks.strangers_after is
  'Nobody is told of older rows of reports that name nothing of ours: the account may have had other users.';
comment on column batch_marks.told_rows is
  'Rows of the latest days, which are told again: those that nobody here knows, and those of refunds within their charge. Null: not remembered yet.';

create table ach_entries (
  business_id bigint not null,
  id bigint not null,
  kind text not null check (kind in ('debit', 'credit', 'deposit', 'prenote', 'micro_credit', 'micro_debit')),
  state text not null check (state in ('queued', 'filed', 'originated', 'settled', 'available', 'returned', 'late_returned', 'canceled')),
  amount_cents bigint not null,
  payment_id bigint,
  followup_id bigint,
  sec_code text not null check (sec_code in ('WEB', 'PPD', 'CCD')),
  account_kind text not null check (account_kind in ('checking', 'savings')),
  routing_number text not null check (length(routing_number) = 9),
  last4 varchar(4) not null,
  holder varchar(100) not null,
  number_owner text not null check (length(number_owner) >= 1 and length(number_owner) <= 200),
  is_same_day boolean not null,
  presentment smallint not null default 1 check (presentment >= 1 and presentment <= 3),
  represents_id bigint,
  next_at timestamptz,
  file_id bigint,
  trace_number varchar(15),
  effective_on date,
  settled_at timestamptz,
  return_code varchar(3),
  returned_at timestamptz,
  correction_code varchar(3),
  created_at timestamptz not null,
  corrections bytea[] not null default '{}'::bytea[],
  validation_id bigint,
  primary key (business_id, id),
  constraint ach_entries_check check ((amount_cents = 0) = (kind = 'prenote') and amount_cents >= 0)
);
create index ach_entries_due on ach_entries (next_at) where next_at is not null;
create index ach_entries_waiting on ach_entries (business_id, next_at) where state = 'queued';
create index ach_entries_filed on ach_entries (file_id) where file_id is not null;
create index ach_entries_of_owner on ach_entries (business_id, number_owner);
create index ach_entries_deposits on ach_entries (business_id, created_at) where kind = 'deposit';
create index ach_entries_of_payment on ach_entries (business_id, payment_id) where payment_id is not null;
create unique index ach_entries_represented on ach_entries (business_id, represents_id) where represents_id is not null;
create index ach_entries_of_validation on ach_entries (business_id, validation_id) where validation_id is not null;
create index ach_entries_payouts on ach_entries (business_id, id) where kind = 'deposit';
comment on table ach_entries is
  'Bank transfers, one row for each entry that goes into a NACHA file. A bank payment has one, and one more each time it is sent again.';
comment on column ach_entries.kind is
  'debit: a payment. credit: its refund. deposit: pays the business out. prenote: tries an account with no money. micro_credit, micro_debit: a micro-deposit and what takes it back.';
comment on column ach_entries.number_owner is
  'Under which owner the account number lies in the vault: a token, payment:ID or application.';
comment on column ach_entries.presentment is
  'Which time it is that this is asked for: the first, or again after it came back.';
comment on column ach_entries.represents_id is
  'The entry that came back and is asked for again with this one.';
comment on column ach_entries.next_at is
  'When its next move is due, by the clock of its business: the cut-off it waits for, settlement, the end of its hold.';
comment on column ach_entries.corrections is
  'Fingerprints of what the bank has corrected of it, so that a notice that is read twice counts once, and another one counts.';
comment on column ach_entries.validation_id is
  'The validation of its account: that which a prenote or micro-deposit serves, or under which a debit is sent.';
comment on index ach_entries_payouts is
  'The list of payouts, among all transfers from and to payers.';

create table ach_files (
  business_id bigint not null,
  id bigint not null,
  direction text not null check (direction in ('out', 'in')),
  state text not null check (state in ('collecting', 'written', 'delivered', 'rejecting', 'rejected', 'read')),
  name varchar(100) not null,
  file_on date not null,
  number smallint not null,
  is_same_day boolean not null default false,
  environment text not null check (environment in ('sandbox', 'live')),
  sha256 bytea,
  entry_count integer not null default 0,
  debit_cents bigint not null default 0,
  credit_cents bigint not null default 0,
  faults text[] not null default '{}'::text[],
  cutoff_at timestamptz not null,
  resolve_at timestamptz,
  created_at timestamptz not null,
  delivered_at timestamptz,
  round smallint not null default 1,
  put_at timestamptz,
  primary key (business_id, id)
);
create unique index ach_files_name on ach_files (business_id, direction, environment, name);
create index ach_files_unfinished on ach_files (resolve_at) where resolve_at is not null;
comment on table ach_files is
  'NACHA files: out to the bank, and what came in from it. 0 as business: a file of many businesses, as in live; a sandbox business has files of its own, since it has a clock of its own.';
comment on column ach_files.number is
  'Counts the files of a day; the file id modifier.';
comment on column ach_files.sha256 is
  'Of its bytes, which are made anew from the entries when they are needed.';
comment on column ach_files.resolve_at is
  'When somebody must go on with it, should whoever made it have died. Of one that came in: before that it is not tried again.';
comment on column ach_files.round is
  'Counts the workers that collected its entries; parts of an earlier round are not in it.';
comment on column ach_files.put_at is
  'When it was put into the outbox. It is not put there again: the bank may have collected it, and would take it twice.';

create table open_questions (
  business_id bigint not null,
  id bigint not null,
  kind text not null check (length(kind) <= 50),
  object_kind text not null check (object_kind in ('payment', 'followup', 'batch', 'ach_entry', 'ach_file', 'dispute', 'business', 'pay_link', 'network')),
  object_id bigint not null,
  state text not null check (state in ('open', 'proposed', 'closed')),
  evidence json not null,
  proposal text,
  proposed_by varchar(200),
  proposed_at timestamptz,
  note varchar(500),
  closed_by varchar(200),
  closed_at timestamptz,
  outcome text,
  created_at timestamptz not null,
  proposed_origins text,
  primary key (business_id, id)
);
create unique index open_questions_once on open_questions (business_id, kind, object_kind, object_id) where state <> 'closed';
create index open_questions_waiting on open_questions (created_at) where state <> 'closed';
create index open_questions_of_object on open_questions (business_id, object_kind, object_id);
comment on table open_questions is
  'What only a person can decide, with the evidence: one proposes, another confirms.';
comment on column open_questions.proposed_origins is
  'Origins of who proposed, as in api_keys; null: somebody at the command line. Who confirms has none of them.';
comment on index open_questions_of_object is
  'Whether a person was ever asked about it, for the reconciliation, which asks that of every refund.';

create table deliveries (
  business_id bigint not null,
  id bigint not null,
  event_id uuid not null,
  kind text not null check (kind in ('payments', 'messages', 'customers')),
  object_id bigint not null,
  sequence integer not null check (sequence > 0),
  state text not null check (state in ('pending', 'in_flight', 'scheduled', 'succeeded', 'exhausted', 'discarded')),
  body text not null,
  is_replay boolean not null default false,
  tries smallint not null default 0,
  epoch integer not null default 0,
  due_at timestamptz,
  last_status smallint,
  last_error varchar(50),
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (business_id, id),
  constraint deliveries_check check ((finished_at is not null) = (state in ('succeeded', 'exhausted', 'discarded'))),
  constraint deliveries_check1 check (due_at is null or finished_at is null)
) with (fillfactor=80);
create unique index deliveries_in_order on deliveries (business_id, kind, object_id, sequence);
create index deliveries_unfinished on deliveries (business_id, kind, due_at) where finished_at is null;
create index deliveries_of_event on deliveries (business_id, event_id);
comment on table deliveries is
  'An event on its way to an endpoint. Its body is fixed, and so is the webhook-id: that of the event, on every try and replay.';
comment on column deliveries.sequence is
  'Counts what an endpoint is told of one object.';
comment on column deliveries.tries is
  'How many tries ended.';
comment on column deliveries.epoch is
  'Counts who took it; what belongs to an older epoch changes nothing.';
comment on column deliveries.due_at is
  'When it is posted next; in flight, when somebody else may. Empty while it waits for an earlier one of its object, and at the end.';

create table delivery_tries (
  business_id bigint not null,
  delivery_id bigint not null,
  n integer not null check (n > 0),
  sent_at timestamptz not null,
  ended_at timestamptz,
  outcome text check (outcome in ('succeeded', 'failed')),
  status smallint,
  error varchar(50),
  address varchar(45),
  answer varchar(500),
  primary key (business_id, delivery_id, n)
);
comment on table delivery_tries is
  'The delivery log: each try, written before its first byte. One without an outcome is under way, or its process died.';
comment on column delivery_tries.n is
  'The epoch of the delivery at this try.';
comment on column delivery_tries.address is
  'The network address that was posted to.';
comment on column delivery_tries.answer is
  'How the answer began, without what looks like a number of a card or person.';

create table conversations (
  business_id bigint not null,
  id bigint not null,
  own_number text not null check (own_number ~ '^([0-9]{10})?$'),
  phone text not null collate "C" check (phone ~ '^[0-9]{0,10}$'),
  customer_id bigint,
  consent text not null default 'none' check (consent in ('none', 'opted_in', 'opted_out')),
  created_at timestamptz not null,
  heard_at timestamptz,
  last_at timestamptz not null,
  read_at timestamptz,
  assignee_id bigint,
  primary key (business_id, id)
);
create unique index conversations_pair on conversations (business_id, own_number, phone);
create index conversations_waiting on conversations (business_id, heard_at) where heard_at is not null and read_at is null;
create index conversations_by_last on conversations (business_id, last_at, id);
create index conversations_of_phone on conversations (business_id, phone);
create index conversations_of_customer on conversations (business_id, customer_id) where customer_id is not null;
create index conversations_of_assignee on conversations (business_id, assignee_id, last_at, id) where assignee_id is not null;
comment on table conversations is
  'What is written between a number of a business and the phone of somebody; consent belongs to this pair.';
comment on column conversations.own_number is
  'Empty where the business had none: then nothing was ever sent here. The same holds for a phone that is no number.';
comment on column conversations.phone is
  'In the order of "C", since it is found by its beginning.';
comment on column conversations.consent is
  'opted_out: nothing is sent any more but the confirmation of that, until they opt in again.';
comment on column conversations.heard_at is
  'When the other side wrote last.';
comment on column conversations.read_at is
  'When a person answered it or marked it as read, after the other side wrote last. Null: nobody did since then.';
comment on column conversations.assignee_id is
  'The user who takes care of it. It stays when that user is disabled.';
comment on index conversations_waiting is
  'Those in which the other side wrote and nobody has answered or read it, for the list and the counts of the portal.';

create table consent_moves (
  business_id bigint not null,
  conversation_id bigint not null,
  n integer not null check (n > 0),
  consent text not null check (consent in ('opted_in', 'opted_out')),
  actor varchar(200) not null,
  reason varchar(200) not null,
  message_id bigint,
  moved_at timestamptz not null,
  primary key (business_id, conversation_id, n)
);
comment on table consent_moves is
  'Every time that somebody allowed texts or forbade them, and how. Rows are added, never changed.';

create table messages (
  business_id bigint not null,
  id bigint not null,
  conversation_id bigint not null,
  direction text not null check (direction in ('in', 'out')),
  kind text not null check (kind in ('chat', 'pay_link', 'receipt', 'notice', 'answer')),
  state text not null check (state in ('received', 'queued', 'scheduled', 'sending', 'sent', 'delivered', 'undelivered', 'failed', 'canceled', 'blocked')),
  body varchar(1600) not null,
  link_id bigint,
  event_id uuid,
  media_count smallint not null default 0 check (media_count >= 0),
  idempotency_key varchar(255),
  request_fingerprint bytea,
  carrier text,
  carrier_id varchar(64),
  segments smallint not null default 1 check (segments > 0),
  due_at timestamptz,
  tries smallint not null default 0,
  epoch integer not null default 0,
  error_code varchar(50),
  created_at timestamptz not null,
  sent_at timestamptz,
  finished_at timestamptz,
  actor text,
  page_id bigint,
  primary key (business_id, id),
  constraint messages_in_are_received check ((direction = 'in') = (state = 'received'))
) with (fillfactor=80);
create index messages_due on messages (business_id, due_at) where due_at is not null;
create index messages_of_link on messages (business_id, link_id) where link_id is not null;
create index messages_of_conversation on messages (business_id, conversation_id, id);
create unique index messages_carried on messages (business_id, carrier, carrier_id) where carrier_id is not null;
create unique index messages_of_event on messages (business_id, event_id) where event_id is not null;
create unique index messages_key on messages (business_id, idempotency_key) where idempotency_key is not null;
create index messages_failed on messages (finished_at) where state = 'failed';
comment on table messages is
  'Texts, in and out.';
comment on column messages.kind is
  'answer: sent by itself to STOP, START or HELP. notice: that a payment came back, that one is due.';
comment on column messages.state is
  'sending: marked before the first byte, and never sent twice: when its process died there it has failed.';
comment on column messages.body is
  'What was written; the address of a pay link is put in when it is sent.';
comment on column messages.event_id is
  'What happened and is told with it.';
comment on column messages.carrier_id is
  'Its name at the carrier.';
comment on column messages.due_at is
  'When it is sent; while it is being sent, when somebody must look what became of it. Empty at the end.';
comment on column messages.epoch is
  'Counts who took it; what belongs to an older epoch changes nothing.';
comment on column messages.actor is
  'Who wrote it, as the audit log names them. Null where the service wrote it by itself, it came in, or it is older than this column.';
comment on column messages.page_id is
  'The page of a subscription whose address its body has, with a mark in its place.';

create table text_counts (
  name text not null check (length(name) <= 50),
  since timestamptz not null,
  texts integer not null check (texts > 0),
  primary key (name, since)
);
comment on table text_counts is
  'How many texts went to a number or to the numbers that begin like it, in an hour or a day, over all businesses that have limits on.';

create table mails (
  business_id bigint not null,
  id bigint not null,
  kind varchar(50) not null,
  event_id uuid not null,
  recipient varchar(254) not null,
  state text not null check (state in ('queued', 'sending', 'sent', 'failed')),
  due_at timestamptz,
  tries smallint not null default 0,
  epoch integer not null default 0,
  error_code varchar(50),
  carrier_id varchar(255),
  created_at timestamptz not null,
  sent_at timestamptz,
  finished_at timestamptz,
  customer_id bigint,
  primary key (business_id, id)
) with (fillfactor=80);
create unique index mails_of_event on mails (business_id, event_id, recipient);
create index mails_due on mails (due_at) where due_at is not null;
create index mails_due_of_business on mails (business_id, due_at, id) where due_at is not null;
create index mails_of_customer on mails (business_id, customer_id, id) where customer_id is not null;
create index mails_failed on mails (business_id, finished_at) where state = 'failed';
comment on table mails is
  'E-mails to payers and businesses. What is in one follows from its event, so it is written when it is sent.';
comment on column mails.state is
  'sending: under a Message-ID that stays the same: a mail may come twice, a text may not.';
comment on column mails.due_at is
  'When it is sent; while it is being sent, when somebody else may. Empty at the end.';
comment on column mails.customer_id is
  'The payer that it goes to, at whatever address. Null: it goes to the business.';
comment on index mails_of_customer is
  'What was mailed to somebody, in the order of the list.';
comment on index mails_failed is
  'Those that failed for good, for the home of a business and what is overdue in all: they are few.';

create table sandbox_inbox (
  business_id bigint not null,
  id bigint not null,
  channel text not null check (channel in ('text', 'mail', 'call')),
  reference varchar(100) not null,
  sender varchar(500) not null,
  recipient varchar(254) not null,
  subject varchar(1000),
  body text not null,
  html text,
  attachments text[] not null default '{}'::text[],
  received_at timestamptz not null,
  primary key (business_id, id)
);
create index sandbox_inbox_of_recipient on sandbox_inbox (business_id, recipient, id);
comment on table sandbox_inbox is
  'What the carriers of the sandbox delivered: the phones and mailboxes of all payers of a sandbox business.';
comment on column sandbox_inbox.channel is
  'call: a phone that rang, since calls to the number of a business are forwarded to it.';
comment on column sandbox_inbox.reference is
  'What the sender called it: the same text sent twice would stand here twice.';

create table pay_links (
  business_id bigint not null,
  id bigint not null,
  invoice_id bigint not null,
  customer_id bigint not null,
  order_number varchar(50) not null collate "C",
  state text not null check (state in ('open', 'expired', 'revoked')),
  token_hash bytea not null check (octet_length(token_hash) = 32),
  expires_at timestamptz,
  due_at timestamptz,
  idempotency_key varchar(255),
  request_fingerprint bytea not null,
  message_id bigint,
  created_at timestamptz not null,
  opened_at timestamptz,
  ended_at timestamptz,
  primary key (business_id, id)
);
create unique index pay_links_key on pay_links (business_id, idempotency_key) where idempotency_key is not null;
create index pay_links_of_invoice on pay_links (business_id, invoice_id);
create index pay_links_expiring on pay_links (due_at) where due_at is not null;
create unique index pay_links_order on pay_links (business_id, order_number) where state = 'open';
create index pay_links_ended on pay_links (business_id, order_number, id) where state <> 'open';
create index pay_links_of_customer on pay_links (business_id, customer_id);
comment on table pay_links is
  'Addresses under which an invoice can be paid. Whether it is paid is told by the invoice, not here.';
comment on column pay_links.order_number is
  'That of its invoice: one link at a time for each.';
comment on column pay_links.token_hash is
  'SHA-256 of the last part of the address, which is derived under a key of the vault and nowhere written down.';
comment on column pay_links.due_at is
  'When somebody must look whether it has ended: at expires_at, and again while a payment is under way. Empty at the end.';
comment on column pay_links.request_fingerprint is
  'Tells a repeated call from another one.';
comment on column pay_links.message_id is
  'The text that it went out with.';
comment on column pay_links.opened_at is
  'When a person, not a robot that previews links, first looked.';

create table page_addresses (
  token_hash bytea not null check (octet_length(token_hash) = 32),
  business_id bigint not null,
  kind text not null check (kind in ('pay_link', 'lead_form', 'account_validation', 'field_session', 'subscription')),
  object_id bigint not null,
  primary key (token_hash)
);
comment on table page_addresses is
  'Where the address of a hosted page leads: it names no business, so that it is looked up among all.';

create table lead_forms (
  business_id bigint not null,
  id bigint not null,
  name varchar(100) not null check (length(name::text) >= 1),
  state text not null check (state in ('open', 'closed')),
  intro varchar(500) not null,
  thanks varchar(500) not null,
  origin_id varchar(100),
  questions json not null,
  created_at timestamptz not null,
  topics text[] not null default '{}'::text[],
  primary key (business_id, id)
);
comment on table lead_forms is
  'Forms on a hosted page that people fill in who want to hear from a business.';
comment on column lead_forms.questions is
  'What is asked beside who they are, in order, with the answers to choose from.';
comment on column lead_forms.topics is
  'What a form asks of people beside name, address and its questions: spouse, occupation, birth_date, gender.';

create table leads (
  business_id bigint not null,
  id bigint not null,
  customer_id bigint not null,
  form_id bigint,
  source text not null check (source in ('lead_form', 'contact_insert')),
  state text not null check (state in ('waiting', 'acknowledged')),
  details json not null,
  return_message varchar(500),
  submission bytea,
  created_at timestamptz not null,
  answered_at timestamptz,
  primary key (business_id, id)
);
create index leads_waiting on leads (business_id, created_at, id) where state = 'waiting';
create index leads_of_customer on leads (business_id, customer_id);
create unique index leads_submission on leads (business_id, form_id, submission) where submission is not null;
comment on table leads is
  'Individuals that came in through a form or ContactInsert, for the system of the business to fetch; id is the ExternalAPIID of the wire.';
comment on column leads.details is
  'What they told, as it was when they did.';
comment on column leads.return_message is
  'What the system of the business said of it last.';
comment on column leads.submission is
  'Of one page that was filled in: sent twice, it is one lead.';

create table phone_lookups (
  number text not null check (number ~ '^[0-9]{10}$'),
  type text not null check (type in ('mobile', 'landline', 'voip', 'tollfree', 'premium', 'unknown')),
  carrier varchar(100),
  source varchar(50) not null,
  looked_up_at timestamptz not null,
  primary key (number)
);
comment on table phone_lookups is
  'What a lookup carrier said of a number; asked again when it is old.';

create table plans (
  business_id bigint not null,
  code varchar(100) not null,
  amount_cents bigint not null check (amount_cents >= 1 and amount_cents <= 99999999),
  billing_interval text not null check (billing_interval in ('daily', 'weekly', 'every_two_weeks', 'monthly', 'every_two_months', 'quarterly', 'every_half_year', 'yearly')),
  discount integer not null check (discount >= 0 and discount <= 10000),
  tax_cents bigint not null check (tax_cents >= 0),
  trial_days smallint not null default 0 check (trial_days >= 0 and trial_days <= 730),
  periods integer check (periods > 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  currency varchar(3) not null default 'USD'::character varying,
  primary key (business_id, code)
);
comment on table plans is
  'What subscriptions are made from; one that was made keeps what it has when its plan changes.';
comment on column plans.discount is
  'Of the amount, in hundredths of a percent.';
comment on column plans.periods is
  'How many periods are charged; empty: until somebody cancels.';
comment on column plans.currency is
  'That of the business when the plan was made.';

create table subscriptions (
  business_id bigint not null,
  id bigint not null,
  customer_id bigint not null,
  token varchar(29) not null,
  plan_code varchar(100) not null,
  state text not null check (state in ('scheduled', 'incomplete', 'incomplete_expired', 'trialing', 'active', 'past_due', 'unpaid', 'paused', 'canceled', 'completed')),
  amount_cents bigint not null check (amount_cents >= 1 and amount_cents <= 99999999),
  billing_interval text not null check (billing_interval in ('daily', 'weekly', 'every_two_weeks', 'monthly', 'every_two_months', 'quarterly', 'every_half_year', 'yearly')),
  discount integer not null check (discount >= 0 and discount <= 10000),
  tax_cents bigint not null check (tax_cents >= 0),
  carry_cents bigint not null default 0,
  starts_on date not null,
  first_on date not null,
  first_number integer not null default 0,
  next_number integer not null default 0,
  charged integer not null default 0,
  periods integer,
  cancels_at_end boolean not null default false,
  due_at timestamptz,
  notice_at timestamptz,
  announced_expiry varchar(7),
  paused_at timestamptz,
  idempotency_key varchar(255),
  request_fingerprint bytea not null,
  version integer not null default 1,
  created_at timestamptz not null,
  ended_at timestamptz,
  currency varchar(3) not null default 'USD'::character varying,
  page_id bigint,
  primary key (business_id, id),
  constraint subscriptions_have_a_due_moment check (due_at is null or (state <> all (array['incomplete_expired', 'unpaid', 'paused', 'canceled', 'completed'])))
) with (fillfactor=80);
create index subscriptions_due on subscriptions (due_at) where due_at is not null;
create index subscriptions_notices on subscriptions (notice_at) where notice_at is not null;
create index subscriptions_of_customer on subscriptions (business_id, customer_id);
create index subscriptions_of_token on subscriptions (business_id, token) where ended_at is null;
create unique index subscriptions_key on subscriptions (business_id, idempotency_key) where idempotency_key is not null;
create unique index subscriptions_once on subscriptions (business_id, request_fingerprint) where idempotency_key is null and ended_at is null;
create unique index subscriptions_page on subscriptions (business_id, page_id) where page_id is not null;
comment on table subscriptions is
  'Cards and bank accounts that are charged once in every period.';
comment on column subscriptions.carry_cents is
  'What a change in the middle of a period left over: added to the next period''s price, or taken off it.';
comment on column subscriptions.first_on is
  'The first day of the period first_number, from which all others are counted: 31 January, 28 February, 31 March.';
comment on column subscriptions.next_number is
  'The period that begins next.';
comment on column subscriptions.charged is
  'How many periods were begun and not skipped.';
comment on column subscriptions.due_at is
  'When its next period begins. Empty while none does, and at the end.';
comment on column subscriptions.notice_at is
  'When somebody must look whether there is something to announce.';
comment on column subscriptions.announced_expiry is
  'The expiry of its card that was announced, as YYYY-MM.';
comment on column subscriptions.currency is
  'That of its plan, or of the business when it was made: it keeps what it has when either changes.';
comment on column subscriptions.page_id is
  'From which the address of its payer''s page is derived. Null: from its id. Another one makes the former address lead nowhere.';
comment on index subscriptions_once is
  'The same call again, without an Idempotency-Key, is the same subscription as long as that lives.';

create table subscription_periods (
  business_id bigint not null,
  subscription_id bigint not null,
  n integer not null,
  invoice_id bigint,
  state text not null check (state in ('open', 'processing', 'paid', 'unpaid', 'void')),
  amount_cents bigint not null check (amount_cents >= 0),
  starts_on date not null,
  ends_on date not null,
  tries smallint not null default 0,
  epoch integer not null default 0,
  due_at timestamptz,
  gives_up_at timestamptz,
  last_code varchar(50),
  failed_at timestamptz,
  created_at timestamptz not null,
  paid_at timestamptz,
  price_cents bigint not null check (price_cents >= 0),
  card_at timestamptz,
  changed_cents bigint not null default 0,
  carried_cents bigint not null default 0,
  primary key (business_id, subscription_id, n),
  constraint subscription_periods_free_ones_are_paid check ((invoice_id is null) = (amount_cents = 0))
) with (fillfactor=80);
create index subscription_periods_due on subscription_periods (due_at) where due_at is not null;
create index subscription_periods_given_up on subscription_periods (gives_up_at) where gives_up_at is not null;
comment on table subscription_periods is
  'Periods that have begun: each has an invoice, and is charged under the order number of that, whoever pays it.';
comment on column subscription_periods.state is
  'processing: a bank payment is on its way. unpaid: given up; its invoice may still be paid.';
comment on column subscription_periods.tries is
  'How many tries of ours were declined; the next has this number.';
comment on column subscription_periods.epoch is
  'Counts who took it.';
comment on column subscription_periods.due_at is
  'When it is charged; while it is being charged, when somebody else may look. Empty while nothing is to be tried.';
comment on column subscription_periods.gives_up_at is
  'When it counts as unpaid, unless it is paid before.';
comment on column subscription_periods.failed_at is
  'When it was declined first: the days to try again are counted from it.';
comment on column subscription_periods.price_cents is
  'What a whole one costs at the price at which its days that are left were charged: with its invoice, or by a change since then.';
comment on column subscription_periods.card_at is
  'When another card was given for it last: a try that was begun before is declined by the old one.';
comment on column subscription_periods.changed_cents is
  'What changes of the price come to for its days that are left: to be charged, or below 0 to be given back.';
comment on column subscription_periods.carried_cents is
  'How much of that was left to the next period: what was given back of it already is not given back again.';

create table subscription_moves (
  business_id bigint not null,
  subscription_id bigint not null,
  n integer not null check (n > 0),
  from_state text,
  to_state text not null,
  actor varchar(200) not null,
  reason varchar(500) not null,
  moved_at timestamptz not null,
  primary key (business_id, subscription_id, n)
);
comment on table subscription_moves is
  'How a subscription came into its state: who moved it, when and why.';

create table payment_watches (
  business_id bigint not null,
  kind text not null check (kind in ('begun', 'unknown', 'decided')),
  id bigint not null,
  payment_ids bigint[] not null,
  asked_at timestamptz not null,
  look_at timestamptz not null,
  looks smallint not null default 0,
  cancel_sent_at timestamptz,
  absent_since timestamptz,
  seen_at timestamptz,
  replay_refused_at timestamptz,
  primary key (business_id, kind, id)
);
create index payment_watches_due on payment_watches (look_at);
comment on table payment_watches is
  'Of which charges somebody must find out what became of them. This is the job that does so; it goes when that is known.';
comment on column payment_watches.kind is
  'begun: charges that one statement began together, most of which end without it. unknown: one whose owner fell silent, or whose processor gave no answer. decided: one that a person decided was not made.';
comment on column payment_watches.id is
  'The payment, or the first of them.';
comment on column payment_watches.asked_at is
  'When the processor was asked, at the latest; of one that was decided, when that was.';
comment on column payment_watches.look_at is
  'When somebody must look.';
comment on column payment_watches.looks is
  'How often somebody did.';
comment on column payment_watches.cancel_sent_at is
  'When a cancel of the charge was last sent, written before it is sent; from then on only a confirmed cancel ends the doubt.';
comment on column payment_watches.absent_since is
  'Since when the processor, which cancels nothing by its reference, does not find what it should find by now.';
comment on column payment_watches.seen_at is
  'When the processor last showed it, whatever it said: what was there is never taken for absent.';
comment on column payment_watches.replay_refused_at is
  'When the processor said, in answer to a request, that it has it: as a repetition, or for a review.';

create table kept_keys (
  business_id bigint not null,
  kind text not null check (kind in ('payment', 'followup')),
  key varchar(255) not null,
  made_id bigint not null,
  request_fingerprint bytea not null,
  kept_at timestamptz not null,
  freed_at timestamptz,
  primary key (business_id, kind, key)
);
comment on table kept_keys is
  'Idempotency-Keys under which something was asked for that was there already, and bears another key or none: they answer as it does. Forgotten after 30 days.';
comment on column kept_keys.made_id is
  'The payment, or what was done to one.';
comment on column kept_keys.request_fingerprint is
  'Of what was asked under the key.';
comment on column kept_keys.freed_at is
  'When the key became free again, because its caller was told that nothing was done; a request that arrived earlier is a copy.';

create table restores (
  generation smallint not null,
  restored_at timestamptz not null,
  primary key (generation)
);
comment on table restores is
  'Each time that this database was set back to an older state; names that outsiders know begin anew behind those of the lost time.';
comment on column restores.generation is
  'Counts them; more than one step where an operator moved the numbers on by more than usual.';

create table write_probes (
  id integer not null,
  probed_at timestamptz not null,
  primary key (id)
);
comment on table write_probes is
  'One row, written anew by /health, so that it knows whether commits go through and the disk has room.';

create table number_openings (
  business_id bigint not null,
  opened_on date not null,
  token text not null,
  openings bigint not null check (openings > 0),
  primary key (business_id, opened_on, token)
) with (fillfactor=80);
comment on table number_openings is
  'How often the number behind a token was opened to be charged, counted for each day before it is used. Every other opening of a stored number is a row of audit_trail.';
comment on column number_openings.opened_on is
  'By UTC, on the clock of the business.';
comment on column number_openings.openings is
  'Charges of it, and requests that were answered with an earlier payment or refused after the number was opened.';

create table account_news (
  business_id bigint not null,
  id bigint not null,
  application_id bigint,
  created_at timestamptz not null,
  digest_id uuid,
  told_at timestamptz,
  primary key (business_id, id)
);
create index account_news_untold on account_news (digest_id, created_at, business_id, id) where told_at is null;
comment on table account_news is
  'What the account team of the operator is to hear of, by a digest: applications that were handed in, and businesses that somebody referred.';
comment on column account_news.application_id is
  'Null: a business that was made without one.';
comment on column account_news.digest_id is
  'The mail that tells it; its Message-ID is made of this, so that it is the same on every try.';

create table ach_file_parts (
  business_id bigint not null,
  scope bigint not null,
  file_id bigint not null,
  round smallint not null,
  state text not null check (state in ('filed', 'sent', 'rejected')),
  look_at timestamptz,
  primary key (business_id, scope, file_id)
);
create index ach_file_parts_due on ach_file_parts (look_at) where look_at is not null;
comment on table ach_file_parts is
  'What one business has in an outgoing ACH file. The transactions of a business lock this row, and never the row of a file, which may be of many businesses.';
comment on column ach_file_parts.scope is
  'The business_id of the file: 0 if it is of many businesses.';
comment on column ach_file_parts.round is
  'The round of the file in which its entries were collected: the fencing token of whoever collects.';
comment on column ach_file_parts.state is
  'filed: its file is being made. sent: the bank has it. rejected: its file is being rejected, and nothing in it settles.';
comment on column ach_file_parts.look_at is
  'When a worker must look whether its file has it. Null: there is nothing to find out.';

create table processor_accounts (
  business_id bigint not null,
  name varchar(30) not null,
  processor varchar(30) not null,
  environment text not null,
  state text not null,
  stopped_because varchar(300),
  address varchar(200) not null,
  merchant varchar(100),
  key_number integer not null,
  created_at timestamptz not null,
  checked_at timestamptz not null,
  currency varchar(3) not null default 'USD'::character varying,
  primary key (business_id, name),
  constraint processor_accounts_environment check (environment in ('sandbox', 'live')),
  constraint processor_accounts_state check (state in ('active', 'stopped'))
);
comment on table processor_accounts is
  'The accounts that a business has at gateways. Its payments remember the name of the account that they were sent to, as their processor. Keys lie in the vault.';
comment on column processor_accounts.processor is
  'Which gateway it is: the folder of its connector.';
comment on column processor_accounts.environment is
  'live: it moves money. sandbox: a test account, or a double of the gateway.';
comment on column processor_accounts.stopped_because is
  'While it is stopped nothing that moves money is sent there.';
comment on column processor_accounts.merchant is
  'Where one account of the gateway has several: which of them.';
comment on column processor_accounts.key_number is
  'Counts its keys: a process that opened an earlier one opens the new one.';
comment on column processor_accounts.currency is
  'Of all that is charged there: it never changes.';

create table gateway_conversations (
  business_id bigint not null,
  id uuid not null,
  account varchar(30) not null,
  reference varchar(20) not null,
  kind varchar(20) not null,
  at timestamptz not null,
  took_ms integer not null,
  request text not null,
  answer text not null,
  status integer,
  primary key (business_id, id)
);
create index gateway_conversations_of_reference on gateway_conversations (business_id, reference, at);
create index gateway_conversations_old on gateway_conversations (at);
comment on table gateway_conversations is
  'What gateways were asked about payments, and what they answered: the values of the fields that are evidence, and no secret, card number or personal data. Deleted after GATEWAY_CONVERSATION_DAYS.';
comment on column gateway_conversations.account is
  'The account of the business, as its payments remember it.';
comment on column gateway_conversations.reference is
  'Of the charge, capture, void or refund that it is about, as the gateway is told it.';
comment on column gateway_conversations.kind is
  'What was asked for: charge, inquiry and so on.';
comment on column gateway_conversations.status is
  'Of HTTP. Null: no whole answer came, and answer says why.';

create table account_validations (
  business_id bigint not null,
  id bigint not null,
  method text not null,
  state text not null,
  fingerprint bytea not null,
  number_owner text not null,
  routing_number text not null,
  last4 varchar(4) not null,
  payment_id bigint not null,
  wrong_tries smallint not null default 0,
  due_at timestamptz,
  reason varchar(200),
  created_at timestamptz not null,
  validated_at timestamptz,
  ended_at timestamptz,
  asks integer not null default 0,
  primary key (business_id, id),
  constraint account_validations_state check (state in ('pending', 'validated', 'failed', 'expired', 'withdrawn')),
  constraint account_validations_number_owner check (length(number_owner) >= 1 and length(number_owner) <= 200),
  constraint account_validations_routing_number check (length(routing_number) = 9),
  constraint account_validations_wrong_tries check (wrong_tries >= 0 and wrong_tries <= 3),
  constraint account_validations_validated check (state <> 'validated' or validated_at is not null),
  constraint account_validations_ended check ((state in ('failed', 'expired', 'withdrawn')) = (ended_at is not null)),
  constraint account_validations_method check (method in ('prenote', 'micro_deposits', 'hook', 'used_before'))
);
create unique index account_validations_live on account_validations (business_id, fingerprint) where state in ('pending', 'validated');
create index account_validations_of_account on account_validations (business_id, fingerprint);
create index account_validations_of_owner on account_validations (business_id, number_owner);
create index account_validations_due on account_validations (due_at) where due_at is not null;
comment on table account_validations is
  'Whether a bank account was found to be open before it is debited by WEB entries; one pending or validated row for each account of a business.';
comment on column account_validations.fingerprint is
  'Of account and routing number, as tokens have it.';
comment on column account_validations.number_owner is
  'Under which owner the account number lies in the vault: a token or payment:ID.';
comment on column account_validations.payment_id is
  'The payment that used the account first; its payer confirms the amounts.';
comment on column account_validations.wrong_tries is
  'How often the amounts of micro-deposits were confirmed wrongly.';
comment on column account_validations.due_at is
  'Of a prenote: when it counts as accepted. Of micro-deposits: until when they may be confirmed. Of a hook: when it is asked again. By the clock of the business.';
comment on column account_validations.reason is
  'Why it ended, in words.';
comment on column account_validations.asks is
  'Of a hook: how often it was asked. An answer to an earlier question counts no more.';

create table disputes (
  business_id bigint not null,
  id bigint not null,
  processor varchar(50) not null,
  processor_id varchar(100) not null,
  charge_reference varchar(50) not null,
  charge_id varchar(100) not null,
  payment_id bigint,
  state text not null,
  amount_cents bigint not null,
  taken_cents bigint not null,
  reason_code varchar(50) not null,
  reason varchar(300) not null,
  answer_until timestamptz,
  told_at timestamptz not null,
  created_at timestamptz not null,
  primary key (business_id, id),
  constraint disputes_state check (state in ('inquiry', 'open', 'won', 'lost')),
  constraint disputes_cents check (amount_cents >= 0 and taken_cents >= 0)
);
create unique index disputes_once on disputes (business_id, processor, processor_id);
create index disputes_of_payment on disputes (business_id, payment_id) where payment_id is not null;
create index disputes_undecided on disputes (business_id, answer_until) where state in ('inquiry', 'open');
comment on table disputes is
  'What payers disputed at their banks, as the processor told it last. An inquiry took nothing yet.';
comment on column disputes.processor_id is
  'The processor''s id of the dispute.';
comment on column disputes.charge_reference is
  'Of the charge, as the processor told it; empty where it kept none.';
comment on column disputes.charge_id is
  'The processor''s id of the charge; empty where it names none.';
comment on column disputes.payment_id is
  'Null: no payment fits, and a person is asked.';
comment on column disputes.taken_cents is
  'What the bank has of it now. Of a dispute that was won it is what did not come back.';
comment on column disputes.answer_until is
  'The last moment for evidence, where the processor names one.';
comment on column disputes.told_at is
  'Of the latest state, by the clock of the processor. Older rows change nothing.';
comment on index disputes_once is
  'A dispute is told again on many days.';
comment on index disputes_of_payment is
  'What stands against a refund, and explains the ledger.';
comment on index disputes_undecided is
  'Those that are not decided, for the counts of the portal.';

create table dispute_marks (
  business_id bigint not null,
  processor varchar(50) not null,
  reported_until timestamptz not null,
  primary key (business_id, processor)
);
comment on table dispute_marks is
  'Until when the disputes of a processor were read.';

create table card_testing_suspects (
  name text not null,
  business_id bigint not null,
  kind text not null,
  object_id bigint not null,
  watched json not null,
  raised_until timestamptz not null,
  changed_at timestamptz not null,
  primary key (name),
  constraint card_testing_suspects_kind check (kind in ('caller', 'link', 'network', 'pages'))
);
comment on table card_testing_suspects is
  'Callers, pay links and networks of whom a card was refused lately: what was tried, and what follows. Ordinary payments write nothing here.';
comment on column card_testing_suspects.name is
  'Such as caller:100002, link:100002/17, network:203.0.113.0/24 and pages:100002.';
comment on column card_testing_suspects.business_id is
  '0 for a network, which tries cards at any business.';
comment on column card_testing_suspects.object_id is
  'The business, the link, or the number of the network.';
comment on column card_testing_suspects.watched is
  'Scores, parts of fingerprints, dates that were tried, and the levels that follow. No card number and no security code.';
comment on column card_testing_suspects.raised_until is
  'Until when tries are slowed, must be proved or are refused; not after the last change if nothing follows.';

create table spent_proofs (
  drawn bytea not null,
  expires_at timestamptz not null,
  primary key (drawn)
);
comment on table spent_proofs is
  'Challenges of pay pages that were answered: each is good for one try. Only browsers under suspicion get one.';

create table validation_hooks (
  business_id bigint not null,
  url varchar(2000) not null,
  updated_at timestamptz not null,
  primary key (business_id)
);
comment on table validation_hooks is
  'The service that is asked whether a bank account of a payer is open; its signing secret lies in the vault.';

create table kept_answers (
  business_id bigint not null,
  key varchar(255) not null,
  request_fingerprint bytea not null,
  kept_at timestamptz not null,
  lease_until timestamptz not null,
  status integer,
  headers text,
  body text,
  token uuid,
  primary key (business_id, key),
  constraint kept_answers_status check (status >= 200 and status <= 599)
);
create index kept_answers_old on kept_answers (kept_at);
comment on table kept_answers is
  'Answers of /v1 to writes under an Idempotency-Key, for flows that do not keep the key with what they create. Without a status the request is being worked on until the lease ends.';
comment on column kept_answers.token is
  'Fencing token: whoever takes the lease writes another one, and an earlier holder changes nothing any more.';

create table users (
  business_id bigint not null,
  id bigint not null,
  email varchar(254) not null,
  name varchar(100) not null,
  role varchar(30) not null,
  state text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  disabled_at timestamptz,
  invited_at timestamptz,
  origins text,
  primary key (business_id, id),
  constraint users_state check (state in ('invited', 'active', 'disabled')),
  constraint users_disabled check ((disabled_at is not null) = (state = 'disabled'))
);
create unique index users_email on users (business_id, email);
comment on table users is
  'People who work for a business. How they sign in is not stored here.';
comment on column users.email is
  'In lower case: they sign in with it.';
comment on column users.role is
  'A bundle of rights (src/parties/users/roles.ts).';
comment on column users.state is
  'invited: has not signed in yet. disabled: may not sign in.';
comment on column users.invited_at is
  'When the last invitation was made. It is good for seven days.';
comment on column users.origins is
  'Keys and people that saw the link by which this user joined, with blanks between them: with them it is one person where two must decide.';

create table checkout_sessions (
  business_id bigint not null,
  id bigint not null,
  success_url varchar(2048) not null,
  cancel_url varchar(2048),
  takes_cards boolean not null,
  takes_bank_accounts boolean not null,
  saves_token boolean not null,
  primary key (business_id, id)
);
comment on table checkout_sessions is
  'What a caller wants of the page of a pay link to which it sends the payer. State, expiry and payment are those of the link.';
comment on column checkout_sessions.id is
  'That of the pay link.';
comment on column checkout_sessions.saves_token is
  'The card or account is saved, whether or not the payer asks for it.';

create table people (
  id uuid not null,
  email varchar(254) not null,
  home_id bigint not null,
  salt bytea,
  password_hash bytea,
  second_factor boolean not null,
  last_code_step bigint not null,
  recovery_hashes text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  has_passkey boolean not null default false,
  mail_proved boolean not null default true,
  primary key (id),
  constraint people_password check ((salt is null) = (password_hash is null))
);
comment on table people is
  'Who signs in to the portal. One person may be a user of several businesses; what signs it in is here and once.';
comment on column people.id is
  'Derived from the mail address: one address is one person.';
comment on column people.email is
  'In lower case.';
comment on column people.home_id is
  'The business under whose key the seed of its codes is sealed.';
comment on column people.password_hash is
  'Argon2id. Null: signed in by a link and chose no password yet.';
comment on column people.second_factor is
  'True once a code of its app was confirmed.';
comment on column people.last_code_step is
  'The time step of the last code: no code is good twice.';
comment on column people.recovery_hashes is
  'SHA-256 of the recovery codes that are left, with blanks between them; each code has 80 random bits.';
comment on column people.has_passkey is
  'True while a row of passkeys is this person''s.';
comment on column people.mail_proved is
  'False while nothing but a link that its inviter saw says that the mail address is this person''s.';

create table memberships (
  person_id uuid not null,
  business_id bigint not null,
  user_id bigint not null,
  primary key (person_id, business_id)
);
comment on table memberships is
  'Which user of which business a person is. The role, and whether it holds, is that of the user.';

create table sessions (
  token_hash bytea not null,
  id uuid not null,
  person_id uuid not null,
  stage text not null,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  proved_at timestamptz not null,
  address varchar(64) not null,
  browser varchar(200) not null,
  ended_at timestamptz,
  kind text not null default 'browser',
  primary key (token_hash),
  constraint sessions_stage check (stage in ('password', 'whole')),
  constraint sessions_kind check (kind in ('browser', 'command_line'))
);
create index sessions_of_person on sessions (person_id, created_at);
create index sessions_old on sessions (created_at);
comment on table sessions is
  'Where people are signed in. Only the hash of the token is stored; it has 256 random bits.';
comment on column sessions.stage is
  'password: the second factor is still missing. whole: signed in.';
comment on column sessions.seen_at is
  'The last request, to the minute. The session ends 15 minutes after it.';
comment on column sessions.proved_at is
  'When the person last proved who it is: money leaves only shortly after that.';
comment on column sessions.kind is
  'A token of one kind opens nothing of the other.';

create table sign_in_links (
  token_hash bytea not null,
  id uuid not null,
  kind text not null,
  email varchar(254) not null,
  business_id bigint not null,
  user_id bigint,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  shown_to text,
  primary key (token_hash),
  constraint sign_in_links_kind check (kind in ('invitation', 'reset', 'login'))
);
create index sign_in_links_old on sign_in_links (expires_at);
comment on table sign_in_links is
  'Links that sign in once: an invitation, a new password, the first start.';
comment on column sign_in_links.user_id is
  'The user that an invitation or login is for. Null: a new password of the person.';
comment on column sign_in_links.shown_to is
  'Keys and people (business/key) that saw the link of an invitation, with blanks between them. Null: it was mailed, or printed at the machine.';

create table ach_answers (
  business_id bigint not null,
  id bigint not null,
  entry_id bigint not null,
  payment_id bigint,
  kind text not null,
  code varchar(3) not null,
  is_applied boolean not null,
  file_id bigint,
  received_at timestamptz not null,
  primary key (business_id, id),
  constraint ach_answers_kind check (kind in ('return', 'correction'))
);
create unique index ach_answers_once on ach_answers (business_id, entry_id, code, coalesce(file_id, 0::bigint));
create index ach_answers_by_code on ach_answers (business_id, code, id);
create index ach_answers_by_kind on ach_answers (business_id, kind, id);
create index ach_answers_by_effect on ach_answers (business_id, is_applied, id);
create index ach_answers_by_time on ach_answers (business_id, received_at);
create index ach_answers_of_payment on ach_answers (business_id, payment_id) where payment_id is not null;
create index ach_answers_of_file on ach_answers (business_id, file_id) where file_id is not null;
comment on table ach_answers is
  'What banks answered to entries: each return and each notice of change that was booked or kept, by the file it came in.';
comment on column ach_answers.is_applied is
  'False: it was kept and changed nothing.';
comment on column ach_answers.file_id is
  'The file from the bank. Null: a person told of it, or it came before this was written down.';

create table bank_scripts (
  business_id bigint not null,
  id bigint not null,
  exchange text not null,
  order_number varchar(50),
  does varchar(50) not null,
  times integer not null,
  created_at timestamptz not null,
  primary key (business_id, id),
  constraint bank_scripts_exchange check (exchange in ('charge', 'capture', 'void', 'refund', 'batch')),
  constraint bank_scripts_times check (times > 0)
);
comment on table bank_scripts is
  'What the simulated bank is to do with the next exchanges of a sandbox business. A row that was done as often as it says is gone.';
comment on column bank_scripts.exchange is
  'Which exchanges it is for.';
comment on column bank_scripts.order_number is
  'Only for the payment with this order number; null: for whatever comes next.';
comment on column bank_scripts.does is
  'The name of a behaviour of the simulated bank.';
comment on column bank_scripts.times is
  'How often it is still to be done.';

create table field_sessions (
  business_id bigint not null,
  id bigint not null,
  kind text not null,
  origins varchar(3000) not null,
  customer_id bigint,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  token text,
  primary key (business_id, id),
  constraint field_sessions_kind check (kind in ('card', 'bank'))
);
create index field_sessions_old on field_sessions (created_at);
comment on table field_sessions is
  'Each lets hosted fields in a page of somebody else make one token. The hash of its secret is in page_addresses.';
comment on column field_sessions.origins is
  'Of the pages that may show the fields, with blanks between them.';
comment on column field_sessions.customer_id is
  'Whose token it becomes. Null: a new customer.';
comment on column field_sessions.token is
  'What was made. No other is made with the same session.';

create table daily_figures (
  business_id bigint not null,
  day date not null,
  currency varchar(3) not null,
  card_cents bigint not null,
  bank_cents bigint not null,
  refunded_cents bigint not null,
  returned_cents bigint not null,
  approved_count integer not null,
  declined_count integer not null,
  bank_count integer not null,
  return_count integer not null,
  primary key (business_id, day, currency)
);
comment on table daily_figures is
  'Sums of days of the zone of the business that are over and in which nothing can change any more. They can be calculated again from payments and transfers.';
comment on column daily_figures.card_cents is
  'What was taken from cards, whatever was given back later.';
comment on column daily_figures.bank_cents is
  'What banks were asked to debit.';
comment on column daily_figures.refunded_cents is
  'Refunds, and voids of what was taken, on the day on which they were done.';
comment on column daily_figures.returned_cents is
  'What came back from banks, less what they paid when they were asked again.';
comment on column daily_figures.approved_count is
  'Card payments that were approved, also those that were only authorized.';

create table passkeys (
  person_id uuid not null,
  credential_id bytea not null,
  id uuid not null,
  name varchar(100) not null,
  public_key bytea not null,
  sign_count bigint not null,
  transports varchar(100) not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (person_id, credential_id)
);
comment on table passkeys is
  'Public keys that people sign in with in the place of password and code (WebAuthn).';
comment on column passkeys.credential_id is
  'What the authenticator calls it.';
comment on column passkeys.public_key is
  'In the form of COSE.';
comment on column passkeys.sign_count is
  'The last count of the authenticator, which never goes back; 0 where it does not count.';
comment on column passkeys.transports is
  'How the authenticator is reached, for the browser, with blanks between the words.';

create table passkey_challenges (
  challenge_hash bytea not null,
  purpose text not null,
  session_id uuid,
  expires_at timestamptz not null,
  primary key (challenge_hash),
  constraint passkey_challenges_purpose check (purpose in ('register', 'sign_in', 'prove')),
  constraint passkey_challenges_session check ((session_id is null) = (purpose = 'sign_in'))
);
create index passkey_challenges_old on passkey_challenges (expires_at);
comment on table passkey_challenges is
  'What an authenticator is asked to sign. A row is taken away by the first answer.';
comment on column passkey_challenges.session_id is
  'The session that may answer. Null: nobody is signed in yet.';

create table sign_in_guesses (
  name text not null,
  free_at timestamptz not null,
  primary key (name)
);
create index sign_in_guesses_old on sign_in_guesses (free_at);
comment on table sign_in_guesses is
  'Limits wrong passwords and codes at the command line, where each guess is a process of its own.';
comment on column sign_in_guesses.name is
  'What is counted: the guesses at one person, at links, or all of them.';
comment on column sign_in_guesses.free_at is
  'When all guesses are forgotten. Each wrong one moves it on; a guess that would move it too far is refused.';

create table processes (
  name text not null,
  version text not null,
  serves boolean not null,
  works boolean not null,
  address text,
  started_at timestamptz not null,
  seen_at timestamptz not null,
  open_circuits jsonb not null default '[]'::jsonb,
  primary key (name)
);
comment on table processes is
  'Processes of the service on all hosts. One that ends takes its row away; that of one which died is no longer renewed.';
comment on column processes.name is
  'Host and process id.';
comment on column processes.works is
  'Whether it works jobs.';
comment on column processes.address is
  'Where it is reached; null where it does not serve.';
comment on column processes.seen_at is
  'Renewed every 30 seconds while the process runs.';
comment on column processes.open_circuits is
  'Accounts at gateways that this process leaves alone after failures, and since when.';

create table conversation_notes (
  business_id bigint not null,
  id bigint not null,
  conversation_id bigint not null,
  actor text not null,
  body varchar(2000) not null,
  created_at timestamptz not null,
  primary key (business_id, id)
);
create index conversation_notes_of on conversation_notes (business_id, conversation_id, created_at, id);
comment on table conversation_notes is
  'What colleagues wrote to each other about a conversation. The person never sees it. Rows are added and removed, never changed.';
comment on column conversation_notes.actor is
  'Who wrote it, as the audit log names them.';

create table text_templates (
  business_id bigint not null,
  id bigint not null,
  name varchar(100) not null,
  body varchar(1600) not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (business_id, id)
);
create unique index text_templates_name on text_templates (business_id, lower(name::text));
comment on table text_templates is
  'Texts that the people of a business write again and again.';
comment on column text_templates.body is
  'With placeholders such as {firstName}, which are filled where the text is written, and [PBTLINK] for the address of a pay link.';

create table business_brandings (
  business_id bigint not null,
  accent_color varchar(7),
  logo bytea,
  logo_name varchar(32),
  logo_type text,
  logo_width smallint,
  logo_height smallint,
  updated_at timestamptz not null,
  primary key (business_id),
  constraint business_brandings_accent_color check (accent_color::text ~ '^#[0-9a-f]{6}$'),
  constraint business_brandings_logo check (num_nulls(logo, logo_name, logo_type, logo_width, logo_height) in (0, 5)),
  constraint business_brandings_logo_type check (logo_type in ('image/png', 'image/jpeg')),
  constraint business_brandings_logo_size check (octet_length(logo) <= 300000)
);
comment on table business_brandings is
  'The logo and the colour of a business on pages, mails and PDFs for its payers. A business without a row has neither.';
comment on column business_brandings.accent_color is
  'As it was chosen; what is shown of it holds its contrast.';
comment on column business_brandings.logo is
  'Written anew from what was sent, without metadata.';
comment on column business_brandings.logo_name is
  'The first half of the SHA-256 of its bytes, in hexadecimal: its address has it, so that a browser may keep it for ever.';

create table mail_templates (
  business_id bigint not null,
  id bigint not null,
  kind varchar(50) not null,
  language text not null,
  subject varchar(150),
  opening varchar(1000),
  closing varchar(1000),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (business_id, id),
  constraint mail_templates_language check (language in ('en', 'es', 'fr')),
  constraint mail_templates_says_something check (num_nonnulls(subject, opening, closing) > 0)
);
create unique index mail_templates_kind on mail_templates (business_id, kind, language);
comment on table mail_templates is
  'Own words of a business in the mails to its payers, for a kind of mail and a language. Without a row the usual words stand.';
comment on column mail_templates.kind is
  'The kind of the event that the mail tells of.';
comment on column mail_templates.subject is
  'With placeholders such as {firstName}, which are filled in when a mail is written. Null: the usual words.';
comment on column mail_templates.opening is
  'What the mail begins with, in lines. Null: the usual words.';
comment on column mail_templates.closing is
  'What it ends with, above the small print. Null: nothing.';
