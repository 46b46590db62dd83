alter table webhook_endpoints add column state text not null default 'enabled'
  check (state in ('enabled', 'failing', 'disabled'));
comment on column webhook_endpoints.state is
  'failing: a delivery was given up, or ten tries in a row failed; it is still posted to. disabled: until a person enables it.';

alter table webhook_endpoints add column in_order boolean not null default true;
comment on column webhook_endpoints.in_order is
  'Whether what happened to one object waits until what happened to it before was delivered or given up.';

alter table webhook_endpoints add column failures integer not null default 0 check (failures >= 0);
comment on column webhook_endpoints.failures is 'How many tries failed since the last one that did not.';

alter table webhook_endpoints add column failing_since timestamptz;
comment on column webhook_endpoints.failing_since is 'The first of these failures.';

alter table webhook_endpoints add column disable_at timestamptz;
comment on column webhook_endpoints.disable_at is 'When it is disabled, unless a try succeeds before.';

alter table webhook_endpoints add column succeeded_at timestamptz;
comment on column webhook_endpoints.succeeded_at is 'The last success, give or take a minute.';

alter table webhook_endpoints add column disabled_reason varchar(500);

alter table webhook_endpoints add column previous_until timestamptz;
comment on column webhook_endpoints.previous_until is
  'As long as this, posts are signed with the former secret too. Both lie in the vault under webhook:kind.';

create index webhook_endpoints_disable on webhook_endpoints (disable_at) where disable_at is not null;

create index external_sites_by_business on external_sites (parent_id, business_id);
comment on index external_sites_by_business is 'The ExternalID of a business, for what it is told.';

drop index events_untold;

create index events_unposted on events (business_id, id) where 'webhook' = any (untold);

create table deliveries (
  business_id bigint not null,
  id bigint not null,
  event_id uuid not null,
  kind text not null check (kind in ('payments', 'messages', 'customers')),
  object_id bigint not null,
  sequence integer not null check (sequence > 0),
  state text not null check (state in
    ('pending', 'in_flight', 'scheduled', 'succeeded', 'exhausted', 'discarded')),
  body text not null,
  is_replay boolean not null default false,
  tries smallint not null default 0,
  epoch integer not null default 0,
  due_at timestamptz,
  last_status smallint,
  last_error varchar(50),
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (business_id, id),
  check ((finished_at is not null) = (state in ('succeeded', 'exhausted', 'discarded'))),
  check (due_at is null or finished_at is null)
) with (fillfactor = 80);
comment on table deliveries is
  'An event on its way to an endpoint. Its body is fixed, and so is the webhook-id: that of the event, on every try and replay.';
comment on column deliveries.sequence is 'Counts what an endpoint is told of one object.';
comment on column deliveries.tries is 'How many tries ended.';
comment on column deliveries.epoch is
  'Counts who took it; what belongs to an older epoch changes nothing.';
comment on column deliveries.due_at is
  'When it is posted next; in flight, when somebody else may. Empty while it waits for an earlier one of its object, and at the end.';
create unique index deliveries_in_order on deliveries (business_id, kind, object_id, sequence);
create index deliveries_unfinished on deliveries (business_id, kind, due_at) where finished_at is null;
create index deliveries_of_event on deliveries (business_id, event_id);

create table delivery_tries (
  business_id bigint not null,
  delivery_id bigint not null,
  n integer not null check (n > 0),
  sent_at timestamptz not null,
  ended_at timestamptz,
  outcome text check (outcome in ('succeeded', 'failed')),
  status smallint,
  error varchar(50),
  address varchar(45),
  answer varchar(500),
  primary key (business_id, delivery_id, n)
);
comment on table delivery_tries is
  'The delivery log: each try, written before its first byte. One without an outcome is under way, or its process died.';
comment on column delivery_tries.n is 'The epoch of the delivery at this try.';
comment on column delivery_tries.address is 'The network address that was posted to.';
comment on column delivery_tries.answer is 'How the answer began, without what looks like a number of a card or person.';
