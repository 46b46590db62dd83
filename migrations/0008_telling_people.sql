-- One index for whoever has something to tell: a payment's event has one entry, not one for each channel.
drop index events_unposted;

-- Receipts of before were recorded and never sent: who paid weeks ago is not told of it now.
update events set untold = array_remove(array_remove(untold, 'email'), 'sms') where untold && '{email,sms}';

create index events_untold on events (business_id, id) where untold <> '{}';

alter table invoices drop constraint invoices_state_check;
alter table invoices add constraint invoices_state_check check (state in ('open', 'held', 'expired', 'void'));
comment on column invoices.state is
  'held: the payment in payment_id decides: in processing while that is not settled, paid when it took the money. expired, void: its link ended, or was taken back, before it was paid.';


create table conversations (
  business_id bigint not null,
  id bigint not null,
  own_number text not null check (own_number ~ '^([0-9]{10})?$'),
  phone text not null check (phone ~ '^[0-9]{0,10}$'),
  customer_id bigint,
  consent text not null default 'none' check (consent in ('none', 'opted_in', 'opted_out')),
  created_at timestamptz not null,
  heard_at timestamptz,
  last_at timestamptz not null,
  primary key (business_id, id)
);
create unique index conversations_pair on conversations (business_id, own_number, phone);
create index conversations_recent on conversations (business_id, last_at);
comment on table conversations is
  'What is written between a number of a business and the phone of somebody; consent belongs to this pair.';
comment on column conversations.own_number is
  'Empty where the business had none: then nothing was ever sent here. The same holds for a phone that is no number.';
comment on column conversations.consent is
  'opted_out: nothing is sent any more but the confirmation of that, until they opt in again.';
comment on column conversations.heard_at is 'When the other side wrote last.';

create table consent_moves (
  business_id bigint not null,
  conversation_id bigint not null,
  n integer not null check (n > 0),
  consent text not null check (consent in ('opted_in', 'opted_out')),
  actor varchar(200) not null,
  reason varchar(200) not null,
  message_id bigint,
  moved_at timestamptz not null,
  primary key (business_id, conversation_id, n)
);
comment on table consent_moves is
  'Every time that somebody allowed texts or forbade them, and how. Rows are added, never changed.';

create table messages (
  business_id bigint not null,
  id bigint not null,
  conversation_id bigint not null,
  direction text not null check (direction in ('in', 'out')),
  kind text not null check (kind in ('chat', 'pay_link', 'receipt', 'notice', 'answer')),
  state text not null check (state in ('received', 'queued', 'scheduled', 'sending', 'sent', 'delivered',
    'undelivered', 'failed', 'canceled', 'blocked')),
  body varchar(1600) not null,
  link_id bigint,
  event_id uuid,
  media_count smallint not null default 0 check (media_count >= 0),
  idempotency_key varchar(255),
  request_fingerprint bytea,
  carrier text,
  carrier_id varchar(64),
  segments smallint not null default 1 check (segments > 0),
  due_at timestamptz,
  tries smallint not null default 0,
  epoch integer not null default 0,
  error_code varchar(50),
  created_at timestamptz not null,
  sent_at timestamptz,
  finished_at timestamptz,
  primary key (business_id, id),
  constraint messages_in_are_received check ((direction = 'in') = (state = 'received'))
) with (fillfactor=80);
create index messages_due on messages (business_id, due_at) where due_at is not null;
create index messages_of_link on messages (business_id, link_id) where link_id is not null;
create index messages_of_conversation on messages (business_id, conversation_id, id);
create unique index messages_carried on messages (business_id, carrier, carrier_id) where carrier_id is not null;
create unique index messages_of_event on messages (business_id, event_id) where event_id is not null;
create unique index messages_key on messages (business_id, idempotency_key) where idempotency_key is not null;
comment on table messages is 'Texts, in and out.';
comment on column messages.kind is
  'answer: sent by itself to STOP, START or HELP. notice: that a payment came back, that one is due.';
comment on column messages.state is
  'sending: marked before the first byte, and never sent twice: when its process died there it has failed.';
comment on column messages.body is 'What was written; the address of a pay link is put in when it is sent.';
comment on column messages.event_id is 'What happened and is told with it.';
comment on column messages.carrier_id is 'Its name at the carrier.';
comment on column messages.due_at is
  'When it is sent; while it is being sent, when somebody must look what became of it. Empty at the end.';
comment on column messages.epoch is 'Counts who took it; what belongs to an older epoch changes nothing.';

create table text_counts (
  name text not null check (length(name) <= 50),
  since timestamptz not null,
  texts integer not null check (texts > 0),
  primary key (name, since)
);
comment on table text_counts is
  'How many texts went to a number or to the numbers that begin like it, in an hour or a day, over all businesses that have limits on.';

create table mails (
  business_id bigint not null,
  id bigint not null,
  kind varchar(50) not null,
  event_id uuid not null,
  recipient varchar(254) not null,
  state text not null check (state in ('queued', 'sending', 'sent', 'failed')),
  due_at timestamptz,
  tries smallint not null default 0,
  epoch integer not null default 0,
  error_code varchar(50),
  carrier_id varchar(255),
  created_at timestamptz not null,
  sent_at timestamptz,
  finished_at timestamptz,
  primary key (business_id, id)
) with (fillfactor=80);
create unique index mails_of_event on mails (business_id, event_id, recipient);
create index mails_due on mails (due_at) where due_at is not null;
comment on table mails is
  'E-mails to payers and businesses. What is in one follows from its event, so it is written when it is sent.';
comment on column mails.due_at is
  'When it is sent; while it is being sent, when somebody else may. Empty at the end.';
comment on column mails.state is
  'sending: under a Message-ID that stays the same: a mail may come twice, a text may not.';

create table sandbox_inbox (
  business_id bigint not null,
  id bigint not null,
  channel text not null check (channel in ('text', 'mail')),
  reference varchar(100) not null,
  sender varchar(500) not null,
  recipient varchar(254) not null,
  subject varchar(1000),
  body text not null,
  html text,
  attachments text[] not null default '{}'::text[],
  received_at timestamptz not null,
  primary key (business_id, id)
);
create index sandbox_inbox_of_recipient on sandbox_inbox (business_id, recipient, id);
comment on table sandbox_inbox is
  'What the carriers of the sandbox delivered: the phones and mailboxes of all payers of a sandbox business.';
comment on column sandbox_inbox.reference is 'What the sender called it: the same text sent twice would stand here twice.';

create table pay_links (
  business_id bigint not null,
  id bigint not null,
  invoice_id bigint not null,
  customer_id bigint not null,
  order_number varchar(50) not null,
  state text not null check (state in ('open', 'expired', 'revoked')),
  token_hash bytea not null check (octet_length(token_hash) = 32),
  expires_at timestamptz,
  due_at timestamptz,
  idempotency_key varchar(255),
  request_fingerprint bytea not null,
  message_id bigint,
  created_at timestamptz not null,
  opened_at timestamptz,
  ended_at timestamptz,
  primary key (business_id, id)
);
create unique index pay_links_order on pay_links (business_id, order_number) where state = 'open';
create unique index pay_links_key on pay_links (business_id, idempotency_key) where idempotency_key is not null;
create index pay_links_of_invoice on pay_links (business_id, invoice_id);
create index pay_links_expiring on pay_links (due_at) where due_at is not null;
comment on table pay_links is
  'Addresses under which an invoice can be paid. Whether it is paid is told by the invoice, not here.';
comment on column pay_links.token_hash is
  'SHA-256 of the last part of the address, which is derived under a key of the vault and nowhere written down.';
comment on column pay_links.due_at is
  'When somebody must look whether it has ended: at expires_at, and again while a payment is under way. Empty at the end.';
comment on column pay_links.message_id is 'The text that it went out with.';
comment on column pay_links.order_number is 'That of its invoice: one link at a time for each.';
comment on column pay_links.request_fingerprint is 'Tells a repeated call from another one.';
comment on column pay_links.opened_at is 'When a person, not a robot that previews links, first looked.';

create table page_addresses (
  token_hash bytea not null check (octet_length(token_hash) = 32),
  business_id bigint not null,
  kind text not null check (kind in ('pay_link', 'lead_form')),
  object_id bigint not null,
  primary key (token_hash)
);
comment on table page_addresses is
  'Where the address of a hosted page leads: it names no business, so that it is looked up among all.';

create table lead_forms (
  business_id bigint not null,
  id bigint not null,
  name varchar(100) not null check (length(name) >= 1),
  state text not null check (state in ('open', 'closed')),
  intro varchar(500) not null,
  thanks varchar(500) not null,
  origin_id varchar(100),
  questions json not null,
  created_at timestamptz not null,
  primary key (business_id, id)
);
comment on table lead_forms is 'Forms on a hosted page that people fill in who want to hear from a business.';
comment on column lead_forms.questions is 'What is asked beside who they are, in order, with the answers to choose from.';

create table leads (
  business_id bigint not null,
  id bigint not null,
  customer_id bigint not null,
  form_id bigint,
  source text not null check (source in ('lead_form', 'contact_insert')),
  state text not null check (state in ('waiting', 'acknowledged')),
  details json not null,
  return_message varchar(500),
  submission bytea,
  created_at timestamptz not null,
  answered_at timestamptz,
  primary key (business_id, id)
);
create index leads_waiting on leads (business_id, created_at, id) where state = 'waiting';
create index leads_of_customer on leads (business_id, customer_id);
create unique index leads_submission on leads (business_id, form_id, submission) where submission is not null;
comment on table leads is
  'Individuals that came in through a form or ContactInsert, for the system of the business to fetch; id is the ExternalAPIID of the wire.';
comment on column leads.details is 'What they told, as it was when they did.';
comment on column leads.return_message is 'What the system of the business said of it last.';
comment on column leads.submission is 'Of one page that was filled in: sent twice, it is one lead.';

create table phone_lookups (
  number text not null check (number ~ '^[0-9]{10}$'),
  type text not null check (type in ('mobile', 'landline', 'voip', 'tollfree', 'premium', 'unknown')),
  carrier varchar(100),
  source varchar(50) not null,
  looked_up_at timestamptz not null,
  primary key (number)
);
comment on table phone_lookups is 'What a lookup carrier said of a number; asked again when it is old.';

alter table mobile_numbers add column carrier text;
alter table mobile_numbers add column carrier_id varchar(64);
comment on column mobile_numbers.carrier_id is 'Its name at the carrier that it was bought from.';
