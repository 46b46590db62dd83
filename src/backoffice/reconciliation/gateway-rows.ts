import { dayMs } from '../../kernel/duration.ts';
import { rowsOfOthers } from '../../payments/accounts/rows-of-others.ts';
import { clocksApartMs } from '../../ports/processors/clocks.ts';
import type { Processor } from '../../ports/processors/processor.ts';
import type { OddRow, SettledRow } from '../../ports/processors/settled-row.ts';
import { overlapMs } from '../../settlement/report.ts';
import { type ReportMark, type ToldRow, withoutRepeats } from '../../settlement/report-mark.ts';
import { readParts } from '../../settlement/report-parts.ts';
import { type Found, findItems } from '../../settlement/reported-rows.ts';
import type { Open } from '../../settlement/take.ts';
import type { World } from '../../world.ts';
import { createSeen } from './book-side.ts';
import { type BookedBatches, type BookedItem, readBookedItems } from './booked-batches.ts';
import type { Finding } from './finding.ts';
import { type Reading, tooLate } from './gateway-reading.ts';

/** The span of one request. The newest comes first: an interrupted reading has compared everything since a moment. */
const windowMs = 7 * dayMs;

/** The result of a new reading at a gateway that reports settlements. */
export type RowsRead = {
  /** All that was settled between these two was compared. */
  readonly since: Date;
  readonly until: Date;
  readonly rows: number;
  /** Payments and refunds that are booked as settled, and must be among the rows. */
  readonly items: number;
  /** Rows that a later report books: new ones, and rows of payments with unknown outcomes. */
  readonly waiting: number;
  /** Rows that belong to another business here, or another account of this one. */
  readonly ofOthers: number;
  /** Differences in which a person accepted the gateway's report. */
  readonly accepted: number;
  /** Rows in terms that no rule reads. */
  readonly odd: number;
  /** The reason why nothing before `since` was read; undefined: all of the span was read. */
  readonly stopped: string | undefined;
};

type Asked = Reading & {
  readonly open: Open;
  readonly mark: ReportMark;
  readonly batches: BookedBatches;
};

/**
 * Reads again the settlements that a gateway reports, compares each row with the payment or refund that it names, and
 * compares the booked items with the rows.
 */
export async function* compareRows(
  world: World,
  settledRows: NonNullable<Processor['settledRows']>,
  asked: Asked,
): AsyncGenerator<Finding, RowsRead> {
  const { since, until, endsAt, progress } = asked;
  const sums = { rows: 0, waiting: 0, ofOthers: 0, accepted: 0, odd: 0 };
  const seen = createSeen<1 | 2>();
  const told: ToldRow[] = [];
  let from = until;
  let stopped: string | undefined;
  while (from > since) {
    const start = new Date(Math.max(since.getTime(), from.getTime() - windowMs));
    const read = world.now() < endsAt ? await readWindow(settledRows, start, from) : tooLate;
    if ('reason' in read) {
      stopped = read.reason;
      break;
    }
    const isIn = ({ settledAt }: { readonly settledAt?: Date | undefined }) =>
      from === until || !settledAt || settledAt < from;
    sums.rows += read.rows.filter(isIn).length;
    sums.odd += read.oddRows.filter(isIn).length;
    const found = await find(world, asked, read.rows.filter(isIn), told);
    for (const one of found) {
      const verdict = judge(one, asked, seen);
      if (one.item) markSeen(seen, asked.open, one.item.id, one.row);
      if (verdict === undefined) continue;
      if (typeof verdict === 'string') sums[verdict] += 1;
      else yield verdict;
    }
    progress.did(daysOf(from.getTime() - start.getTime()));
    from = start;
  }
  let items = 0;
  for (const batch of asked.batches.closedSince(from)) {
    for (const item of await readBookedItems(world.db, batch)) {
      // Settled before all that was read, perhaps.
      if (item.begunAt < from) continue;
      items += 1;
      if (!seen.get(asked.open.businessId, item.id)) yield notTold(asked.open, item, batch.id);
    }
  }
  return { since: from, until, items, ...sums, stopped };
}

/** 1: a row reported it, 2: as settled. */
function markSeen(
  seen: ReturnType<typeof createSeen<1 | 2>>,
  { businessId }: Open,
  id: bigint,
  { cents }: SettledRow,
): void {
  if (seen.get(businessId, id) !== 2) seen.set(businessId, id, cents === 0n ? 1 : 2);
}

export function daysOf(ms: number): number {
  return Math.ceil(ms / dayMs);
}

type Window = { readonly rows: readonly SettledRow[]; readonly oddRows: readonly OddRow[] };

/** An interrupted window is not compared at all: booked items would be missing in it. */
async function readWindow(
  settledRows: NonNullable<Processor['settledRows']>,
  since: Date,
  until: Date,
): Promise<Window | { readonly reason: string }> {
  const rows: SettledRow[] = [];
  const oddRows: OddRow[] = [];
  for await (const part of readParts(settledRows, since, until)) {
    if (part.outcome === 'unknown') return { reason: part.reason };
    rows.push(...part.rows);
    oddRows.push(...(part.oddRows ?? []));
  }
  return { rows: withoutRepeats(rows), oddRows };
}

/** The newest first: refunds of one amount within one charge take turns. */
async function find(
  { db }: World,
  { open }: Asked,
  rows: readonly SettledRow[],
  told: ToldRow[],
): Promise<readonly Found[]> {
  const sorted = rows.toSorted((a, b) => b.settledAt.getTime() - a.settledAt.getTime());
  const ofOthers = await rowsOfOthers(db, open.businessId, sorted);
  const found = await findItems(db, open, sorted, ofOthers, told, 'booked');
  for (const { row, item, isPart } of found)
    if (isPart && item) told.push({ row, refundId: item.id });
  return found;
}

type Verdict = Finding | 'waiting' | 'ofOthers' | 'accepted' | 'odd' | undefined;

/** Undefined: it is as it is booked, or is none of our business. */
function judge(
  { row, item, is }: Found,
  { open, mark, batches, until }: Asked,
  seen: ReturnType<typeof createSeen<1 | 2>>,
): Verdict {
  const { businessId, processor } = open;
  const finding = (rule: string, says: string): Finding => ({
    ...{ rule, businessId, paymentId: item?.paymentId },
    says: `${nameOf(row)} was settled by ${processor} on ${dayOf(row.settledAt)}, and ${says}`,
  });
  const strangersAfter = mark.strangersAfter ?? mark.reportedUntil ?? until;
  switch (is) {
    case 'elsewhere':
      return 'ofOthers';
    case 'under_way':
      return 'waiting';
    case 'reversed':
      return undefined;
    case 'other_currency':
      return item || row.settledAt > strangersAfter ? 'odd' : undefined;
    case 'stranger':
      if (!item && row.settledAt <= strangersAfter) return undefined;
      if (batches.isAcceptedAfter(row.settledAt)) return 'accepted';
      return finding('gateway_stranger', item ? 'contradicts what it names' : 'names nothing here');
    case 'open':
      if (isNew(row, mark)) return 'waiting';
      return finding('gateway_not_booked', 'is in no batch here');
    case 'in_batch': {
      const batch = batches.byId(item!.batchId!);
      const isSeen = seen.get(businessId, item!.id) === 2;
      // Refused at first, and settled after that.
      if (row.cents === 0n && isSeen) return undefined;
      if (batch?.isAccepted && row.cents !== item!.cents) return 'accepted';
      if (row.cents !== item!.cents)
        return finding('gateway_amount', `over ${row.cents} cents, not over ${item!.cents}`);
      if (isSeen) return finding('gateway_twice', 'it was on another day too');
      // One that is not in the list was made just now.
      if (batch && row.settledAt.getTime() > batch.endedAt.getTime() + clocksApartMs)
        return finding('gateway_day', `batch ${item!.batchId} had it before`);
      if (row.settledAt.getTime() < item!.begunAt.getTime() - clocksApartMs)
        return finding('gateway_day', `it was made on ${dayOf(item!.begunAt)}`);
      return undefined;
    }
  }
}

/** True if the next report covers the row: settlements of just before the last report may be shown later. */
function isNew({ settledAt }: SettledRow, { reportedUntil }: ReportMark): boolean {
  return !reportedUntil || settledAt.getTime() > reportedUntil.getTime() - overlapMs;
}

function nameOf({ reference, processorId }: SettledRow): string {
  return reference === '' ? `transaction ${processorId}` : `${reference} (${processorId})`;
}

function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}

function notTold({ businessId, processor }: Open, item: BookedItem, batchId: bigint): Finding {
  return {
    rule: 'gateway_not_told',
    businessId,
    paymentId: item.paymentId,
    says: `${item.cents} cents of it are booked as settled in batch ${batchId}, and ${processor} tells of no such row`,
  };
}
