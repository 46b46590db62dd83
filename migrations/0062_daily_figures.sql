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
comment on column daily_figures.card_cents is 'What was taken from cards, whatever was given back later.';
comment on column daily_figures.bank_cents is 'What banks were asked to debit.';
comment on column daily_figures.refunded_cents is 'Refunds, and voids of what was taken, on the day on which they were done.';
comment on column daily_figures.returned_cents is 'What came back from banks, less what they paid when they were asked again.';
comment on column daily_figures.approved_count is 'Card payments that were approved, also those that were only authorized.';
create index transfers_after_charge on transfers (business_id, made_at)
  where followup_id is not null or entry_id is not null;
comment on index transfers_after_charge is
  'What follows a charge, for the figures of a day. Charges are found by their payments, and so write nothing into it.';
