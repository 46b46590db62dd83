import { bankDay, endOfHold } from '../../kernel/ach-windows.ts';
import type { Business } from '../../parties/businesses/business.ts';
import { readBusiness } from '../../parties/businesses/store.ts';
import { achFee } from '../../payments/fees.ts';
import { movePayments } from '../../payments/moves.ts';
import { int8, text, timestamptz } from '../../runtime/column.ts';
import type { Sql } from '../../runtime/sql.ts';
import { rowSet } from '../../runtime/table.ts';
import type { World } from '../../world.ts';
import type { Entry } from '../entry.ts';
import { freeEntries, settleEntries } from '../entry-moves.ts';
import { readDueEntries } from '../entry-store.ts';
import { writeMoved, writeSteps } from '../returns/write-moved.ts';
import { acceptedAt, recordProbed } from '../validation/conclude.ts';
import { allBusinesses } from './file.ts';
import { holdSent } from './part-store.ts';
import { lockPaid } from './subjects.ts';

const atOnce = 1000;

/** Moves entries that are due: they settle, and their money is available when its hold is over. */
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
    const held = await holdSent(tx, businessId, scope, files);
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
  const moved = await settleEntries(
    tx,
    businessId,
    world.now(),
    due.map((entry) => ({
      id: entry.id,
      nextAt: entry.kind === 'debit' ? endOfHold(settledOn(entry), terms.holdDays) : undefined,
    })),
  );
  const settled = due.filter(({ id }) => moved.has(id));
  const debits = settled.filter(({ kind }) => kind === 'debit');
  await movePayments(tx, businessId, paymentsOf(debits), ['originated'], 'settled');
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
  await recordProbed(world, tx, settled);
  return settled.length;
}

async function makeAvailable(
  world: World,
  tx: Sql,
  { id: businessId, terms }: Business,
  due: readonly Entry[],
): Promise<number> {
  const paid = await lockPaid(tx, businessId, due);
  const ids = due.map(({ id }) => id);
  const freed = await freeEntries(tx, businessId, world.now(), ids);
  const free = due.filter(({ id }) => freed.has(id));
  await movePayments(tx, businessId, paymentsOf(free), ['settled'], 'available');
  const fee = achFee(terms);
  await writeMoved(
    world,
    tx,
    free.map((entry) => {
      const cents = entry.amountCents;
      return { entry, transfers: [{ debit: 'clearing', credit: 'held', cents }, ...fee] };
    }),
  );
  const steps = free.map((entry) => ({ entry, paid: paid.get(entry.paymentId!)! }));
  await writeSteps(world, tx, steps, 'available');
  return free.length;
}

/** The day on which it was due to settle, however late the worker is. */
function settledOn({ nextAt }: Entry): Temporal.PlainDate {
  return bankDay(nextAt!);
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
          goodFrom: acceptedAt(entry),
        })),
      ),
    ],
  );
}
