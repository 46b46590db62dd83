alter table customers
  drop column surname,
  add column surname text collate "C" generated always as (lower(last_name)) stored,
  add column full_name text collate "C" generated always as (lower(first_name || ' ' || last_name)) stored;
comment on column customers.surname is
  'The last name in small letters. Under row-level security no index of an expression with lower() is used: the function is not leakproof. In the order of "C", whatever the database has: what begins alike lies side by side.';
comment on column customers.full_name is
  'First and last name in small letters, for the same reason in the same order.';
create index customers_of_surname on customers (business_id, surname);
comment on index customers_of_surname is 'Whose last name is or begins so, among all payers of a business.';
create index customers_of_name on customers (business_id, full_name);
comment on index customers_of_name is 'Whose first name is or begins so, also with what follows it.';
