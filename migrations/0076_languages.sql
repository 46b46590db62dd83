alter table customers add column language text;
alter table customers add constraint customers_language check (language in ('en', 'es', 'fr'));
alter table business_profiles add column language text;
alter table business_profiles add constraint business_profiles_language check (language in ('en', 'es', 'fr'));
comment on column customers.language is
  'In which pages, mails and texts speak to the payer. Null: not known; that of the business counts.';
comment on column business_profiles.language is
  'In which the business speaks to payers whose own language is not known. Null: a page follows the browser, and all else is English.';
