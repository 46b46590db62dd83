alter table customers add column merged_into bigint;
create index customers_merged on customers (business_id, merged_into) where merged_into is not null;
create index pay_links_of_customer on pay_links (business_id, customer_id);
comment on column customers.merged_into is
  'The customer that this one was merged into, which is merged into no other. What names this one means that one.';
comment on index customers_merged is
  'Those that were merged into a customer: it is forgotten with them, and they follow it into another one.';
