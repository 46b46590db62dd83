import { soonestCutoff } from '../ach/windows.ts';
import { int8, rowSet } from '../base/rows.ts';
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
  await putOff(tx, businessId, [...held], soonestCutoff(file.cutoffAt, file.isSameDay));
  const like = new Map(untried.map((one) => [one.owner, one.id]));
  await tryAccounts(world, tx, file, businessId, [...like.values()]);
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

const trials = rowSet({ id: int8, likeId: int8 }, 4);

/**
 * The account of each of these entries, once: not while a trial is under way. One that came back has disabled its
 * token; where it did not, as in older releases, it is tried anew, so that nothing waits for ever. Where the account
 * is found its token says: an entry that waited may have been made before a bank corrected that.
 */
async function tryAccounts(
  world: World,
  tx: Sql,
  file: ClearingFile,
  businessId: bigint,
  likes: readonly bigint[],
): Promise<void> {
  const made: { id: bigint; likeId: bigint }[] = [];
  for (const likeId of likes) made.push({ id: await world.ids.next(businessId), likeId });
  await tx.query(
    `insert into ach_entries (business_id, id, kind, state, amount_cents, sec_code, account_kind,
       routing_number, last4, holder, number_owner, is_same_day, file_id, created_at)
     select e.business_id, r.id, 'prenote', 'filed', 0, e.sec_code, t.account_kind, t.routing_number, t.last4,
       e.holder, e.number_owner, false, $2, $3
     from ${trials.sql}
     join ach_entries e on e.business_id = $1 and e.id = r.like_id
     join tokens t on t.business_id = e.business_id and t.token = e.number_owner
     where not exists (
       select from ach_entries o
       where o.business_id = $1 and o.number_owner = e.number_owner and o.kind = 'prenote'
         and o.routing_number = t.routing_number and o.last4 = t.last4
         and o.state not in ('returned', 'canceled'))`,
    [businessId, file.id, world.now(), ...trials.encode(made)],
  );
}
