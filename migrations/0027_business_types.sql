-- Until now the lists of a type were notes. So that every business goes on as before, the types that are in use, and the
-- usual one, get all of it; others hold as they are written.
alter table business_types add column features text[] not null default '{representment}';
comment on column business_types.features is
  'What is switched on for businesses of this type with which no terms of their own were agreed.';
comment on column business_types.services is
  'What businesses of this type may use; all else is refused.';
comment on column business_types.invoice_fields is
  'What the invoices and receipts of businesses of this type show.';
comment on table business_types is
  'What kinds of business there are, and what each has; the operator edits them. Reference table.';
update business_types set
  services = '{payments,ach,messaging,receipts,subscriptions,invoicing,leads}',
  invoice_fields = '{order_number,invoice_reference,account_number,reference,payer,description,statement_date,due_date,subtotal,discount,tax,tip,convenience_fee,delivery_fee,custom_fees,other_amounts,payment_fee,amount,statement_descriptor}'
where id = 1 or id in (select type_id from businesses);
