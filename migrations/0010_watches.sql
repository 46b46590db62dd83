-- All at once, in the order in which a payment takes them: whoever is just paying is waited for, and waits.
lock table payments, payment_attempts, events in access exclusive mode;

-- Who must hear of something finds it without reading what only others must hear of.
drop index events_untold;
create index events_for_webhooks on events (business_id, id) where untold && '{webhook}';
create index events_for_people on events (business_id, id) where untold && '{email,sms}';
create index events_for_subscriptions on events (business_id, id) where untold && '{subscription}';

-- What is left of the row that each charge had beside its payment: the rest followed from the payment itself.
alter table payments add column processor_id text;
comment on column payments.processor_id is 'What the processor calls the charge.';

create table payment_watches (
  business_id bigint not null,
  kind text not null check (kind in ('begun', 'unknown', 'decided')),
  id bigint not null,
  payment_ids bigint[] not null,
  asked_at timestamptz not null,
  look_at timestamptz not null,
  looks smallint not null default 0,
  primary key (business_id, kind, id)
);
comment on table payment_watches is
  'Of which charges somebody must find out what became of them. This is the job that does so; it goes when that is known.';
comment on column payment_watches.kind is
  'begun: charges that one statement began together, most of which end without it. unknown: one whose owner fell silent, or whose processor gave no answer. decided: one that a person decided was not made.';
comment on column payment_watches.id is 'The payment, or the first of them.';
comment on column payment_watches.asked_at is
  'When the processor was asked, at the latest; of one that was decided, when that was.';
comment on column payment_watches.look_at is 'When somebody must look.';
comment on column payment_watches.looks is 'How often somebody did.';
create index payment_watches_due on payment_watches (look_at);

insert into payment_watches (business_id, kind, id, payment_ids, asked_at, look_at, looks)
select business_id, case state when 'not_found' then 'decided' else 'unknown' end, payment_id, array[payment_id],
  case state when 'not_found' then answered_at else sent_at end, resolve_at, inquiries
from payment_attempts where resolve_at is not null;

update payments p set processor_id = a.processor_id
from payment_attempts a
where a.business_id = p.business_id and a.payment_id = p.id and a.processor_id is not null;

drop table payment_attempts;
