import { dayMs } from '../kernel/duration.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Business } from '../parties/businesses/business.ts';
import { readBusiness } from '../parties/businesses/store.ts';
import { readAccount } from '../payments/accounts/account.ts';
import { currenciesAt, processorOf } from '../payments/accounts/open-account.ts';
import { openOddRowCases, reportMissingReport } from '../payments/accounts/report-cases.ts';
import { rowsOfOthers } from '../payments/accounts/rows-of-others.ts';
import { partsOfReference } from '../payments/payment.ts';
import { clocksApartMs } from '../ports/processors/clocks.ts';
import type { Processor } from '../ports/processors/processor.ts';
import type { OddRow, SettledRow } from '../ports/processors/settled-row.ts';
import { writeEvents } from '../runtime/events.ts';
import type { Sql } from '../runtime/sql.ts';
import type { World } from '../world.ts';
import type { Batch } from './batch.ts';
import { newBatch } from './begin.ts';
import { batchEvents } from './event.ts';
import { reportMismatch, settleBatch } from './finish.ts';
import { oldestOpen } from './oldest-open.ts';
import {
  nameOf,
  readReportMark,
  readToldElsewhere,
  type ToldRow,
  withoutRepeats,
  writeReportMark,
} from './report-mark.ts';
import { readParts } from './report-parts.ts';
import { type Found, findItems } from './reported-rows.ts';
import { insertBatch } from './store.ts';
import { lockMark, lockOpen, type Open, takeItems } from './take.ts';

/** How far back a report is read again: a row may be found later than it was settled. */
export const overlapMs = 3 * dayMs;
/** How far back a report is read while an item of ours is open so long. */
const lateMs = 10 * dayMs;
const mostItems = 100_000;

/**
 * Reads settlements of a processor that closes batches by its own clock: each report becomes a batch. Each row is
 * compared with ours. A row that we do not know, or know with another amount, is a mismatch and opens a case. A payment
 * that is in no report stays open, and the reconciliation finds it. A report that is too long is read in parts, and
 * each part is a batch.
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
  const mark = await readReportMark(world.db, open);
  const first = mark.reportedUntil;
  // A charge made before the first report is settled after the account was connected.
  const from = first ?? earlier(account?.createdAt ?? until, until);
  // Soon after it was connected the account may settle charges of others.
  const atFirst = account ? new Date(from.getTime() + overlapMs) : until;
  const strangersAfter = mark.strangersAfter ?? first ?? atFirst;
  const forgottenUntil = mark.told ? undefined : first;
  const reading = { open, actor, strangersAfter, forgottenUntil, isFirst: first === undefined };
  const made: Batch[] = [];
  let before = first;
  const since = new Date(from.getTime() - overlapMs);
  for await (const part of readParts(settledRows, since, until)) {
    // no connection held
    if (part.outcome === 'unknown') {
      world.log.warn('batch.no_report', { businessId, processor, reason: part.reason });
      await reportMissingReport(world, { ...till, reason: part.reason, readUntil: before ?? from });
      return made;
    }
    const taken = await takePart(world, { ...part, ...reading, before, isLate: false });
    if (!taken) return made;
    made.push(...taken);
    before = later(before, part.until);
  }
  return first
    ? [...made, ...(await readLate(world, settledRows, first, { ...reading, before }))]
    : made;
}

/**
 * A processor may report a settlement days later. An item that is open for longer than the reports overlap is searched
 * for separately. If this reading fails, nothing else waits for it.
 */
async function readLate(
  world: World,
  settledRows: NonNullable<Processor['settledRows']>,
  first: Date,
  reading: Omit<Part, 'until' | 'rows' | 'oddRows' | 'isLate'>,
): Promise<Batch[]> {
  const until = new Date(first.getTime() - overlapMs);
  const limit = new Date(first.getTime() - lateMs);
  const oldest = await oldestOpen(world.db, reading.open, limit, until);
  if (!oldest) return [];
  const made: Batch[] = [];
  const since = new Date(oldest.getTime() - clocksApartMs);
  for await (const part of readParts(settledRows, since, until)) {
    // no connection held
    if (part.outcome === 'unknown') {
      const { businessId, processor } = reading.open;
      world.log.warn('batch.no_late_report', { businessId, processor, reason: part.reason });
      break;
    }
    made.push(...((await takePart(world, { ...part, ...reading, isLate: true })) ?? []));
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
  /** Older rows without an id of ours open no case: the account may have had other users. */
  readonly strangersAfter: Date;
  /** Rows settled until then were reported before reported rows were stored. */
  readonly forgottenUntil: Date | undefined;
  /** True for the first report of the account. */
  readonly isFirst: boolean;
  /** True if only items of ours that are still open count. */
  readonly isLate: boolean;
  readonly until: Date;
  readonly rows: readonly SettledRow[];
  readonly oddRows?: readonly OddRow[];
};

/** Undefined: another process read it just now. */
async function takePart(world: World, part: Part): Promise<Batch[] | undefined> {
  const { open, before } = part;
  const { businessId } = open;
  const business = await readBusiness(world.db, businessId);
  if (!business) throw new Refusal('unknown_business');
  const { rows: reported, oddRows = [], strangersAfter } = part;
  const ofOthers = await rowsOfOthers(world.db, businessId, [...reported, ...oddRows]);
  const odd = oddRows.filter((row) => !ofOthers.has(row));
  const id = await world.ids.next(businessId);
  return await world.db.begin(async (tx) => {
    await lockMark(tx, open);
    const { reportedUntil, waiting, told = [] } = await readReportMark(tx, open);
    if (reportedUntil?.getTime() !== before?.getTime()) return undefined;
    const rows = withoutRepeats([...waiting, ...reported]);
    await lockOpen(tx, open, paymentsNamed(businessId, rows));
    const found = await findItems(tx, open, rows, ofOthers, told);
    const inOtherCurrency = found.flatMap(({ row, is }) =>
      is === 'other_currency' ? [oddRowOf(row, open)] : [],
    );
    await writeReportMark(tx, open, {
      reportedUntil: part.until,
      strangersAfter: part.isFirst ? part.until : strangersAfter,
      waiting: found.filter(({ is }) => is === 'under_way').map(({ row }) => row),
      told: toldBy(found, told, later(before, part.until)),
    });
    await openOddRowCases(world, tx, open, [...odd, ...inOtherCurrency], strangersAfter);
    const waited = new Set(waiting.map(nameOf));
    const known = new Set(
      [...told, ...(await readToldElsewhere(tx, open))].map(({ row }) => nameOf(row)),
    );
    const settled = new Set(
      found.flatMap(({ item, is }) => (item && is === 'open' ? item.id : [])),
    );
    const counted = found.filter(
      (one) => isCounted(one, part, { waited, known }) && !isRefusalOfSettled(one, settled),
    );
    const batch = await batchOf(world, tx, business, { ...part, id, counted });
    return batch ? [batch] : [];
  });
}

function paymentsNamed(businessId: bigint, rows: readonly SettledRow[]): bigint[] {
  return rows.flatMap(({ reference }) => {
    const of = partsOfReference(reference);
    return of?.businessId === businessId ? [of.paymentId] : [];
  });
}

/** Refused at first, and settled by another row of this report. */
function isRefusalOfSettled({ row, item }: Found, settled: ReadonlySet<bigint>): boolean {
  return row.cents === 0n && item !== undefined && settled.has(item.id);
}

/** Its cents are no cents of this account's batches. */
function oddRowOf({ reference, processorId, settledAt, currency }: SettledRow, open: Open): OddRow {
  const reason = `settled in ${currency}, and the account takes ${open.currency}`;
  return { reference, processorId, settledAt, reason };
}

/** The rows that the next report must know: it repeats those of the latest days. */
function toldBy(found: readonly Found[], before: readonly ToldRow[], until: Date): ToldRow[] {
  const now = found.flatMap(({ row, item, isPart, is }): ToldRow[] => {
    if (is === 'stranger') return [{ row }];
    const isOver = is === 'open' || is === 'in_batch' || is === 'reversed';
    return item && isPart && isOver ? [{ row, refundId: item.id }] : [];
  });
  const all = new Map([...before, ...now].map((one) => [nameOf(one.row), one]));
  const oldest = new Date(until.getTime() - overlapMs);
  return [...all.values()].filter(({ row }) => row.settledAt >= oldest);
}

type Names = { readonly waited: ReadonlySet<string>; readonly known: ReadonlySet<string> };

/**
 * True if the row counts in this report. A row of an item in a batch, or of a charge at another account, counts
 * elsewhere; a row whose outcome is unknown counts in a later report. A stranger stays a stranger, so it counts in one
 * report only.
 */
function isCounted(
  { row, item, isPart, is }: Found,
  { strangersAfter, forgottenUntil, isLate }: Part,
  { waited, known }: Names,
): boolean {
  const name = nameOf(row);
  // Not counted yet, however old it is.
  if (waited.has(name)) return is === 'open' || is === 'stranger';
  // Reports this old are no longer stored.
  if (isLate) return is === 'open' && !isPart;
  if (is !== 'stranger') return is === 'open';
  if (known.has(name) || (forgottenUntil && row.settledAt <= forgottenUntil)) return false;
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
  else await reportMismatch(world, batch, tx);
  await writeEvents(tx, batchEvents(world, batch, at));
  return batch;
}
