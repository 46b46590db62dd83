alter table customers add column surname text generated always as (lower(last_name)) stored;
comment on column customers.surname is
  'The last name in small letters. Under row-level security no index of an expression with lower() is used: the function is not leakproof.';
create index customers_of_surname on customers (business_id, surname, id);
comment on index customers_of_surname is 'Who is called so, among all payers of a business.';
