create table checkout_sessions (
  business_id bigint not null,
  id bigint not null,
  success_url varchar(2048) not null,
  cancel_url varchar(2048),
  takes_cards boolean not null,
  takes_bank_accounts boolean not null,
  saves_token boolean not null,
  primary key (business_id, id)
);
comment on table checkout_sessions is
  'What a caller wants of the page of a pay link to which it sends the payer. State, expiry and payment are those of the link.';
comment on column checkout_sessions.id is 'That of the pay link.';
comment on column checkout_sessions.saves_token is 'The card or account is saved, whether or not the payer asks for it.';
