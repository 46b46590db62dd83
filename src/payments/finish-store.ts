import { bool, bytea, int4, int8, text, timestamptz } from '../runtime/column.ts';
import { eventFields, eventValues, insertEvents } from '../runtime/events.ts';
import { insertJobs } from '../runtime/jobs.ts';
import type { Sql } from '../runtime/sql.ts';
import { rowSet } from '../runtime/table.ts';
import type { DebitEntry } from './finish.ts';
import type { Transfer } from './ledger/transfer.ts';
import { finishPayments } from './moves.ts';
import { releaseUnpaid } from './open-invoice.ts';
import type { Outcome } from './outcome.ts';
import { isSettled, type Payment, payments, tookMoney } from './payment.ts';
import type { PaymentEvent } from './payment-event.ts';
import { activateTokens, deleteFailedTokens } from './tokens/store.ts';

/** The answer to a charge, with everything that is written with it. */
export type Finish = {
  readonly payment: Payment;
  readonly outcome: Outcome;
  readonly transfers: readonly (Transfer & { readonly id: bigint })[];
  readonly approvedCents: bigint;
  readonly capturedCents: bigint;
  /** When an authorization expires. */
  readonly expiresAt: Date | undefined;
  /** The ACH entry of a bank payment. */
  readonly entry: DebitEntry | undefined;
  /** Undefined when the outcome is still unknown and was reported before. */
  readonly event: PaymentEvent | undefined;
  /** The time of the next inquiry, while the outcome is unknown. */
  readonly resolveAt: Date | undefined;
  /** True for a failed charge that keeps its order number until the failure was replayed. */
  readonly isAwaited: boolean;
  readonly at: Date;
};

const finishedPayments = payments.pick('businessId', 'id');

const answers = rowSet({
  businessId: int8,
  id: int8,
  invoiceId: int8,
  epoch: int4,
  state: text,
  settled: bool,
  holdsOrder: bool,
  orderFreedAt: timestamptz,
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
  thereAt: timestamptz,
  reversedCents: int8,
  addressCheck: text,
  securityCodeCheck: text,
  ...eventFields,
});
const transfers = rowSet(
  {
    businessId: int8,
    id: int8,
    paymentId: int8,
    debit: text,
    credit: text,
    cents: int8,
    currency: text,
    madeAt: timestamptz,
  },
  answers.nextParameter,
);

// The second of the two commits of a payment, for a whole batch, all or nothing.
const statement = (more = '') => `
with input as materialized (select * from ${answers.sql}),
finished as (
  ${finishPayments}
),
done as materialized (
  select * from input where ((business_id, id) in (select business_id, id from finished)) is true
),
moved as (
  insert into transfers (business_id, id, payment_id, debit, credit, cents, currency, made_at)
  select business_id, id, payment_id, debit, credit, cents, currency, made_at from (select * from ${transfers.sql}) t
  where ((business_id, payment_id) in (select business_id, id from finished)) is true
),
told as (
  ${insertEvents('select * from done where event_id is not null')}
  -- "Not known yet" is written again if the answer to its commit was lost.
  on conflict do nothing
)
${more}
select ${finishedPayments.columns} from finished`;

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

const storedCards = rowSet(
  {
    businessId: int8,
    paymentId: int8,
    token: text,
    fingerprint: bytea,
    networkTransactionId: text,
    processor: text,
    cents: int8,
  },
  entries.nextParameter,
);

/**
 * A batch in which a payment needs more than a charge that succeeded at once. A failed charge releases its invoice. A
 * payment with an unknown outcome is watched until it is known. A new token is kept if money was taken, otherwise
 * deleted with its sealed number. An authorization gets its expiry, and a bank payment waits for a file.
 */
const withMore = statement(`,
${releaseUnpaid},
watched as (
  insert into payment_watches as w (business_id, kind, id, payment_ids, asked_at, look_at, replay_refused_at)
  select business_id, 'unknown', id, array[id], asked_at, resolve_at, there_at from done where resolve_at is not null
  on conflict (business_id, kind, id) do update set look_at = excluded.look_at,
    replay_refused_at = greatest(w.replay_refused_at, excluded.replay_refused_at)
),
undone as (
  ${insertJobs(
    'payment.give_back',
    `select business_id, id::text as key,
      jsonb_build_object('paymentId', id::text, 'processorId', processor_id, 'cents', reversed_cents::text) as payload,
      happened_at as run_at
    from done where reversed_cents is not null`,
  )}
),
found as (
  delete from payment_watches w using done d
  where w.business_id = d.business_id and w.kind = 'unknown' and w.id = d.id and d.settled
),
timed as (
  ${insertJobs(
    'authorization.expire',
    `select business_id, payment_id::text as key,
      jsonb_build_object('paymentId', payment_id::text) as payload, expires_at as run_at
    from (select * from ${timers.sql}) e
    where ((business_id, payment_id) in (select business_id, id from finished)) is true`,
  )}
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
  ${activateTokens(`(select * from ${storedCards.sql})`)}
),
dropped as (
  ${deleteFailedTokens}
),
shredded as (
  delete from vault_records r using dropped x
  where r.business_id = x.business_id and r.owner = x.token
)`);

/** True for each answer that was written. False: another owner finished the payment; read it again. */
export async function finishCharges(sql: Sql, finishes: readonly Finish[]): Promise<boolean[]> {
  const latest = latestOfEach(finishes);
  const counting = [...latest.values()];
  const values = [
    ...answers.encode(counting.map(answerRow)),
    ...transfers.encode(counting.flatMap(transferRows)),
  ];
  const rows = counting.some((one) => one.entry !== undefined || mayWait(one))
    ? await finishedPayments.read(sql, withMore, [
        ...values,
        ...timers.encode(counting.filter(({ expiresAt }) => expiresAt).map(timerRow)),
        ...entries.encode(counting.flatMap(entryRows)),
        ...storedCards.encode(counting.flatMap(storedCardRows)),
      ])
    : await finishedPayments.read(sql, plain, values);
  const finished = new Set(rows.map((row) => `${row.businessId} ${row.id}`));
  return finishes.map((finish) => {
    const name = nameOf(finish);
    return latest.get(name) === finish && finished.has(name);
  });
}

finishCharges.shares = {
  order: 1,
  joins: (finish: Finish) => !mayWait(finish),
  part: ({ entry }: Finish) => entry !== undefined,
};

/** What follows from it is written to rows that others may have locked. */
function mayWait(finish: Finish): boolean {
  const { payment, outcome, expiresAt } = finish;
  const wentWell = tookMoney(outcome.state) && payment.inquiries === undefined;
  return (
    !wentWell || payment.wantsToken || expiresAt !== undefined || storedCardRows(finish).length > 0
  );
}

/**
 * A slow owner and its successor may be in the same process, and so in the same batch. Rows that follow from an answer
 * are written for each finished payment, so a payment must not be in a batch twice.
 */
function latestOfEach(finishes: readonly Finish[]): ReadonlyMap<string, Finish> {
  const latest = new Map<string, Finish>();
  for (const finish of finishes) {
    const name = nameOf(finish);
    if ((latest.get(name)?.payment.epoch ?? 0) < finish.payment.epoch) latest.set(name, finish);
  }
  return latest;
}

const nameOf = ({ payment }: Finish) => `${payment.businessId} ${payment.id}`;

function timerRow({ payment: { businessId, id: paymentId }, expiresAt }: Finish) {
  return { businessId, paymentId, expiresAt };
}

function entryRows({ payment, entry, at }: Finish) {
  const { businessId, id: paymentId, amountCents, last4 } = payment;
  return entry ? [{ ...entry, businessId, paymentId, amountCents, last4, createdAt: at }] : [];
}

function storedCardRows({ payment, outcome }: Finish) {
  const { networkTransactionId, approvedCents: cents } = outcome;
  const { businessId, id: paymentId, token, fingerprint, processor } = payment;
  if (token === undefined || networkTransactionId === undefined) return [];
  // A name that is longer than any is none.
  if (networkTransactionId.length > 100) return [];
  return [{ businessId, paymentId, token, fingerprint, networkTransactionId, processor, cents }];
}

function answerRow({ payment, outcome, event, isAwaited, at, ...more }: Finish) {
  const settled = isSettled(outcome.state);
  const took = tookMoney(outcome.state);
  const holdsOrder = took || !settled || isAwaited;
  return {
    businessId: payment.businessId,
    id: payment.id,
    invoiceId: payment.invoiceId,
    epoch: payment.epoch,
    state: outcome.state,
    settled,
    holdsOrder,
    orderFreedAt: holdsOrder ? undefined : at,
    outcomeCode: outcome.code,
    message: outcome.message,
    authorizationCode: outcome.authorizationCode,
    approvedCents: more.approvedCents,
    capturedCents: more.capturedCents,
    finishedAt: settled ? at : undefined,
    processorId: outcome.processorId,
    took,
    // A stored token that is charged is not changed by this statement.
    token: payment.wantsToken ? payment.token : undefined,
    askedAt: payment.createdAt,
    resolveAt: more.resolveAt,
    thereAt: outcome.isThere ? at : undefined,
    reversedCents: outcome.reversedCents,
    addressCheck: outcome.checks?.address,
    securityCodeCheck: outcome.checks?.securityCode,
    ...eventValues(event),
    objectId: payment.id,
    happenedAt: at,
  };
}

function transferRows({ payment, transfers: rows, at }: Finish) {
  const { businessId, id: paymentId, currency } = payment;
  return rows.map((transfer) => ({ ...transfer, businessId, paymentId, currency, madeAt: at }));
}
