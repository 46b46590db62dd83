import { dayMs } from '../../kernel/duration.ts';
import type { World } from '../../world.ts';
import { readAccount } from '../accounts/account.ts';
import { processorOf } from '../accounts/open-account.ts';
import { openOddRowCases, reportMissingReport } from '../accounts/report-cases.ts';
import { rowsOfOthers } from '../accounts/rows-of-others.ts';
import { applyRow, type Feed } from './apply-row.ts';
import { inOrder } from './moves.ts';
import { readMark, writeMark } from './store.ts';

/** How far back the feed is read again: a dispute may be listed later than it was decided. */
const overlapMs = 7 * dayMs;

/**
 * Reads the disputes that a processor reports since the last time. Each row is written by itself, and may be reported
 * any number of times; while one cannot be written, the next reading begins where this one did. A row that no rule
 * reads stops no other one, and opens a case.
 */
export async function readDisputes(world: World, feed: Feed): Promise<void> {
  const { businessId, processor: name } = feed;
  const processor = await processorOf(world, feed);
  if (!processor.disputes) return;
  const until = world.now();
  const before = await readMark(world.db, feed);
  const account = await readAccount(world.db, { businessId, name });
  // A charge made before the first reading is disputed after the account was connected.
  const from = before ?? account?.createdAt ?? until;
  const since = new Date(from.getTime() - overlapMs);
  const told = await processor.disputes(since, until); // no connection held
  if (told.outcome === 'unknown') {
    world.log.warn('dispute.no_report', { businessId, processor: name, reason: told.reason });
    await reportMissingReport(world, {
      businessId,
      processor: name,
      reason: told.reason,
      readUntil: from,
    });
    return;
  }
  const how = { strangersSince: account?.createdAt };
  const { oddRows = [] } = told;
  const charges = told.rows.map((row) => ({
    row,
    reference: row.reference,
    processorId: row.chargeId,
  }));
  const ofOthers = await rowsOfOthers(world.db, businessId, [...charges, ...oddRows]);
  const own = charges.filter((one) => !ofOthers.has(one)).map(({ row }) => row);
  let isWhole = true;
  for (const row of inOrder(own)) {
    try {
      await applyRow(world, feed, row, how); // committed
    } catch (error) {
      isWhole = false;
      world.log.error('dispute.not_written', { businessId, processor: name, error });
    }
  }
  await world.db.begin(async (tx) => {
    if (isWhole) await writeMark(tx, feed, until);
    const odd = oddRows.filter((row) => !ofOthers.has(row));
    await openOddRowCases(world, tx, feed, odd, account?.createdAt ?? new Date(0));
  }); // committed
}
