alter table subscription_periods add column price_cents bigint check (price_cents >= 0);
alter table subscription_periods add column card_at timestamptz;
-- As it was supposed until now: that each stands at the price of its subscription.
update subscription_periods p
set price_cents = s.amount_cents + s.tax_cents - least((2 * s.amount_cents * s.discount + 10000) / 20000,
  s.amount_cents - case when s.discount = 10000 then 0 else 1 end)
from subscriptions s where s.business_id = p.business_id and s.id = p.subscription_id;
alter table subscription_periods alter column price_cents set not null;
comment on column subscription_periods.price_cents is
  'What a whole one costs at the price at which its days that are left were charged: with its invoice, or by a change since then.';
comment on column subscription_periods.card_at is
  'When another card was given for it last: a try that was begun before is declined by the old one.';
