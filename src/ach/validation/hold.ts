import { soonestCutoff } from '../../kernel/ach-windows.ts';
import type { Terms } from '../../parties/businesses/terms.ts';
import type { Sql } from '../../runtime/sql.ts';
import { entries } from '../entry.ts';
import { postpone } from '../entry-store.ts';
import type { ClearingFile } from '../files/file.ts';

const waiting = entries.pick('id');

/**
 * Postpones debits to accounts that are not validated, in the transaction that files the other entries. Returns the
 * entries that may be filed. Only WEB entries: the network requires nothing for others.
 */
export async function holdUnvalidated(
  tx: Sql,
  file: ClearingFile,
  { id: businessId, terms }: { readonly id: bigint; readonly terms: Terms },
  ids: readonly bigint[],
): Promise<bigint[]> {
  if (terms.accountValidation === 'none') return [...ids];
  const rows = await waiting.read(
    tx,
    `select ${waiting.of('e')} from ach_entries e
     where e.business_id = $1 and e.id = any($2::int8[]) and e.state = 'queued' and e.kind = 'debit'
       and e.sec_code = 'WEB' and e.presentment = 1 and not exists (
         select from account_validations v
         where v.business_id = e.business_id and v.id = e.validation_id and v.state = 'validated')
     order by e.id for update of e`,
    [businessId, ids],
  );
  const held = new Set(rows.map(({ id }) => id));
  await postpone(tx, businessId, [...held], soonestCutoff(file.cutoffAt, file.isSameDay));
  return ids.filter((id) => !held.has(id));
}
