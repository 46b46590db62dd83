import type { Sql } from '../base/sql.ts';
import { atClockOf } from '../businesses/clock.ts';
import { readBusiness } from '../businesses/store.ts';
import type { TextProgress } from '../carriers/carrier.ts';
import type { World } from '../world.ts';
import { type MessageKey, readReference } from './message.ts';
import { noteOptedOut, optedOut } from './note-opted-out.ts';
import { tellFailed } from './tell-failed.ts';

/** What a carrier tells of a text that it took. */
export type Progress = {
  readonly carrier: string;
  /** Its name there. */
  readonly carrierId: string;
  /** What we called it when we handed it over. */
  readonly reference: string;
  readonly progress: TextProgress;
  readonly code: string | undefined;
};

/** What nobody knows the end of comes before what a carrier says of it. */
const rankInTable = `case
  when state in ('queued', 'scheduled') then 0
  when state = 'sending' then 1
  when state = 'failed' and error_code = 'outcome_unknown' then 2
  when state = 'sent' then 3
  else 4 end`;
const ranks: Readonly<Record<TextProgress, number>> = {
  sent: 3,
  delivered: 4,
  undelivered: 4,
  failed: 4,
};

/**
 * Moves a text on, never back: callbacks come late, twice and in any order, also before whoever sends it has heard
 * that it was taken. False: nothing new, or nothing that we know of.
 */
export async function noteProgress(world: World, told: Progress): Promise<boolean> {
  const key = readReference(told.reference);
  const business = key && (await readBusiness(world.db, key.businessId));
  if (!business) return false;
  const at = atClockOf(world, business).now();
  const { progress, code } = told;
  const hasFailed = progress === 'undelivered' || progress === 'failed';
  const errorCode = hasFailed ? (code ?? progress) : undefined;
  if (errorCode !== optedOut) {
    const isNew = await moveOn(world.db, key, told, { errorCode, at });
    if (isNew && errorCode !== undefined) tellFailed(world, key, errorCode, told.carrier);
    return isNew;
  }
  return await world.db.begin(async (tx) => {
    const isNew = await moveOn(tx, key, told, { errorCode, at });
    if (isNew) await noteOptedOut(tx, key, at);
    return isNew;
  });
}

type News = { readonly errorCode: string | undefined; readonly at: Date };

async function moveOn(
  sql: Sql,
  { businessId, id }: MessageKey,
  { carrier, carrierId, progress }: Progress,
  { errorCode, at }: News,
): Promise<boolean> {
  const rows = await sql.query(
    `update messages m set state = $5, carrier_id = $4, due_at = null, epoch = epoch + 1,
       error_code = $6, sent_at = coalesce(sent_at, $8), finished_at = case when $5 <> 'sent' then $8::timestamptz end
     where business_id = $1 and id = $2 and direction = 'out' and carrier = $3
       and (carrier_id is null or carrier_id = $4)
       and ${rankInTable} < $7
       and not exists (
         select from messages o
         where o.business_id = $1 and o.carrier = $3 and o.carrier_id = $4 and o.id <> $2)
     returning id`,
    [businessId, id, carrier, carrierId, progress, errorCode, ranks[progress], at],
  );
  return rows.length > 0;
}
