create index payments_of_customer on payments (business_id, customer_id, id);
comment on index payments_of_customer is 'What somebody paid, and tried to pay.';
create index payments_of_token on payments (business_id, token, id) where token is not null;
comment on index payments_of_token is 'What was charged to a saved card or account.';
