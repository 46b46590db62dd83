import { soonestCutoff } from '../../kernel/ach-windows.ts';
import type { Business } from '../../parties/businesses/business.ts';
import { int8 } from '../../runtime/column.ts';
import type { Sql } from '../../runtime/sql.ts';
import { rowSet } from '../../runtime/table.ts';
import type { World } from '../../world.ts';
import { entries } from '../entry.ts';
import { postpone } from '../entry-store.ts';
import type { ClearingFile } from './file.ts';

/**
 * Postpones debits to accounts that were not tried yet, in the transaction that files the other entries. A prenote for
 * each such account goes into this file. Returns the entries that may be filed. An account that was sent with a single
 * payment belongs to no token, and is debited without a prenote. If accounts are validated, validation has tried those
 * of WEB entries already (`validation/hold.ts`).
 */
export async function holdUntried(
  world: World,
  tx: Sql,
  file: ClearingFile,
  { id: businessId, terms }: Pick<Business, 'id' | 'terms'>,
  ids: readonly bigint[],
): Promise<bigint[]> {
  const alsoWeb = terms.accountValidation === 'none';
  const untried = await readUntried(tx, businessId, ids, { cutoffAt: file.cutoffAt, alsoWeb });
  if (untried.length === 0) return [...ids];
  const held = new Set(untried.map(({ id }) => id));
  await postpone(tx, businessId, [...held], soonestCutoff(file.cutoffAt, file.isSameDay));
  const like = new Map(untried.map(({ numberOwner, id }) => [numberOwner, id]));
  await tryAccounts(world, tx, file, businessId, [...like.values()]);
  return ids.filter((id) => !held.has(id));
}

const untriedEntries = entries.pick('id', 'numberOwner');

/** Locked until the transaction ends. */
async function readUntried(
  tx: Sql,
  businessId: bigint,
  ids: readonly bigint[],
  { cutoffAt, alsoWeb }: { readonly cutoffAt: Date; readonly alsoWeb: boolean },
) {
  return await untriedEntries.read(
    tx,
    `select ${untriedEntries.of('e')}
     from ach_entries e
     join tokens t on t.business_id = e.business_id and t.token = e.number_owner
     where e.business_id = $1 and e.id = any($2::int8[]) and e.state = 'queued' and e.kind = 'debit'
       and (t.prenoted_at is null or t.prenoted_at > $3) and (e.sec_code <> 'WEB' or $4)
     order by e.id for update of e`,
    [businessId, ids, cutoffAt, alsoWeb],
  );
}

const trials = rowSet({ id: int8, likeId: int8 }, 4);

/**
 * Adds a prenote for the account of each of these entries, unless one is under way. A returned prenote disables the
 * token; if it did not, as in older releases, the account is tried anew, so that no entry waits for ever. The account
 * is the token's: a bank may have corrected it after the entry was made.
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
