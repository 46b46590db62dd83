import { moves, type PaymentState } from '../../payments/moves.ts';
import { isSettled, payments, tookMoney } from '../../payments/payment.ts';
import { bool, int8, text } from '../../runtime/column.ts';
import type { Database, Sql } from '../../runtime/sql.ts';
import { type RowOf, shape } from '../../runtime/table.ts';
import { readWhole } from '../../runtime/whole-tables.ts';
import { batches } from './batches.ts';
import { isNoticed } from './book-charges.ts';

import type { BookSide } from './book-side.ts';
import { checkToldFollowUps } from './client-followups.ts';
import type { ClientLine, Heard } from './client-log.ts';
import type { Finding } from './finding.ts';
import { standing } from './state-lists.ts';

const linesAtOnce = 2000;

/** Checks that the reports to clients are true, and that nobody paid twice for one request. */
export async function* checkClients(
  db: Database,
  log: AsyncIterable<ClientLine>,
  side: BookSide,
): AsyncGenerator<Finding> {
  const timesPaid = await readDoubled(db);
  for await (const lines of batches(log, linesAtOnce)) {
    for (const { business, request } of lines) {
      const name = `${business} ${request}`;
      const times = timesPaid.get(name);
      if (times === undefined) continue;
      timesPaid.delete(name);
      const says = `the request ${request} was paid ${times} times`;
      yield { rule: 'wish_paid_twice', businessId: BigInt(business), says };
    }
    const heard = lines.filter((line) => line.did === 'heard');
    yield* checkPayments(
      db,
      heard.filter((line) => line.payment !== undefined),
      side,
    );
    yield* checkTokens(
      db,
      heard.filter((line) => line.token !== undefined),
    );
    yield* checkToldFollowUps(
      db,
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
  for (const [i, { request, state, order, cents }] of heard.entries()) {
    const { businessId, id: paymentId } = wanted[i]!;
    const row = rows.get(`${businessId} ${paymentId}`);
    const at = { businessId, paymentId };
    if (!row) {
      yield {
        rule: 'told_of_nothing',
        ...at,
        says: `${request} was told ${state}, and it is not there`,
      };
      continue;
    }
    if (!isTrue(state, row.state)) {
      const says = `${request} was told ${state}, and it is ${row.state}`;
      yield { rule: 'told_wrong', ...at, says };
    }
    const wasCharged = seen.get(businessId, paymentId) === 2 && !row.isNoticed;
    if (isNotCharged(state) && wasCharged) {
      const says = `${request} was told ${state}, and was charged`;
      yield { rule: 'told_not_charged', ...at, says };
    }
    const isAnother =
      row.amountCents !== BigInt(cents) || row.orderNumber !== (order ?? row.orderNumber);
    if (isAnother) {
      const says = `${request} asked for ${cents} cents, and was told of another payment`;
      yield { rule: 'told_of_another', ...at, says };
    }
  }
}

/** True if the state reported to the client can lead to the stored state. */
function isTrue(told: string | undefined, state: PaymentState): boolean {
  return told === state || (laterThan.get(told ?? '')?.has(state) ?? false);
}

/** By state, every state that a payment may reach from it, in any number of moves. */
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
  for (const { business, token, request } of heard) {
    if (there.has(`${business} ${token}`)) continue;
    const says = `${request} was given a token that is not there or not active`;
    yield { rule: 'told_of_no_token', businessId: BigInt(business), says };
  }
}

const paymentKeys = payments.pick('businessId', 'id').set();
const activeToken = shape({ businessId: int8, token: text });
const tokenKeys = activeToken.set();
const doubled = shape({ businessId: int8, request: text, times: int8 });

const stateRow = payments
  .pick('businessId', 'id', 'state', 'amountCents', 'orderNumber')
  .with({ isNoticed: bool });
type StateRow = RowOf<typeof stateRow>;

/** Scope: all. */
async function readStates(
  sql: Sql,
  wanted: readonly { businessId: bigint; id: bigint }[],
): Promise<Map<string, StateRow>> {
  const rows = await stateRow.read(
    sql,
    `select ${stateRow.of('p')}, ${isNoticed} as "isNoticed"
     from ${paymentKeys.sql}
     join payments p using (business_id, id)`,
    paymentKeys.encode(wanted),
  );
  return new Map(rows.map((row) => [`${row.businessId} ${row.id}`, row]));
}

/** Scope: all. */
async function readTokens(
  sql: Sql,
  wanted: readonly { businessId: bigint; token: string }[],
): Promise<Set<string>> {
  const rows = await activeToken.read(
    sql,
    `select t.business_id as "businessId", t.token from ${tokenKeys.sql} join tokens t using (business_id, token)
     where t.state = 'active'`,
    tokenKeys.encode(wanted),
  );
  return new Set(rows.map((row) => `${row.businessId} ${row.token}`));
}

/** Scope: all. Payments of different order numbers that one request of a client made. */
async function readDoubled(db: Database): Promise<Map<string, bigint>> {
  const rows = await readWhole(
    db,
    doubled,
    `select v.business_id, v.details->>'externalId' as request, count(*) as times
     from invoices v
     join payments p on p.business_id = v.business_id and p.id = v.payment_id
     where p.state in ${standing} and v.details->>'externalId' is not null
       and (p.captured_cents = 0 or p.refunded_cents < p.captured_cents)
     group by v.business_id, v.details->>'externalId' having count(*) > 1`,
  );
  return new Map(rows.map(({ businessId, request, times }) => [`${businessId} ${request}`, times]));
}
