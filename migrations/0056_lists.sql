create index payments_by_time on payments (business_id, created_at, id);
comment on index payments_by_time is 'The list of payments, the newest first, from and to any moment.';

create index payments_of_payer on payments (business_id, customer_id, created_at, id);
comment on index payments_of_payer is 'What somebody paid, and tried to pay, in the order of the list.';
drop index payments_of_customer;
create index payments_with_token on payments (business_id, token, created_at, id) where token is not null;
comment on index payments_with_token is 'What was charged to a saved card or account, in the order of the list.';
drop index payments_of_token;

create index events_of_object on events (business_id, object_id, id);
comment on index events_of_object is 'What happened to a payment, or to anything else.';

create index transfers_of_payment on transfers (business_id, payment_id, id) where payment_id is not null;
comment on index transfers_of_payment is 'What a payment moved, also by its captures, refunds and disputes.';
create index transfers_of_batch on transfers (business_id, batch_id, id) where batch_id is not null;
comment on index transfers_of_batch is 'What the settlement of a batch moved: few rows beside those of payments.';
create index transfers_of_dispute on transfers (business_id, dispute_id, id) where dispute_id is not null;
comment on index transfers_of_dispute is 'What a dispute moved: few rows beside those of payments.';

create index customers_of_email on customers (business_id, email, id);
comment on index customers_of_email is 'Whose mail address it is: customers_contact finds by phone, or by both.';

create index followups_refunds on followups (business_id, id) where kind <> 'capture';
comment on index followups_refunds is 'The list of refunds, which has no captures.';
create index ach_entries_payouts on ach_entries (business_id, id) where kind = 'deposit';
comment on index ach_entries_payouts is 'The list of payouts, among all transfers from and to payers.';
