alter table mails add column customer_id bigint;
-- The mail about a refund that came back goes to the business, though its event names the payer.
update mails m set customer_id = coalesce(c.merged_into, c.id)
  from events e
  join customers c on c.business_id = e.business_id and c.id = (e.data ->> 'customerId')::bigint
  where e.business_id = m.business_id and e.id = m.event_id and m.kind <> 'payment.refund_failed';
create index mails_of_customer on mails (business_id, customer_id, id) where customer_id is not null;
-- With one by moment alone beside it, the planner reads what failed in all businesses for the home of one.
drop index mails_failed;
create index mails_failed on mails (business_id, finished_at) where state = 'failed';
comment on column mails.customer_id is
  'The payer that it goes to, at whatever address. Null: it goes to the business.';
comment on index mails_of_customer is
  'What was mailed to somebody, in the order of the list.';
comment on index mails_failed is
  'Those that failed for good, for the home of a business and what is overdue in all: they are few.';
