alter table business_terms
  add column voids_wrong_code boolean not null default false,
  add column voids_wrong_address boolean not null default false;
comment on column business_terms.voids_wrong_code is
  'Whether an approved charge is reversed and told as declined if its security code is wrong.';
comment on column business_terms.voids_wrong_address is
  'Whether an approved charge is reversed and told as declined if neither street nor postal code is right.';
alter table businesses add column fallback_account varchar(30);
comment on column businesses.fallback_account is
  'The account that a card payment goes to if nothing can have happened at the first one.';
