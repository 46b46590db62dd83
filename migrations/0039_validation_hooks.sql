create table validation_hooks (
  business_id bigint not null,
  url varchar(2000) not null,
  updated_at timestamptz not null,
  primary key (business_id)
);
comment on table validation_hooks is
  'The service that is asked whether a bank account of a payer is open; its signing secret lies in the vault.';

alter table business_terms drop constraint business_terms_account_validation;
alter table business_terms add constraint business_terms_account_validation
  check (account_validation in ('none', 'prenote', 'micro_deposits', 'hook'));
alter table account_validations drop constraint account_validations_method;
alter table account_validations add constraint account_validations_method
  check (method in ('prenote', 'micro_deposits', 'hook', 'used_before'));
alter table account_validations add column asks integer not null default 0;
comment on column account_validations.asks is
  'Of a hook: how often it was asked. An answer to an earlier question counts no more.';
comment on column account_validations.due_at is
  'Of a prenote: when it counts as accepted. Of micro-deposits: until when they may be confirmed. Of a hook: when it is asked again. By the clock of the business.';
