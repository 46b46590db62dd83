create table gateway_conversations (
  business_id bigint not null,
  id uuid not null,
  account varchar(30) not null,
  reference varchar(20) not null,
  kind varchar(20) not null,
  at timestamptz not null,
  took_ms integer not null,
  request text not null,
  answer text not null,
  status integer
);
alter table gateway_conversations
  add constraint gateway_conversations_pkey primary key (business_id, id);
create index gateway_conversations_of_reference on gateway_conversations (business_id, reference, at);
create index gateway_conversations_old on gateway_conversations (at);
comment on table gateway_conversations is
  'What gateways were asked about payments, and what they answered: the values of the fields that are evidence, and no secret, card number or personal data. Deleted after GATEWAY_CONVERSATION_DAYS.';
comment on column gateway_conversations.account is 'The account of the business, as its payments remember it.';
comment on column gateway_conversations.reference is
  'Of the charge, capture, void or refund that it is about, as the gateway is told it.';
comment on column gateway_conversations.kind is 'What was asked for: charge, inquiry and so on.';
comment on column gateway_conversations.status is 'Of HTTP. Null: no whole answer came, and answer says why.';
