-- A constant default of a new column is kept in the catalogue: no table is rewritten.
alter table payments add column currency varchar(3) not null default 'USD';
comment on column payments.currency is
  'Of all its amounts and of those of its captures, voids and refunds: a code of ISO 4217.';
alter table invoices add column currency varchar(3) not null default 'USD';
comment on column invoices.currency is 'Of all its amounts, also those in its details.';
alter table plans add column currency varchar(3) not null default 'USD';
comment on column plans.currency is 'That of the business when the plan was made.';
alter table subscriptions add column currency varchar(3) not null default 'USD';
comment on column subscriptions.currency is
  'That of its plan, or of the business when it was made: it keeps what it has when either changes.';

alter table businesses add column currency varchar(3) not null default 'USD';
comment on column businesses.currency is
  'What it charges in where nothing names a currency: no interface of callers does.';
alter table businesses add column card_accounts jsonb not null default '{}';
update businesses set card_accounts = jsonb_build_object('USD', card_account)
where card_account is not null;
alter table businesses drop column card_account;
comment on column businesses.card_accounts is
  'By currency, the account that its card payments go to. None: the simulated bank of a sandbox business; a live one takes no cards in that currency.';

alter table businesses add column fallback_accounts jsonb not null default '{}';
update businesses set fallback_accounts = jsonb_build_object('USD', fallback_account)
where fallback_account is not null;
alter table businesses drop column fallback_account;
comment on column businesses.fallback_accounts is
  'By currency, the account that a card payment goes to if nothing can have happened at the first one.';

alter table processor_accounts add column currency varchar(3) not null default 'USD';
comment on column processor_accounts.currency is 'Of all that is charged there: it never changes.';
