import type { Sql } from '../base/sql.ts';
import { isHeld } from './held.ts';

type Which = { readonly businessId: bigint; readonly at: Date } & (
  | { readonly linkId: bigint }
  | { readonly id: bigint }
);

/** Takes back what still waits: of a link, or one by its id. What is being sent, or was, stays. Returns how many. */
export async function cancelTexts(tx: Sql, which: Which): Promise<number> {
  const [column, value] = 'linkId' in which ? ['link_id', which.linkId] : ['id', which.id];
  const rows = await tx.query(
    `update messages set state = 'canceled', due_at = null, finished_at = $3,
       error_code = case when not ${isHeld('due_at')} then error_code end
     where business_id = $1 and ${column} = $2 and state in ('queued', 'scheduled')
     returning id`,
    [which.businessId, value, which.at],
  );
  return rows.length;
}
