alter table subscriptions add column page_id bigint;
create unique index subscriptions_page on subscriptions (business_id, page_id) where page_id is not null;
comment on column subscriptions.page_id is
  'From which the address of its payer''s page is derived. Null: from its id. Another one makes the former address lead nowhere.';

alter table business_terms add column payer_cancels boolean not null default false;
comment on column business_terms.payer_cancels is
  'True if payers may let a subscription end with its period, on the page that their mails lead to.';

alter table messages add column page_id bigint;
comment on column messages.page_id is
  'The page of a subscription whose address its body has, with a mark in its place.';

alter table page_addresses drop constraint page_addresses_kind_check;
alter table page_addresses add constraint page_addresses_kind_check
  check (kind in ('pay_link', 'lead_form', 'account_validation', 'field_session', 'subscription'));
