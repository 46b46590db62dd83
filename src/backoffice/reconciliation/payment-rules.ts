import type { PaymentState } from '../../payments/moves.ts';
import { bool, text } from '../../runtime/column.ts';
import { rowSet } from '../../runtime/table.ts';
import {
  charged,
  latestDebits,
  standing,
  underWay,
  watchedAs,
  withWatches,
} from './state-lists.ts';
import type { Rule } from './table-rules.ts';

/** The facts allowed around a payment in this state; each list has the allowed values. */
type Fit = {
  readonly methods: readonly ('card' | 'bank')[];
  /** false: authorized only. */
  readonly captures: readonly boolean[];
  /** The kinds of watches that it may have; '' for none. */
  readonly watched: readonly string[];
  /** True if the payment holds its invoice and its order number. */
  readonly holds: readonly boolean[];
  readonly finished: boolean;
};

const either = [true, false];
const both = ['card', 'bank'] as const;
const charge = { captures: either, holds: [true], watched: [''], finished: true };
const card: Fit = { ...charge, methods: ['card'] };
const authorization: Fit = { ...card, captures: [false] };
const bank: Fit = { ...charge, methods: ['bank'] };
const nothing: Fit = { ...charge, methods: both, holds: either };
const asking: Fit = { ...charge, methods: both, finished: false };

const fits: Record<PaymentState, Fit> = {
  processing: { ...asking, watched: ['begun', 'unknown'] },
  unknown: { ...asking, watched: ['unknown'] },
  authorized: authorization,
  capturing: authorization,
  expired: { ...authorization, holds: [false] },
  captured: card,
  voiding: card,
  // The order number is free again if the service voided it because the account takes no more debits.
  voided: { ...card, methods: both, holds: either },
  settled: { ...card, methods: both },
  // The order number is held until a caller that got "outcome unknown" received the outcome.
  declined: nothing,
  canceled: { ...nothing, watched: ['', 'decided'] },
  queued: bank,
  originated: bank,
  available: bank,
  // Until it is clear that it is not sent again, the order is its own.
  returned: { ...bank, holds: either },
};

const columns = {
  state: text,
  method: text,
  capture: bool,
  watched: text,
  holds: bool,
  done: bool,
};
const fitting = rowSet(columns);
const fittingRows = Object.entries(fits).flatMap(([state, fit]) =>
  fit.methods.flatMap((method) =>
    fit.captures.flatMap((capture) =>
      fit.watched.flatMap((watched) =>
        fit.holds.map((holds) => ({ state, method, capture, watched, holds, done: fit.finished })),
      ),
    ),
  ),
);

const tookNothing = `('declined', 'canceled')`;

/** Checks payments with their invoices, sums and watches. */
export const paymentRules: readonly Rule[] = [
  {
    name: 'state_not_legal',
    sql: `
      select p.business_id, p.id as payment_id, format(
        'it is %s by %s, watched as %s, with its invoice %s, its order number %s and %s', p.state,
        p.method, coalesce(${watchedAs}, 'over'), coalesce(v.state, 'missing'),
        case when p.holds_order then 'held' else 'free' end,
        case when p.finished_at is null then 'not finished' else 'finished' end) as says
      from payments p
      ${withWatches}
      left join invoices v on v.business_id = p.business_id and v.id = p.invoice_id
        and v.amount_cents = p.amount_cents and (v.payment_id = p.id or not p.holds_order or p.state in ${tookNothing})
      where case when p.holds_order and p.state not in ${tookNothing} then coalesce(v.state, '') <> 'held'
          -- What took nothing leaves its invoice to others, or to nobody.
          else v.state is null or v.payment_id = p.id end
        or (p.state, p.method, p.capture, coalesce(${watchedAs}, ''), p.holds_order, p.finished_at is not null)
        not in (select state, method, capture, watched, holds, done from ${fitting.sql})`,
    values: fitting.encode(fittingRows),
  },
  {
    name: 'sums_differ',
    sql: `
      select p.business_id, p.id as payment_id, format(
        'it is %s over %s cents: approved %s, captured %s, refunded %s and refunding %s; by what was done '
        'to it, captured %s, refunded %s and refunding %s', p.state, p.amount_cents, p.approved_cents,
        p.captured_cents, p.refunded_cents, p.refunding_cents, coalesce(f.captured, 0),
        coalesce(f.refunded, 0), coalesce(f.refunding, 0)) as says
      from payments p
      left join (
        select business_id, payment_id,
          sum(amount_cents) filter (where kind = 'capture' and state = 'succeeded') as captured,
          sum(amount_cents) filter (where kind = 'refund' and state = 'succeeded') as refunded,
          sum(amount_cents) filter (where kind = 'refund' and state in ${underWay}) as refunding
        from followups group by business_id, payment_id
      ) f on f.business_id = p.business_id and f.payment_id = p.id
      left join (${latestDebits}) e on e.business_id = p.business_id and e.payment_id = p.id
      where p.refunded_cents <> coalesce(f.refunded, 0)
        or p.refunding_cents <> coalesce(f.refunding, 0)
        or (p.approved_cents > 0) <> (p.state in ${charged})
        or not case
          when p.state not in ${charged} then p.captured_cents = 0
          when p.method = 'card' then
            p.captured_cents = case when p.capture then p.approved_cents else coalesce(f.captured, 0) end
          when p.state in ('queued', 'voided') then p.captured_cents = 0
          when p.state in ('settled', 'available') then p.captured_cents = e.amount_cents
          -- It may have settled before it came back.
          else true end`,
  },
  {
    name: 'wish_paid_twice',
    sql: `
      select business_id, max(id) as payment_id, format(
        'its order number was paid %s times', count(*)) as says
      from payments where state in ${standing}
      group by business_id, order_number, is_test having count(*) > 1`,
  },
  {
    name: 'amount_untold',
    sql: `
      select p.business_id, p.id as payment_id, format(
        '%s of %s cents were approved, and nobody was asked about it', p.approved_cents,
        p.amount_cents) as says
      from payments p
      join invoices v on v.business_id = p.business_id and v.id = p.invoice_id
      where p.state in ${charged} and p.approved_cents <> p.amount_cents
        and not (p.approved_cents < p.amount_cents and coalesce(v.details->>'allowPartial', '') = 'true')
        and not exists (
          select from open_questions q where q.business_id = p.business_id and q.kind = 'amount_differs'
            and q.object_kind = 'payment' and q.object_id = p.id)`,
  },
  {
    name: 'parts_differ',
    sql: `
      select coalesce(v.business_id, x.business_id) as business_id, x.payment_id, format(
        'its invoice counts %s cents in parts, and payments hold %s', coalesce(v.parts_cents, 0),
        coalesce(x.cents, 0)) as says
      from (
        select business_id, id, currency, parts_cents from invoices where parts_cents > 0
      ) v
      full join (
        select business_id, part_of, currency, min(payment_id) as payment_id, sum(amount_cents) as cents
        from invoices where part_of is not null and state = 'held' group by business_id, part_of, currency
      ) x on x.business_id = v.business_id and x.part_of = v.id and x.currency = v.currency
      where v.parts_cents is distinct from x.cents`,
  },
  {
    name: 'never_expires',
    sql: `
      select p.business_id, p.id as payment_id, 'it is authorized, and nobody will end that' as says
      from payments p
      where p.state = 'authorized' and not exists (
        select from jobs j where j.business_id = p.business_id and j.kind = 'authorization.expire'
          and j.key = p.id::text)`,
  },
];
