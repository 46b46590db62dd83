import { nextCutoff } from '../ach/windows.ts';
import type { Sql } from '../base/sql.ts';
import type { World } from '../world.ts';
import type { ClearingFile } from './file.ts';
import { putOff } from './queue.ts';

/**
 * Of the entries that are about to be filed, holds those debits back whose account was not tried yet, in the
 * transaction that files the others; an account that nobody tried is tried with this very file. Returns what
 * may be filed. An account that was sent with a single payment is of no token, and tried by being debited.
 */
export async function holdUntried(
  world: World,
  tx: Sql,
  file: ClearingFile,
  businessId: bigint,
  ids: readonly bigint[],
): Promise<bigint[]> {
  const untried = await readUntried(tx, businessId, ids, file.cutoffAt);
  if (untried.length === 0) return [...ids];
  const held = new Set(untried.map(({ id }) => id));
  await putOff(tx, businessId, [...held], nextCutoff(file.cutoffAt, file.isSameDay));
  const first = new Map(untried.map((one) => [one.owner, one.id]));
  for (const [owner, like] of first) await tryAccount(world, tx, file, businessId, owner, like);
  return ids.filter((id) => !held.has(id));
}

async function readUntried(
  tx: Sql,
  businessId: bigint,
  ids: readonly bigint[],
  cutoffAt: Date,
): Promise<{ id: bigint; owner: string }[]> {
  return await tx.query<{ id: bigint; owner: string }>(
    `select e.id, e.number_owner as owner
     from ach_entries e
     join tokens t on t.business_id = e.business_id and t.token = e.number_owner
     where e.business_id = $1 and e.id = any($2::int8[]) and e.state = 'queued' and e.kind = 'debit'
       and (t.prenoted_at is null or t.prenoted_at > $3)
     order by e.id for update of e`,
    [businessId, ids, cutoffAt],
  );
}

/** Once: not while a trial is under way, nor after one that came back. */
async function tryAccount(
  world: World,
  tx: Sql,
  file: ClearingFile,
  businessId: bigint,
  owner: string,
  like: bigint,
): Promise<void> {
  const id = await world.ids.next(businessId);
  await tx.query(
    `insert into ach_entries (business_id, id, kind, state, amount_cents, sec_code, account_kind,
       routing_number, last4, holder, number_owner, is_same_day, file_id, created_at)
     select business_id, $3, 'prenote', 'filed', 0, sec_code, account_kind, routing_number, last4, holder,
       number_owner, false, $4, $5
     from ach_entries e
     where business_id = $1 and id = $2 and not exists (
       select from ach_entries o
       where o.business_id = $1 and o.kind = 'prenote' and o.number_owner = $6
         and o.routing_number = e.routing_number and o.last4 = e.last4 and o.state <> 'canceled')`,
    [businessId, like, id, file.id, world.now(), owner],
  );
}
