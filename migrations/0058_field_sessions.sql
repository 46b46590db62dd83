create table field_sessions (
  business_id bigint not null,
  id bigint not null,
  kind text not null,
  origins varchar(3000) not null,
  customer_id bigint,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  token text,
  primary key (business_id, id)
);
alter table field_sessions add constraint field_sessions_kind check (kind in ('card', 'bank'));
create index field_sessions_old on field_sessions (created_at);
comment on table field_sessions is
  'Each lets hosted fields in a page of somebody else make one token. The hash of its secret is in page_addresses.';
comment on column field_sessions.origins is 'Of the pages that may show the fields, with blanks between them.';
comment on column field_sessions.customer_id is 'Whose token it becomes. Null: a new customer.';
comment on column field_sessions.token is 'What was made. No other is made with the same session.';

alter table page_addresses drop constraint page_addresses_kind_check;
alter table page_addresses add constraint page_addresses_kind_check
  check (kind in ('pay_link', 'lead_form', 'account_validation', 'field_session'));
