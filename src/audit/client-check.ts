import { int8, rowSet, text } from '../base/rows.ts';
import type { Sql } from '../base/sql.ts';
import { isSettled, moves, type PaymentState, tookMoney } from '../payments/payment.ts';
import { batches } from './batches.ts';
import { isNoticed } from './book-charges.ts';
import type { BookSide } from './book-side.ts';
import { checkToldFollowUps } from './client-followups.ts';
import type { ClientLine, Heard } from './client-log.ts';
import type { Finding } from './finding.ts';
import { standing } from './state-lists.ts';

const linesAtOnce = 2000;

/** What clients were told is true, and nobody paid twice for one wish. */
export async function* checkClients(
  sql: Sql,
  log: AsyncIterable<ClientLine>,
  side: BookSide,
): AsyncGenerator<Finding> {
  const doubled = await readDoubled(sql);
  for await (const lines of batches(log, linesAtOnce)) {
    for (const { business, wish } of lines) {
      const name = `${business} ${wish}`;
      const times = doubled.get(name);
      if (times === undefined) continue;
      doubled.delete(name);
      const says = `the wish ${wish} was paid ${times} times`;
      yield { rule: 'wish_paid_twice', businessId: BigInt(business), says };
    }
    const heard = lines.filter((line) => line.did === 'heard');
    yield* checkPayments(
      sql,
      heard.filter((line) => line.payment !== undefined),
      side,
    );
    yield* checkTokens(
      sql,
      heard.filter((line) => line.token !== undefined),
    );
    yield* checkToldFollowUps(
      sql,
      heard.filter((line) => line.followUp !== undefined),
    );
  }
}

async function* checkPayments(
  sql: Sql,
  heard: readonly Heard[],
  { seen }: BookSide,
): AsyncGenerator<Finding> {
  const wanted = heard.map(({ business, payment }) => ({
    businessId: BigInt(business),
    id: BigInt(payment!),
  }));
  const rows = await readStates(sql, wanted);
  for (const [i, { wish, state, order, cents }] of heard.entries()) {
    const { businessId, id: paymentId } = wanted[i]!;
    const row = rows.get(`${businessId} ${paymentId}`);
    const at = { businessId, paymentId };
    if (!row) {
      yield {
        rule: 'told_of_nothing',
        ...at,
        says: `${wish} was told ${state}, and it is not there`,
      };
      continue;
    }
    if (!isTrue(state, row.state)) {
      const says = `${wish} was told ${state}, and it is ${row.state}`;
      yield { rule: 'told_wrong', ...at, says };
    }
    const wasCharged = seen.get(businessId, paymentId) === 2 && !row.is_noticed;
    if (isNotCharged(state) && wasCharged) {
      const says = `${wish} was told ${state}, and was charged`;
      yield { rule: 'told_not_charged', ...at, says };
    }
    const isAnother =
      row.amount_cents !== BigInt(cents) || row.order_number !== (order ?? row.order_number);
    if (isAnother) {
      const says = `${wish} asked for ${cents} cents, and was told of another payment`;
      yield { rule: 'told_of_another', ...at, says };
    }
  }
}

/** What was said was true when it was said, if what it is now may have come of it. */
function isTrue(told: string | undefined, state: PaymentState): boolean {
  return told === state || (laterThan.get(told ?? '')?.has(state) ?? false);
}

/** By state, what a payment that was in it may have become, in however many moves. */
const laterThan: ReadonlyMap<string, ReadonlySet<PaymentState>> = new Map(
  Object.keys(moves).map((state) => [state, walk(state as PaymentState)]),
);

function walk(from: PaymentState, seen = new Set<PaymentState>()): ReadonlySet<PaymentState> {
  for (const next of moves[from]) {
    if (seen.has(next)) continue;
    seen.add(next);
    walk(next, seen);
  }
  return seen;
}

function isNotCharged(told: string | undefined): boolean {
  const state = told as PaymentState;
  return isSettled(state) && !tookMoney(state);
}

async function* checkTokens(sql: Sql, heard: readonly Heard[]): AsyncGenerator<Finding> {
  const there = await readTokens(
    sql,
    heard.map(({ business, token }) => ({ businessId: BigInt(business), token: token! })),
  );
  for (const { business, token, wish } of heard) {
    if (there.has(`${business} ${token}`)) continue;
    const says = `${wish} was given a token that is not there or not active`;
    yield { rule: 'told_of_no_token', businessId: BigInt(business), says };
  }
}

const paymentKeys = rowSet({ businessId: int8, id: int8 });
const tokenKeys = rowSet({ businessId: int8, token: text });

type StateRow = {
  readonly business_id: bigint;
  readonly id: bigint;
  readonly state: PaymentState;
  readonly amount_cents: bigint;
  readonly order_number: string;
  readonly is_noticed: boolean;
};

/** Scope: all. */
async function readStates(
  sql: Sql,
  wanted: readonly { businessId: bigint; id: bigint }[],
): Promise<Map<string, StateRow>> {
  const rows = await sql.query<StateRow>(
    `select p.business_id, p.id, p.state, p.amount_cents, p.order_number,
       ${isNoticed} as is_noticed
     from ${paymentKeys.sql}
     join payments p using (business_id, id)`,
    paymentKeys.encode(wanted),
  );
  return new Map(rows.map((row) => [`${row.business_id} ${row.id}`, row]));
}

/** Scope: all. */
async function readTokens(
  sql: Sql,
  wanted: readonly { businessId: bigint; token: string }[],
): Promise<Set<string>> {
  const rows = await sql.query<{ business_id: bigint; token: string }>(
    `select t.business_id, t.token from ${tokenKeys.sql} join tokens t using (business_id, token)
     where t.state = 'active'`,
    tokenKeys.encode(wanted),
  );
  return new Set(rows.map((row) => `${row.business_id} ${row.token}`));
}

/** Scope: all. Payments of different order numbers that were one wish to whoever sent them. */
async function readDoubled(sql: Sql): Promise<Map<string, bigint>> {
  const rows = await sql.query<{ business_id: bigint; wish: string; times: bigint }>(
    `select v.business_id, v.details->>'externalId' as wish, count(*) as times
     from invoices v
     join payments p on p.business_id = v.business_id and p.id = v.payment_id
     where p.state in ${standing} and v.details->>'externalId' is not null
       and (p.captured_cents = 0 or p.refunded_cents < p.captured_cents)
     group by v.business_id, v.details->>'externalId' having count(*) > 1`,
  );
  return new Map(rows.map(({ business_id, wish, times }) => [`${business_id} ${wish}`, times]));
}
