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
  checked_at timestamptz not null
);
alter table processor_accounts add constraint processor_accounts_pkey primary key (business_id, name);
alter table processor_accounts
  add constraint processor_accounts_environment check (environment in ('sandbox', 'live'));
alter table processor_accounts
  add constraint processor_accounts_state check (state in ('active', 'stopped'));
comment on table processor_accounts is
  'The accounts that a business has at gateways. Its payments remember the name of the account that they were sent to, as their processor. Keys lie in the vault.';
comment on column processor_accounts.processor is 'Which gateway it is: the folder of its connector.';
comment on column processor_accounts.environment is
  'live: it moves money. sandbox: a test account, or a double of the gateway.';
comment on column processor_accounts.stopped_because is
  'While it is stopped nothing that moves money is sent there.';
comment on column processor_accounts.merchant is
  'Where one account of the gateway has several: which of them.';
comment on column processor_accounts.key_number is
  'Counts its keys: a process that opened an earlier one opens the new one.';

alter table businesses add column card_account varchar(30);
comment on column businesses.card_account is
  'The account that its card payments go to. Null: the simulated bank of a sandbox business; a live one takes no cards.';

alter table payment_watches add column absent_since timestamptz;
comment on column payment_watches.absent_since is
  'Since when the processor, which cancels nothing by its reference, does not find what it should find by now.';
alter table followups add column absent_since timestamptz;
comment on column followups.absent_since is
  'Since when the processor, which cancels nothing by its reference, does not find what it should find by now.';

alter table batch_marks add column reported_until timestamptz;
comment on column batch_marks.reported_until is
  'Where the processor closes its batches by its own clock: until when its report of what it settled was read.';

alter table followups add column is_refund boolean not null default false;
comment on column followups.is_refund is
  'Of a reversal: that it refunds what was settled already, and could not be voided.';
