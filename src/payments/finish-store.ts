import { bool, int4, int8, json, rowSet, text, timestamptz, uuid } from '../base/rows.ts';
import type { Sql } from '../base/sql.ts';
import { heardBy } from '../businesses/heard-by.ts';
import type { Transfer } from '../ledger/transfer.ts';
import type { DebitEntry } from './debit-entry.ts';
import type { Outcome } from './outcome.ts';
import { isSettled, type Payment, tookMoney } from './payment.ts';

/** An answer about to be written, with everything that follows from it. */
export type Finish = {
  readonly payment: Payment;
  readonly outcome: Outcome;
  readonly transfers: readonly (Transfer & { readonly id: bigint })[];
  readonly approvedCents: bigint;
  readonly capturedCents: bigint;
  /** When an authorization lapses. */
  readonly expiresAt: Date | undefined;
  /** What a bank payment puts into a file. */
  readonly entry: DebitEntry | undefined;
  /** Undefined when nothing new happened: still not known. */
  readonly event: NewEvent | undefined;
  /** When to look again, while the outcome is unknown. */
  readonly resolveAt: Date | undefined;
  /** It took nothing, and its order number is its own until that was told. */
  readonly isUntold: boolean;
  readonly at: Date;
};

export type NewEvent = {
  readonly id: string;
  readonly kind: string;
  readonly data: string;
  readonly untold: readonly ('webhook' | 'email' | 'sms' | 'subscription')[];
};

const answers = rowSet({
  businessId: int8,
  id: int8,
  invoiceId: int8,
  epoch: int4,
  state: text,
  settled: bool,
  holdsOrder: bool,
  outcomeCode: text,
  message: text,
  authorizationCode: text,
  approvedCents: int8,
  capturedCents: int8,
  finishedAt: timestamptz,
  processorId: text,
  took: bool,
  token: text,
  askedAt: timestamptz,
  resolveAt: timestamptz,
  eventId: uuid,
  eventKind: text,
  eventData: json,
  untold: text,
  at: timestamptz,
});
const transfers = rowSet(
  {
    businessId: int8,
    id: int8,
    paymentId: int8,
    debit: text,
    credit: text,
    cents: int8,
    madeAt: timestamptz,
  },
  answers.nextParameter,
);

/*
 * The second of the two commits of a payment, for a whole batch: all or none of it. Only who still holds the
 * payment's epoch may write; a paused owner whose payment was taken over finds that nothing was updated.
 */
const statement = (more = '') => `
with input as materialized (select * from ${answers.sql}),
finished as (
  update payments p set state = i.state, holds_order = i.holds_order, outcome_code = i.outcome_code,
    message = i.message, authorization_code = i.authorization_code, processor_id = i.processor_id,
    finished_at = i.finished_at,
    approved_cents = i.approved_cents, captured_cents = i.captured_cents, lease_until = i.at
  from input i
  where p.business_id = i.business_id and p.id = i.id and p.epoch = i.epoch
    and p.state in ('processing', 'unknown')
  returning p.business_id, p.id
),
done as materialized (
  select * from input where ((business_id, id) in (select business_id, id from finished)) is true
),
moved as (
  insert into transfers (business_id, id, payment_id, debit, credit, cents, made_at)
  select business_id, id, payment_id, debit, credit, cents, made_at from (select * from ${transfers.sql}) t
  where ((business_id, payment_id) in (select business_id, id from finished)) is true
),
told as (
  insert into events (business_id, id, kind, object_id, happened_at, data, untold)
  select business_id, event_id, event_kind, id, at, event_data, ${heardBy('done')} from done
  where event_id is not null
  -- "Not known yet" is written again when the answer of its commit was lost.
  on conflict do nothing
)
${more}
select business_id, id from finished`;

const plain = statement();

const timers = rowSet(
  { businessId: int8, paymentId: int8, expiresAt: timestamptz },
  transfers.nextParameter,
);
const entries = rowSet(
  {
    businessId: int8,
    id: int8,
    paymentId: int8,
    amountCents: int8,
    secCode: text,
    accountKind: text,
    routingNumber: text,
    last4: text,
    holder: text,
    numberOwner: text,
    isSameDay: bool,
    nextAt: timestamptz,
    createdAt: timestamptz,
  },
  timers.nextParameter,
);

/**
 * A batch with a payment that has more to it than a charge that went well at once. What took nothing lets go of its
 * invoice. Where the outcome was or is not known, somebody looks for it, and no longer. A token that it makes is
 * kept when money was taken, else dropped with its sealed number; an authorization lapses one day; a bank payment
 * waits for a file.
 */
const withMore = statement(`,
released as (
  update invoices v set state = 'open', payment_id = null
  from done d
  where v.business_id = d.business_id and v.id = d.invoice_id and d.settled and not d.took
    and v.payment_id = d.id
),
watched as (
  insert into payment_watches (business_id, kind, id, payment_ids, asked_at, look_at)
  select business_id, 'unknown', id, array[id], asked_at, resolve_at from done where resolve_at is not null
  on conflict (business_id, kind, id) do update set look_at = excluded.look_at
),
found as (
  delete from payment_watches w using done d
  where w.business_id = d.business_id and w.kind = 'unknown' and w.id = d.id and d.settled
),
timed as (
  insert into jobs (business_id, kind, key, payload, run_at)
  select business_id, 'authorization.expire', payment_id::text,
    jsonb_build_object('paymentId', payment_id::text), expires_at
  from (select * from ${timers.sql}) e
  where ((business_id, payment_id) in (select business_id, id from finished)) is true
  on conflict do nothing
),
queued as (
  insert into ach_entries (business_id, id, kind, state, amount_cents, payment_id, sec_code, account_kind,
    routing_number, last4, holder, number_owner, is_same_day, next_at, created_at)
  select business_id, id, 'debit', 'queued', amount_cents, payment_id, sec_code, account_kind,
    routing_number, last4, holder, number_owner, is_same_day, next_at, created_at
  from (select * from ${entries.sql}) e
  where ((business_id, payment_id) in (select business_id, id from finished)) is true
),
kept as (
  update tokens t set state = 'active' from done d
  where t.business_id = d.business_id and t.token = d.token and d.settled and d.took
),
dropped as (
  delete from tokens t using done d
  where t.business_id = d.business_id and t.token = d.token and d.settled and not d.took
    and t.state = 'pending'
  returning t.business_id, t.token
),
shredded as (
  delete from vault_records r using dropped x
  where r.business_id = x.business_id and r.owner = x.token
)`);

/** Whether each answer was written; false: somebody else finished the payment, read it again. */
export async function finishCharges(sql: Sql, finishes: readonly Finish[]): Promise<boolean[]> {
  const latest = latestOfEach(finishes);
  const counting = [...latest.values()];
  const values = [
    ...answers.encode(counting.map(answerRow)),
    ...transfers.encode(counting.flatMap(transferRows)),
  ];
  const rows = counting.some(hasMore)
    ? await sql.query<FinishedRow>(withMore, [
        ...values,
        ...timers.encode(counting.filter(({ expiresAt }) => expiresAt).map(timerRow)),
        ...entries.encode(counting.flatMap(entryRows)),
      ])
    : await sql.query<FinishedRow>(plain, values);
  const finished = new Set(rows.map((row) => `${row.business_id} ${row.id}`));
  return finishes.map((finish) => {
    const name = nameOf(finish);
    return latest.get(name) === finish && finished.has(name);
  });
}

type FinishedRow = { readonly business_id: bigint; readonly id: bigint };

function hasMore({ payment, outcome, expiresAt, entry }: Finish): boolean {
  const wentWell = tookMoney(outcome.state) && payment.epoch === 1;
  return !wentWell || payment.wantsToken || expiresAt !== undefined || entry !== undefined;
}

/**
 * A slow owner and its successor may be in one process, and so in one batch. What follows from an answer is
 * written for every row whose payment was finished, so a payment must not be there twice.
 */
function latestOfEach(finishes: readonly Finish[]): ReadonlyMap<string, Finish> {
  const latest = new Map<string, Finish>();
  for (const finish of finishes) {
    const name = nameOf(finish);
    const other = latest.get(name);
    if (!other || other.payment.epoch < finish.payment.epoch) latest.set(name, finish);
  }
  return latest;
}

function nameOf({ payment }: Finish): string {
  return `${payment.businessId} ${payment.id}`;
}

function timerRow({ payment: { businessId, id: paymentId }, expiresAt }: Finish) {
  return { businessId, paymentId, expiresAt };
}

function entryRows({ payment, entry, at }: Finish) {
  const { businessId, id: paymentId, amountCents, last4 } = payment;
  return entry ? [{ ...entry, businessId, paymentId, amountCents, last4, createdAt: at }] : [];
}

function answerRow({ payment, outcome, event, resolveAt, isUntold, at, ...sums }: Finish) {
  const settled = isSettled(outcome.state);
  const took = tookMoney(outcome.state);
  return {
    businessId: payment.businessId,
    id: payment.id,
    invoiceId: payment.invoiceId,
    epoch: payment.epoch,
    state: outcome.state,
    settled,
    holdsOrder: took || !settled || isUntold,
    outcomeCode: outcome.code,
    message: outcome.message,
    authorizationCode: outcome.authorizationCode,
    approvedCents: sums.approvedCents,
    capturedCents: sums.capturedCents,
    finishedAt: settled ? at : undefined,
    processorId: outcome.processorId,
    took,
    // A token that is only being charged is none of this statement's business.
    token: payment.wantsToken ? payment.token : undefined,
    askedAt: payment.createdAt,
    resolveAt,
    eventId: event?.id,
    eventKind: event?.kind,
    eventData: event?.data,
    untold: event && `{${event.untold.join(',')}}`,
    at,
  };
}

function transferRows({ payment, transfers: rows, at }: Finish) {
  const { businessId, id: paymentId } = payment;
  return rows.map((transfer) => ({ ...transfer, businessId, paymentId, madeAt: at }));
}
