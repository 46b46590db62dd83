import { addBankingDays } from '../ach/banking-days.ts';
import { endOfHold, settlementMoment } from '../ach/windows.ts';
import { int8, rowSet, text, timestamptz } from '../base/rows.ts';
import type { Sql } from '../base/sql.ts';
import type { Business } from '../businesses/business.ts';
import { readBusiness } from '../businesses/store.ts';
import type { Transfer } from '../ledger/transfer.ts';
import type { World } from '../world.ts';
import type { Entry } from './entry.ts';
import { allBusinesses } from './file.ts';
import { holdDelivered } from './file-store.ts';
import { bankDay } from './open-window.ts';
import { readDueEntries } from './store.ts';
import { lockPaid, movePaid } from './subjects.ts';
import { writeMoved, writeSteps } from './write-moved.ts';

const atOnce = 1000;

/** What came to its day: entries settle, and what they brought is free when its hold is over. */
export async function advanceEntries(world: World, only?: bigint): Promise<number> {
  const due = await readDueEntries(world.db, world.now(), atOnce, only);
  let moved = 0;
  const groups = Map.groupBy(due, ({ businessId, state }) => `${businessId} ${state}`);
  for (const entries of groups.values()) {
    const { businessId } = entries[0]!;
    try {
      moved += await advance(world, entries);
    } catch (error) {
      world.log.error('ach.not_advanced', { businessId, count: entries.length, error });
    }
  }
  return moved;
}

/** Entries of one business that are all in the same state. */
async function advance(world: World, due: readonly Entry[]): Promise<number> {
  const { businessId, state } = due[0]!;
  const business = await readBusiness(world.db, businessId);
  if (!business) throw new Error('an entry without its business');
  return await world.db.begin(async (tx) => {
    const scope = business.environment === 'live' ? allBusinesses : businessId;
    const files = [...new Set(due.flatMap(({ fileId }) => fileId ?? []))];
    const held = await holdDelivered(tx, scope, files);
    const sent = due.filter(({ fileId }) => fileId !== undefined && held.has(fileId));
    return state === 'originated'
      ? await settle(world, tx, business, sent)
      : await makeAvailable(world, tx, business, sent);
  });
}

async function settle(
  world: World,
  tx: Sql,
  { id: businessId, terms }: Business,
  due: readonly Entry[],
): Promise<number> {
  const paid = await lockPaid(tx, businessId, due);
  // A return that came while we read has moved its entry on.
  const settled = await settleRows(tx, businessId, world.now(), due, terms.holdDays);
  const debits = settled.filter(({ kind }) => kind === 'debit');
  await movePaid(tx, businessId, paymentsOf(debits), ['originated'], 'settled');
  await noteTaken(tx, businessId, debits);
  await writeMoved(
    world,
    tx,
    debits.map((entry) => {
      const from = `receivable:${paid.get(entry.paymentId!)!.payment.processor}` as const;
      return { entry, transfers: [{ debit: 'held', credit: from, cents: entry.amountCents }] };
    }),
  );
  const steps = debits.map((entry) => ({ entry, paid: paid.get(entry.paymentId!)! }));
  await writeSteps(world, tx, steps, 'settled', ({ presentment }) => presentment > 1);
  await noteTried(tx, businessId, settled);
  return settled.length;
}

async function makeAvailable(
  world: World,
  tx: Sql,
  { id: businessId, terms }: Business,
  due: readonly Entry[],
): Promise<number> {
  const paid = await lockPaid(tx, businessId, due);
  const rows = await tx.query<{ id: bigint }>(
    `update ach_entries set state = 'available', next_at = null
     where business_id = $1 and id = any($2::int8[]) and state = 'settled' and next_at <= $3
     returning id`,
    [businessId, due.map(({ id }) => id), world.now()],
  );
  const free = among(due, rows);
  await movePaid(tx, businessId, paymentsOf(free), ['settled'], 'available');
  const fee = BigInt(terms.achFeeCents);
  await writeMoved(
    world,
    tx,
    free.map((entry) => ({ entry, transfers: freed(entry, fee) })),
  );
  const steps = free.map((entry) => ({ entry, paid: paid.get(entry.paymentId!)! }));
  await writeSteps(world, tx, steps, 'available');
  return free.length;
}

function freed({ amountCents: cents }: Entry, fee: bigint): Transfer[] {
  return [
    { debit: 'clearing', credit: 'held', cents },
    ...(fee > 0n ? [{ debit: 'platform_fees', credit: 'clearing', cents: fee } as const] : []),
  ];
}

const rows = rowSet({ id: int8, nextAt: timestamptz }, 3);

async function settleRows(
  tx: Sql,
  businessId: bigint,
  at: Date,
  due: readonly Entry[],
  holdDays: number,
): Promise<Entry[]> {
  const settled = await tx.query<{ id: bigint }>(
    `update ach_entries e set state = 'settled', settled_at = $2, next_at = r.next_at
     from ${rows.sql}
     where e.business_id = $1 and e.id = r.id and e.state = 'originated' and e.next_at <= $2
     returning e.id`,
    [
      businessId,
      at,
      ...rows.encode(
        due.map((entry) => ({
          id: entry.id,
          nextAt: entry.kind === 'debit' ? endOfHold(settledOn(entry), holdDays) : undefined,
        })),
      ),
    ],
  );
  return among(due, settled);
}

/** The day on which it was due to settle, however late somebody looks. */
function settledOn({ nextAt }: Entry): Temporal.PlainDate {
  return bankDay(nextAt!);
}

function among(entries: readonly Entry[], moved: readonly { id: bigint }[]): Entry[] {
  const ids = new Set(moved.map(({ id }) => id));
  return entries.filter(({ id }) => ids.has(id));
}

function paymentsOf(entries: readonly Entry[]): bigint[] {
  return entries.flatMap(({ paymentId }) => paymentId ?? []);
}

const sums = rowSet({ paymentId: int8, cents: int8 }, 2);

async function noteTaken(tx: Sql, businessId: bigint, debits: readonly Entry[]): Promise<void> {
  if (debits.length === 0) return;
  await tx.query(
    `update payments p set captured_cents = r.cents from ${sums.sql}
     where p.business_id = $1 and p.id = r.payment_id`,
    [
      businessId,
      ...sums.encode(debits.map(({ paymentId, amountCents: cents }) => ({ paymentId, cents }))),
    ],
  );
}

/** For so many banking days a bank may still say that the account is not what it was taken for. */
const trialDays = 3;
const trials = rowSet({ token: text, goodFrom: timestamptz }, 2);

async function noteTried(tx: Sql, businessId: bigint, settled: readonly Entry[]): Promise<void> {
  const prenotes = settled.filter(({ kind }) => kind === 'prenote');
  if (prenotes.length === 0) return;
  await tx.query(
    `update tokens t set prenoted_at = r.good_from from ${trials.sql}
     where t.business_id = $1 and t.token = r.token`,
    [
      businessId,
      ...trials.encode(
        prenotes.map((entry) => ({
          token: entry.numberOwner,
          goodFrom: settlementMoment(addBankingDays(settledOn(entry), trialDays), false),
        })),
      ),
    ],
  );
}
