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
  created_at timestamptz not null
);
alter table disputes add constraint disputes_pkey primary key (business_id, id);
alter table disputes add constraint disputes_state check (state in ('inquiry', 'open', 'won', 'lost'));
alter table disputes add constraint disputes_cents check (amount_cents >= 0 and taken_cents >= 0);
create unique index disputes_once on disputes (business_id, processor, processor_id);
create index disputes_of_payment on disputes (business_id, payment_id) where payment_id is not null;
comment on table disputes is
  'What payers disputed at their banks, as the processor told it last. An inquiry took nothing yet.';
comment on column disputes.processor_id is 'The processor''s id of the dispute.';
comment on column disputes.charge_reference is 'Of the charge, as the processor told it; empty where it kept none.';
comment on column disputes.charge_id is 'The processor''s id of the charge; empty where it names none.';
comment on column disputes.payment_id is 'Null: no payment fits, and a person is asked.';
comment on column disputes.taken_cents is
  'What the bank has of it now. Of a dispute that was won it is what did not come back.';
comment on column disputes.answer_until is 'The last moment for evidence, where the processor names one.';
comment on column disputes.told_at is 'Of the latest state, by the clock of the processor. Older rows change nothing.';
comment on index disputes_once is 'A dispute is told again on many days.';
comment on index disputes_of_payment is 'What stands against a refund, and explains the ledger.';

create table dispute_marks (
  business_id bigint not null,
  processor varchar(50) not null,
  reported_until timestamptz not null
);
alter table dispute_marks add constraint dispute_marks_pkey primary key (business_id, processor);
comment on table dispute_marks is 'Until when the disputes of a processor were read.';

alter table payments add column disputed_cents bigint not null default 0;
comment on column payments.disputed_cents is
  'What disputes took of it and did not return. It cannot be refunded as well.';

alter table transfers add column dispute_id bigint;
comment on column transfers.dispute_id is 'The dispute that moved it.';

alter table open_questions drop constraint open_questions_object_kind_check;
alter table open_questions add constraint open_questions_object_kind_check
  check (object_kind in ('payment', 'followup', 'batch', 'ach_entry', 'ach_file', 'dispute')) not valid;
alter table open_questions validate constraint open_questions_object_kind_check;
