-- Given-up periods: each is looked at daily, since its invoice may end or its order number may be charged by hand. Not
-- before the former version is gone, which would give them up once more.
update subscription_periods p set gives_up_at = now() + interval '1 day'
where p.state = 'unpaid' and p.gives_up_at is null and exists (
  select from subscriptions s
  where s.business_id = p.business_id and s.id = p.subscription_id and s.ended_at is null
);
