create table plans (
  business_id bigint not null,
  code varchar(100) not null,
  amount_cents bigint not null check (amount_cents between 1 and 99999999),
  billing_interval text not null check (billing_interval in ('daily', 'weekly', 'every_two_weeks', 'monthly',
    'every_two_months', 'quarterly', 'every_half_year', 'yearly')),
  discount integer not null check (discount between 0 and 10000),
  tax_cents bigint not null check (tax_cents >= 0),
  trial_days smallint not null default 0 check (trial_days between 0 and 730),
  periods integer check (periods > 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (business_id, code)
);
comment on table plans is 'What subscriptions are made from; one that was made keeps what it has when its plan changes.';
comment on column plans.discount is 'Of the amount, in hundredths of a percent.';
comment on column plans.periods is 'How many periods are charged; empty: until somebody cancels.';

create table subscriptions (
  business_id bigint not null,
  id bigint not null,
  customer_id bigint not null,
  token varchar(29) not null,
  plan_code varchar(100) not null,
  state text not null check (state in ('scheduled', 'incomplete', 'incomplete_expired', 'trialing', 'active',
    'past_due', 'unpaid', 'paused', 'canceled', 'completed')),
  amount_cents bigint not null check (amount_cents between 1 and 99999999),
  billing_interval text not null check (billing_interval in ('daily', 'weekly', 'every_two_weeks', 'monthly',
    'every_two_months', 'quarterly', 'every_half_year', 'yearly')),
  discount integer not null check (discount between 0 and 10000),
  tax_cents bigint not null check (tax_cents >= 0),
  carry_cents bigint not null default 0,
  starts_on date not null,
  first_on date not null,
  first_number integer not null default 0,
  next_number integer not null default 0,
  charged integer not null default 0,
  periods integer,
  cancels_at_end boolean not null default false,
  due_at timestamptz,
  notice_at timestamptz,
  announced_expiry varchar(7),
  paused_at timestamptz,
  idempotency_key varchar(255),
  request_fingerprint bytea not null,
  version integer not null default 1,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (business_id, id),
  constraint subscriptions_have_a_due_moment check (due_at is null or state not in ('incomplete_expired', 'unpaid',
    'paused', 'canceled', 'completed'))
) with (fillfactor=80);
create index subscriptions_due on subscriptions (due_at) where due_at is not null;
create index subscriptions_notices on subscriptions (notice_at) where notice_at is not null;
create index subscriptions_of_customer on subscriptions (business_id, customer_id);
create index subscriptions_of_token on subscriptions (business_id, token) where ended_at is null;
create unique index subscriptions_key on subscriptions (business_id, idempotency_key) where idempotency_key is not null;
create unique index subscriptions_once on subscriptions (business_id, request_fingerprint)
  where idempotency_key is null and ended_at is null;
comment on table subscriptions is 'Cards and bank accounts that are charged once in every period.';
comment on column subscriptions.carry_cents is
  'What a change in the middle of a period left over: added to the next period''s price, or taken off it.';
comment on column subscriptions.first_on is
  'The first day of the period first_number, from which all others are counted: 31 January, 28 February, 31 March.';
comment on column subscriptions.next_number is 'The period that begins next.';
comment on column subscriptions.charged is 'How many periods were begun and not skipped.';
comment on column subscriptions.due_at is 'When its next period begins. Empty while none does, and at the end.';
comment on column subscriptions.notice_at is 'When somebody must look whether there is something to announce.';
comment on column subscriptions.announced_expiry is 'The expiry of its card that was announced, as YYYY-MM.';
comment on index subscriptions_once is
  'The same call again, without an Idempotency-Key, is the same subscription as long as that lives.';

create table subscription_periods (
  business_id bigint not null,
  subscription_id bigint not null,
  n integer not null,
  invoice_id bigint,
  state text not null check (state in ('open', 'processing', 'paid', 'unpaid', 'void')),
  amount_cents bigint not null check (amount_cents >= 0),
  starts_on date not null,
  ends_on date not null,
  tries smallint not null default 0,
  epoch integer not null default 0,
  due_at timestamptz,
  gives_up_at timestamptz,
  last_code varchar(50),
  failed_at timestamptz,
  created_at timestamptz not null,
  paid_at timestamptz,
  primary key (business_id, subscription_id, n),
  constraint subscription_periods_free_ones_are_paid check ((invoice_id is null) = (amount_cents = 0))
) with (fillfactor=80);
create index subscription_periods_due on subscription_periods (due_at) where due_at is not null;
create index subscription_periods_given_up on subscription_periods (gives_up_at) where gives_up_at is not null;
comment on table subscription_periods is
  'Periods that have begun: each has an invoice, and is charged under the order number of that, whoever pays it.';
comment on column subscription_periods.state is
  'processing: a bank payment is on its way. unpaid: given up; its invoice may still be paid.';
comment on column subscription_periods.tries is 'How many tries of ours were declined; the next has this number.';
comment on column subscription_periods.due_at is
  'When it is charged; while it is being charged, when somebody else may look. Empty while nothing is to be tried.';
comment on column subscription_periods.gives_up_at is 'When it counts as unpaid, unless it is paid before.';
comment on column subscription_periods.epoch is 'Counts who took it.';
comment on column subscription_periods.failed_at is 'When it was declined first: the days to try again are counted from it.';

create table subscription_moves (
  business_id bigint not null,
  subscription_id bigint not null,
  n integer not null check (n > 0),
  from_state text,
  to_state text not null,
  actor varchar(200) not null,
  reason varchar(500) not null,
  moved_at timestamptz not null,
  primary key (business_id, subscription_id, n)
);
comment on table subscription_moves is 'How a subscription came into its state: who moved it, when and why.';

alter table business_terms add column retry_days smallint[] not null default '{1,3,5,7}'::smallint[];
comment on column business_terms.retry_days is
  'On which days after the first a declined period of a subscription is charged again.';
