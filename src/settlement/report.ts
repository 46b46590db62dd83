import { Refusal } from '../kernel/refusal.ts';
import type { Business } from '../parties/businesses/business.ts';
import { readBusiness } from '../parties/businesses/store.ts';
import { readAccount } from '../payments/accounts/account.ts';
import { tellOfNoReport } from '../payments/accounts/no-report.ts';
import { currenciesAt, processorOf } from '../payments/accounts/open-account.ts';
import { dayMs } from '../payments/backoff.ts';
import { clocksApartMs } from '../ports/processors/clocks.ts';
import type { OddRow, SettledRow } from '../ports/processors/settled-row.ts';
import { writeEvents } from '../runtime/events.ts';
import type { Sql } from '../runtime/sql.ts';
import type { World } from '../world.ts';
import type { Batch } from './batch.ts';
import { newBatch } from './begin.ts';
import { batchEvents } from './event.ts';
import { raiseAlarm, settleBatch } from './finish.ts';
import { askAboutOddRows } from './odd-rows.ts';
import { eachOnce, nameOf, readReportMark, writeReportMark } from './report-mark.ts';
import { readParts } from './report-parts.ts';
import { type Found, findItems } from './reported-rows.ts';
import { rowsOfOthers } from './rows-of-others.ts';
import { insertBatch } from './store.ts';
import { lockMark, type Open, takeItems } from './take.ts';

/** How far back a report is read again: a row may be found later than it was settled. */
const overlapMs = 3 * dayMs;
const mostItems = 100_000;

/**
 * Where batches are closed by the processor's own clock: what it says that it settled is a batch. Each row is compared
 * with ours; what we do not know, or know with another amount, is a mismatch, and a person is asked. A payment that is
 * in no report stays open, and is found by the reconciliation. A report that is too long is read in parts, and each part
 * is a batch.
 */
export async function readReport(
  world: World,
  businessId: bigint,
  processor: string,
  actor: string,
): Promise<Batch[]> {
  const till = { businessId, processor };
  const asked = await processorOf(world, till);
  const { settledRows } = asked;
  if (!settledRows) return [];
  const [currency] = await currenciesAt(world, till);
  if (!currency) return [];
  const open: Open = { ...till, currency };
  const account = await readAccount(world.db, { businessId, name: processor });
  const shownAfterMs = asked.can.visibilityDelaySeconds * 1000 + clocksApartMs;
  const until = new Date(world.now().getTime() - shownAfterMs);
  const first = (await readReportMark(world.db, open)).reportedUntil;
  // What was charged before the first report is settled after the account was connected.
  const from = first ?? earlier(account?.createdAt ?? until, until);
  // Soon after it was connected the account may settle what others charged before.
  const strangersAfter = first ?? (account ? new Date(from.getTime() + overlapMs) : until);
  const made: Batch[] = [];
  let before = first;
  const since = new Date(from.getTime() - overlapMs);
  for await (const part of readParts(settledRows, since, until)) {
    // no connection held
    if (part.outcome === 'unknown') {
      world.log.warn('batch.no_report', { businessId, processor, reason: part.reason });
      await tellOfNoReport(world, { ...till, reason: part.reason, readUntil: before ?? from });
      break;
    }
    const taken = await takePart(world, { ...part, open, actor, before, strangersAfter });
    if (!taken) break;
    made.push(...taken);
    before = later(before, part.until);
  }
  return made;
}

function earlier(one: Date, other: Date): Date {
  return one < other ? one : other;
}

function later(one: Date | undefined, other: Date): Date {
  return one && one > other ? one : other;
}

type Part = {
  readonly open: Open;
  readonly actor: string;
  /** Until when reports were read before this one. */
  readonly before: Date | undefined;
  /** Nobody is told of older rows that name nothing of ours: the account may have had other users. */
  readonly strangersAfter: Date;
  readonly until: Date;
  readonly rows: readonly SettledRow[];
  readonly oddRows?: readonly OddRow[];
};

/** Undefined: somebody else read it just now. */
async function takePart(world: World, part: Part): Promise<Batch[] | undefined> {
  const { open, before } = part;
  const { businessId } = open;
  const business = await readBusiness(world.db, businessId);
  if (!business) throw new Refusal('unknown_business');
  const { rows: told, oddRows = [], strangersAfter } = part;
  const ofOthers = await rowsOfOthers(world.db, businessId, [...told, ...oddRows]);
  const odd = oddRows.filter((row) => !ofOthers.has(row));
  const id = await world.ids.next(businessId);
  return await world.db.begin(async (tx) => {
    await lockMark(tx, open);
    const { reportedUntil, waiting } = await readReportMark(tx, open);
    if (reportedUntil?.getTime() !== before?.getTime()) return undefined;
    const rows = eachOnce([...waiting, ...told]);
    const found = await findItems(tx, open, rows, ofOthers);
    const stillWaiting = found.filter(({ is }) => is === 'under_way').map(({ row }) => row);
    await writeReportMark(tx, open, part.until, stillWaiting);
    await askAboutOddRows(world, tx, open, odd, strangersAfter);
    const waited = new Set(waiting.map(nameOf));
    const counted = found.filter((one) => isCounted(one, part, waited));
    const batch = await batchOf(world, tx, business, { ...part, id, counted });
    return batch ? [batch] : [];
  });
}

/**
 * What is in a batch, or was charged at another account, is told of elsewhere, and what is not known yet in a later
 * report. A stranger stays one, so it counts in one report only.
 */
function isCounted(
  { row, item, is }: Found,
  { before, strangersAfter }: Pick<Part, 'before' | 'strangersAfter'>,
  waited: ReadonlySet<string>,
): boolean {
  if (is === 'open') return true;
  if (is !== 'stranger') return false;
  // Not counted yet, however old it is.
  if (waited.has(nameOf(row))) return true;
  if (before !== undefined && row.settledAt <= before) return false;
  return item !== undefined || row.settledAt > strangersAfter;
}

function nothing(id: bigint) {
  return { itemCount: 0, netCents: 0n, feeCents: 0n, firstId: id, lastId: id };
}

type Reported = Pick<Part, 'open' | 'actor'> & {
  readonly id: bigint;
  readonly counted: readonly Found[];
};

async function batchOf(
  world: World,
  tx: Sql,
  { terms }: Business,
  { open, id, actor, counted }: Reported,
): Promise<Batch | undefined> {
  const only = new Set(counted.flatMap(({ item, is }) => (item && is === 'open' ? [item.id] : [])));
  const taken = await takeItems(tx, open, id, 0n, mostItems, terms, [...only]);
  if (counted.length === 0) return undefined;
  const at = world.now();
  const { itemCount, netCents, feeCents, firstId, lastId } = taken ?? nothing(id);
  const sums = { itemCount, netCents, feeCents, firstId, lastId };
  const processorCount = counted.length;
  const processorCents = counted.reduce((sum, { row }) => sum + row.cents, 0n);
  // Each by itself: one that is too large may hide another that is too small.
  const isSame = counted.every(({ row, item }) => row.cents === item?.cents);
  const isEven = isSame && sums.itemCount === processorCount && sums.netCents === processorCents;
  const batch: Batch = {
    ...newBatch(world, { ...open, id, actor, sums }, at),
    state: isEven ? 'reconciled' : 'mismatch',
    processorId: `report of ${at.toISOString()}`,
    processorCount,
    processorCents,
    resolveAt: undefined,
    closedAt: at,
    reconciledAt: isEven ? at : undefined,
  };
  await insertBatch(tx, batch);
  if (isEven) await settleBatch(world, tx, batch, at);
  else await raiseAlarm(world, batch, tx);
  await writeEvents(tx, batchEvents(world, batch, at));
  return batch;
}
