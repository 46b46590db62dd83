alter table business_terms add column account_validation text not null default 'none';
alter table business_terms add constraint business_terms_account_validation
  check (account_validation in ('none', 'prenote', 'micro_deposits'));
comment on column business_terms.account_validation is
  'How a bank account is validated before its first debit that was agreed to online (WEB).';
alter table business_terms add column validation_since timestamptz;
comment on column business_terms.validation_since is
  'When account_validation was last changed; debits of files before that were sent under another rule.';

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
  primary key (business_id, id)
);
alter table account_validations add constraint account_validations_method
  check (method in ('prenote', 'micro_deposits', 'used_before'));
alter table account_validations add constraint account_validations_state
  check (state in ('pending', 'validated', 'failed', 'expired', 'withdrawn'));
alter table account_validations add constraint account_validations_number_owner
  check (length(number_owner) between 1 and 200);
alter table account_validations add constraint account_validations_routing_number
  check (length(routing_number) = 9);
alter table account_validations add constraint account_validations_wrong_tries
  check (wrong_tries between 0 and 3);
alter table account_validations add constraint account_validations_validated
  check (state <> 'validated' or validated_at is not null);
alter table account_validations add constraint account_validations_ended
  check ((state in ('failed', 'expired', 'withdrawn')) = (ended_at is not null));
create unique index account_validations_live on account_validations (business_id, fingerprint)
  where state in ('pending', 'validated');
create index account_validations_of_account on account_validations (business_id, fingerprint);
create index account_validations_of_owner on account_validations (business_id, number_owner);
create index account_validations_due on account_validations (due_at) where due_at is not null;
comment on table account_validations is
  'Whether a bank account was found to be open before it is debited by WEB entries; one pending or validated row for each account of a business.';
comment on column account_validations.fingerprint is 'Of account and routing number, as tokens have it.';
comment on column account_validations.number_owner is
  'Under which owner the account number lies in the vault: a token or payment:ID.';
comment on column account_validations.payment_id is 'The payment that used the account first; its payer confirms the amounts.';
comment on column account_validations.wrong_tries is 'How often the amounts of micro-deposits were confirmed wrongly.';
comment on column account_validations.due_at is
  'Of a prenote: when it counts as accepted. Of micro-deposits: until when they may be confirmed. By the clock of the business.';
comment on column account_validations.reason is 'Why it ended, in words.';

alter table ach_entries drop constraint ach_entries_kind_check;
alter table ach_entries add constraint ach_entries_kind_check
  check (kind in ('debit', 'credit', 'deposit', 'prenote', 'micro_credit', 'micro_debit'));
comment on column ach_entries.kind is
  'debit: a payment. credit: its refund. deposit: pays the business out. prenote: tries an account with no money. micro_credit, micro_debit: a micro-deposit and what takes it back.';
alter table ach_entries add column validation_id bigint;
comment on column ach_entries.validation_id is
  'The validation of its account: that which a prenote or micro-deposit serves, or under which a debit is sent.';
create index ach_entries_of_validation on ach_entries (business_id, validation_id) where validation_id is not null;

alter table page_addresses drop constraint page_addresses_kind_check;
alter table page_addresses add constraint page_addresses_kind_check
  check (kind in ('pay_link', 'lead_form', 'account_validation'));
