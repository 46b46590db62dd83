alter table businesses add column clock_ahead_ms bigint not null default 0 check (clock_ahead_ms >= 0);
comment on column businesses.clock_ahead_ms is
  'How far the clock of a sandbox business was moved on: the time machine. Always 0 in live.';

create index businesses_ahead on businesses (business_id) where clock_ahead_ms > 0;

create table business_terms (
  business_id bigint primary key,
  card_fee_bps integer not null check (card_fee_bps between 0 and 10000),
  card_fee_cents integer not null check (card_fee_cents between 0 and 100000),
  ach_fee_cents integer not null check (ach_fee_cents between 0 and 100000),
  return_fee_cents integer not null check (return_fee_cents between 0 and 100000),
  batch_cutoff time not null,
  hold_days smallint not null check (hold_days between 0 and 30),
  represents boolean not null,
  same_day boolean not null,
  prenotes boolean not null,
  partial_approvals boolean not null,
  updated_at timestamptz not null
);
comment on table business_terms is
  'What is agreed with a business about its money; where there is no row, the defaults of the code hold.';
comment on column business_terms.card_fee_bps is 'Of what is settled, in hundredths of a percent.';
comment on column business_terms.batch_cutoff is 'When its batches are closed, by the clock of its time zone.';
comment on column business_terms.hold_days is 'Banking days for which what a bank payment brought is held.';
comment on column business_terms.represents is 'Whether a debit that came back for want of funds is sent again.';
comment on column business_terms.prenotes is
  'Whether a new bank account is tried with a prenote before it is debited.';
comment on column business_terms.partial_approvals is
  'Whether a card may pay a part where it has too little for the whole.';

alter table payments drop constraint payments_state_check;
alter table payments add constraint payments_state_check check (state in ('processing', 'unknown',
  'authorized', 'capturing', 'captured', 'voiding', 'voided', 'expired', 'settled', 'declined', 'canceled',
  'queued', 'originated', 'available', 'returned'));

alter table payments add column approved_cents bigint not null default 0;
comment on column payments.approved_cents is
  'What the processor said yes to: the amount, or a part of it where that was welcome.';

alter table payments add column captured_cents bigint not null default 0;
comment on column payments.captured_cents is 'What was taken. Of a bank payment: what its entry asked for, once it settled.';

alter table payments add column refunded_cents bigint not null default 0;
comment on column payments.refunded_cents is 'What was given back.';

alter table payments add column refunding_cents bigint not null default 0;
comment on column payments.refunding_cents is
  'What is being given back, or may have been: nobody may promise it a second time.';

alter table payments add column batch_id bigint;
comment on column payments.batch_id is 'The batch that it was closed with; before that it can be voided.';

update payments set approved_cents = amount_cents,
  captured_cents = case when state = 'captured' then amount_cents else 0 end
where state in ('authorized', 'captured', 'queued');

alter table payments add constraint payments_never_more_back_than_taken check (
  refunded_cents >= 0 and refunding_cents >= 0 and refunded_cents + refunding_cents <= captured_cents
  and captured_cents <= approved_cents);

alter table payments add constraint payments_taken_is_counted check (
  (approved_cents > 0 or state not in ('authorized', 'captured', 'queued'))
  and (captured_cents > 0 or state <> 'captured'));
comment on constraint payments_taken_is_counted on payments is
  'Also keeps a process of the version before from finishing a payment without what this one needs: its write fails, and this one finds the outcome.';

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
  primary key (business_id, id)
);
create unique index followups_of_payment on followups (business_id, payment_id, n);
create unique index followups_key on followups (business_id, idempotency_key)
  where idempotency_key is not null;
create index followups_unresolved on followups (resolve_at) where resolve_at is not null;
create index followups_unbatched on followups (business_id, id)
  where batch_id is null and kind = 'refund' and state = 'succeeded' and processor <> 'ach';
comment on table followups is
  'What was done to a payment after its charge: a wish and its one conversation with the processor in one row.';
comment on column followups.n is 'Counts the conversations of the payment; the charge is the first.';
comment on column followups.kind is
  'give_back: an approval that came after we had said that nothing was charged. Its id is the RefundID of the wire.';
comment on column followups.state is
  'returned: a refund to a bank account that had succeeded, before its money came back. What was answered stays as it was.';
comment on column followups.reference is 'Derived from business, payment and n, as that of an attempt.';
comment on column followups.remaining_cents is 'What could still be given back when it was finished: its answer says so for ever.';
comment on column followups.sent_at is 'When it was sent last: it may be sent again under the same reference.';
comment on column followups.resolve_at is
  'When somebody must look what became of it; empty once that is known. This is the job that finds out.';
comment on column followups.batch_id is 'The batch in which it is counted.';

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
  primary key (business_id, id)
);
create unique index batches_under_way on batches (business_id, processor) where state in ('closing', 'unknown');
create index batches_unresolved on batches (resolve_at) where resolve_at is not null;
comment on table batches is
  'What a business took at a processor from one closing to the next. What is captured and in none of these is the open batch.';
comment on column batches.first_payment_id is
  'No payment with a smaller id is in it: its payments are found by reading the business from here on.';
comment on column batches.processor_count is 'How many items the processor says that it has in this batch.';
comment on column batches.deposit_id is 'The ACH entry that paid it out.';
comment on column batches.resolve_at is
  'When somebody must look what became of it; empty once that is known. This is the job that finds out.';

create table batch_marks (
  business_id bigint not null,
  processor text not null,
  from_payment_id bigint not null,
  primary key (business_id, processor)
);
comment on table batch_marks is
  'Every payment with a smaller id is in a batch or will never be in one: the next closing reads from here.';

create table ach_entries (
  business_id bigint not null,
  id bigint not null,
  kind text not null check (kind in ('debit', 'credit', 'deposit', 'prenote')),
  state text not null check (state in ('queued', 'filed', 'originated', 'settled', 'available', 'returned',
    'late_returned', 'canceled')),
  amount_cents bigint not null check ((amount_cents = 0) = (kind = 'prenote') and amount_cents >= 0),
  payment_id bigint,
  followup_id bigint,
  sec_code text not null check (sec_code in ('WEB', 'PPD', 'CCD')),
  account_kind text not null check (account_kind in ('checking', 'savings')),
  routing_number text not null check (length(routing_number) = 9),
  last4 varchar(4) not null,
  holder varchar(100) not null,
  number_owner text not null check (length(number_owner) between 1 and 200),
  is_same_day boolean not null,
  presentment smallint not null default 1 check (presentment between 1 and 3),
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
  primary key (business_id, id)
);
create index ach_entries_due on ach_entries (next_at) where next_at is not null;
create index ach_entries_waiting on ach_entries (business_id, next_at) where state = 'queued';
create index ach_entries_filed on ach_entries (file_id) where file_id is not null;
create index ach_entries_of_owner on ach_entries (business_id, number_owner);
create index ach_entries_deposits on ach_entries (business_id, created_at) where kind = 'deposit';
create index ach_entries_of_payment on ach_entries (business_id, payment_id) where payment_id is not null;
create unique index ach_entries_represented on ach_entries (business_id, represents_id)
  where represents_id is not null;
comment on table ach_entries is
  'Bank transfers, one row for each entry that goes into a NACHA file. A bank payment has one, and one more each time it is sent again.';
comment on column ach_entries.kind is
  'debit: a payment. credit: its refund. deposit: pays the business out. prenote: tries an account with no money.';
comment on column ach_entries.number_owner is
  'Under which owner the account number lies in the vault: a token, payment:ID or application.';
comment on column ach_entries.presentment is 'Which time it is that this is asked for: the first, or again after it came back.';
comment on column ach_entries.represents_id is 'The entry that came back and is asked for again with this one.';
comment on column ach_entries.next_at is
  'When its next move is due, by the clock of its business: the cut-off it waits for, settlement, the end of its hold.';

create table ach_files (
  business_id bigint not null,
  id bigint not null,
  direction text not null check (direction in ('out', 'in')),
  state text not null check (state in ('collecting', 'written', 'delivered', 'rejected', 'read')),
  name varchar(100) not null,
  file_on date not null,
  number smallint not null,
  is_same_day boolean not null default false,
  environment text not null check (environment in ('sandbox', 'live')),
  sha256 bytea,
  entry_count integer not null default 0,
  debit_cents bigint not null default 0,
  credit_cents bigint not null default 0,
  faults text[] not null default '{}',
  cutoff_at timestamptz not null,
  resolve_at timestamptz,
  created_at timestamptz not null,
  delivered_at timestamptz,
  primary key (business_id, id)
);
create unique index ach_files_name on ach_files (business_id, direction, environment, name);
create index ach_files_unfinished on ach_files (resolve_at) where resolve_at is not null;
comment on table ach_files is
  'NACHA files: out to the bank, and what came in from it. 0 as business: a file of many businesses, as in live; a sandbox business has files of its own, since it has a clock of its own.';
comment on column ach_files.number is 'Counts the files of a day; the file id modifier.';
comment on column ach_files.sha256 is 'Of its bytes, which are made anew from the entries when they are needed.';
comment on column ach_files.resolve_at is
  'When somebody must go on with it, should whoever made it have died. Of one that came in: before that it is not tried again.';

create table open_questions (
  business_id bigint not null,
  id bigint not null,
  kind text not null check (length(kind) <= 50),
  object_kind text not null check (object_kind in ('payment', 'followup', 'batch', 'ach_entry', 'ach_file')),
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
  primary key (business_id, id)
);
create unique index open_questions_once on open_questions (business_id, kind, object_kind, object_id)
  where state <> 'closed';
create index open_questions_waiting on open_questions (created_at) where state <> 'closed';
comment on table open_questions is
  'What only a person can decide, with the evidence: one proposes, another confirms.';

alter table transfers alter column payment_id drop not null;
alter table transfers add column followup_id bigint;
alter table transfers add column batch_id bigint;
alter table transfers add column entry_id bigint;
alter table transfers add constraint transfers_have_a_cause check (
  payment_id is not null or batch_id is not null or entry_id is not null);
comment on column transfers.followup_id is 'The capture, void or refund that moved it; empty for the charge itself.';
comment on column transfers.batch_id is 'The batch whose settlement moved it.';
comment on column transfers.entry_id is 'The ACH entry that moved it.';

create index transfers_clearing on transfers (business_id, id) where debit = 'clearing' or credit = 'clearing';
comment on index transfers_clearing is 'What may be paid out, added up once a day.';

alter table customers add column status text not null default 'active'
  check (status in ('active', 'inactive', 'do_not_contact'));
alter table customers add column details json not null default '{}';
comment on column customers.details is 'What UpdateCustomer told besides, by the names of the wire; never searched.';
alter table customers add column updated_at timestamptz;

create index tokens_of_customer on tokens (business_id, customer_id);
create index invoices_of_customer on invoices (business_id, customer_id);

alter table tokens add column prenoted_at timestamptz;
comment on column tokens.prenoted_at is 'When a prenote for this account is taken for good, unless it comes back before.';

insert into jobs (business_id, kind, key, payload, run_at)
select business_id, 'authorization.expire', id::text, jsonb_build_object('paymentId', id::text),
  finished_at + case when brand in ('discover', 'diners') then interval '10 days' else interval '7 days' end
from payments where state = 'authorized'
on conflict do nothing;

insert into ach_entries (business_id, id, kind, state, amount_cents, payment_id, sec_code, account_kind,
  routing_number, last4, holder, number_owner, is_same_day, next_at, created_at)
select p.business_id, p.id, 'debit', 'queued', p.amount_cents, p.id,
  case v.details -> 'account' ->> 'holder' when 'business' then 'CCD' else 'WEB' end,
  v.details -> 'account' ->> 'kind', v.details -> 'account' ->> 'routingNumber', p.last4,
  left(v.details -> 'account' ->> 'name', 100), coalesce(p.token, 'payment:' || p.id), false, p.finished_at,
  p.created_at
from payments p join invoices v on v.business_id = p.business_id and v.id = p.invoice_id
where p.state = 'queued';
