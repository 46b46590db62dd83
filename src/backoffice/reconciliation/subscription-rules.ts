import { moves } from '../../invoicing/subscriptions/subscription.ts';
import { importKey } from '../../moving/import-key.ts';
import { charged, standing, voidedPayments } from './state-lists.ts';
import type { Rule } from './table-rules.ts';

const over = `(${Object.entries(moves)
  .filter(([, to]) => to.length === 0)
  .map(([state]) => `'${state}'`)
  .join(', ')})`;

/** A returned payment holds its order while it is presented again. */
const stands = `(p.state in ${standing} or p.state = 'returned' and p.holds_order)`;

/** A returned payment is not paid, unless its presentation again was voided: then it is waived, as by every void. */
const paid = `(p.state in ${charged} and (p.state <> 'returned' or p.holds_order or f.payment_id is not null))`;

/** Periods with a price, and the money taken for them; excludes periods while an event of a payment is pending. */
const quiet = `
  select s.business_id, s.subscription_id, s.n, s.state, s.invoice_id,
    count(p.id) filter (where ${stands}) as standing,
    count(p.id) filter (where ${stands} and p.captured_cents - p.refunded_cents > 0) as kept,
    count(p.id) filter (where ${paid}) as paid
  from subscription_periods s
  left join payments p on p.business_id = s.business_id and p.invoice_id = s.invoice_id
  left join (${voidedPayments}) f on f.business_id = p.business_id and f.payment_id = p.id
  where s.invoice_id is not null and not exists (
    select from events e where e.business_id = s.business_id
      and (e.data ->> 'subscriptionId')::bigint = s.subscription_id and e.untold && '{subscription}')
  group by s.business_id, s.subscription_id, s.n`;

const period = `'period ' || n || ' of subscription ' || subscription_id`;

/** Rules for subscriptions, their periods, and the money taken for them. */
export const subscriptionRules: readonly Rule[] = [
  {
    name: 'period_paid_twice',
    sql: `
      select business_id, null::bigint as payment_id, format('%s was paid by %s payments', ${period}, standing) as says
      from (${quiet}) q where standing > 1`,
  },
  {
    name: 'period_not_paid',
    sql: `
      select business_id, null::bigint as payment_id, format('%s is %s, and no payment took anything', ${period}, state) as says
      from (${quiet}) q where state in ('paid', 'processing') and paid = 0`,
  },
  {
    name: 'period_payment_unnoticed',
    sql: `
      select business_id, null::bigint as payment_id, format('%s is %s, though it was paid', ${period}, state) as says
      from (${quiet}) q where state in ('open', 'unpaid', 'void') and kept > 0`,
  },
  {
    name: 'period_invoice',
    sql: `
      select s.business_id, null::bigint as payment_id, format(
        'period %s of subscription %s costs %s cents, and its invoice %s is over %s cents', s.n, s.subscription_id,
        s.amount_cents, coalesce(s.invoice_id::text, 'nothing'), coalesce(v.amount_cents::text, 'nothing')) as says
      from subscription_periods s
      left join invoices v on v.business_id = s.business_id and v.id = s.invoice_id
      where (s.amount_cents > 0 or s.invoice_id is not null)
        and (v.amount_cents, v.order_number, v.details -> 'period' ->> 'subscriptionId',
            (v.details -> 'period' ->> 'number')::integer)
          is distinct from (s.amount_cents, format('SUB-%s-%s', s.subscription_id, s.n + 1)::varchar,
            s.subscription_id::text, s.n)
        or s.amount_cents = 0 and s.state <> 'paid'
        or s.state = 'void' and v.state = 'open'`,
  },
  {
    name: 'period_invoiced_twice',
    sql: `
      select v.business_id, null::bigint as payment_id, format(
        'there are %s invoices of period %s of subscription %s', count(*), v.number, v.subscription) as says
      from (
        select business_id, details -> 'period' ->> 'subscriptionId' as subscription,
          details -> 'period' ->> 'number' as number
        from invoices where order_number like 'SUB-%'
      ) v
      where v.subscription is not null
      group by v.business_id, v.subscription, v.number having count(*) > 1`,
  },
  {
    name: 'subscription_count',
    sql: `
      select s.business_id, null::bigint as payment_id, format(
        'subscription %s has begun %s periods up to number %s, and there are %s up to number %s', s.id, s.charged,
        s.next_number - 1, count(p.n), coalesce(max(p.n)::text, 'none')) as says
      from subscriptions s
      left join subscription_periods p on p.business_id = s.business_id and p.subscription_id = s.id
      group by s.business_id, s.id
      having count(p.n) <> s.charged or max(p.n) >= s.next_number or s.charged > s.periods`,
  },
  {
    // A refund of a period was charged with it, or with earlier ones; of an imported one elsewhere.
    name: 'subscription_carry',
    sql: `
      select s.business_id, null::bigint as payment_id, format(
        'subscription %s is to refund %s cents, and its periods cost %s', s.id, -s.carry_cents,
        coalesce(sum(p.amount_cents), 0)) as says
      from subscriptions s
      left join subscription_periods p on p.business_id = s.business_id and p.subscription_id = s.id
      where s.carry_cents < 0 and not starts_with(coalesce(s.idempotency_key, ''), $1)
      group by s.business_id, s.id
      having s.carry_cents + coalesce(sum(p.amount_cents), 0) < 0`,
    values: [importKey('')],
  },
  {
    name: 'subscription_end',
    sql: `
      select business_id, null::bigint as payment_id, format(
        'subscription %s is %s, and ended on %s', id, state, coalesce(ended_at::text, 'no day')) as says
      from subscriptions where (ended_at is not null) <> (state in ${over})`,
  },
  {
    name: 'period_without_subscription',
    sql: `
      select p.business_id, null::bigint as payment_id, format(
        'period %s belongs to subscription %s, which is not there', p.n, p.subscription_id) as says
      from subscription_periods p
      left join subscriptions s on s.business_id = p.business_id and s.id = p.subscription_id
      where s.id is null`,
  },
];
