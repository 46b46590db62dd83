import { atClockOf } from '../../parties/businesses/clock.ts';
import { readBusiness } from '../../parties/businesses/store.ts';
import type { World } from '../../world.ts';
import { optedOut, recordOptOut } from './consent.ts';
import { logFailed, readReference } from './message.ts';
import { moveByReport, type Progress } from './message-moves.ts';

/**
 * Moves a text on, never back: callbacks come late, twice and in any order, even before the carrier's response to the
 * request that sent it. False: nothing new, or an unknown text.
 */
export async function recordProgress(world: World, report: Progress): Promise<boolean> {
  const key = readReference(report.reference);
  const business = key && (await readBusiness(world.db, key.businessId));
  if (!business) return false;
  const at = atClockOf(world, business).now();
  const { progress, code, carrier } = report;
  const hasFailed = progress === 'undelivered' || progress === 'failed';
  const errorCode = hasFailed ? (code ?? progress) : undefined;
  const change = { errorCode, at, eventId: world.uuid() };
  if (errorCode !== optedOut) {
    const isNew = await moveByReport(world.db, key, report, change);
    if (isNew && hasFailed) logFailed(world, { ...key, errorCode, carrier });
    return isNew;
  }
  return await world.db.begin(async (tx) => {
    const isNew = await moveByReport(tx, key, report, change);
    if (isNew) await recordOptOut(world, tx, key, at);
    return isNew;
  });
}
