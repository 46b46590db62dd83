import { hourMs, minuteMs } from '../../kernel/duration.ts';
import { customers } from '../../parties/customers/customer.ts';
import { int8 } from '../../runtime/column.ts';
import type { Sql } from '../../runtime/sql.ts';
import { shape } from '../../runtime/table.ts';
import type { World } from '../../world.ts';

/** Every table whose rows name a customer in `customer_id`: a test compares it with the catalogue. */
export const movedTables = [
  'tokens',
  'subscriptions',
  'invoices',
  'payments',
  'pay_links',
  'leads',
  'conversations',
  'mails',
  'field_sessions',
] as const;

type Move = { readonly businessId: bigint; readonly from: bigint; readonly to: bigint };
/** How many rows of each table; tables without one are missing. */
type Moved = Readonly<Record<string, number>>;

const counted = shape({ rows: int8 });

/** Gives the rows of one customer to another. A second run moves what came since. */
export async function moveRows(tx: Sql, { businessId, from, to }: Move): Promise<Moved> {
  const moved: Record<string, number> = {};
  for (const name of movedTables) {
    const { rows } = await counted.readRow(
      tx,
      `with moved as (
         update ${name} set customer_id = $3 where business_id = $1 and customer_id = $2 returning 1
       ) select count(*) as rows from moved`,
      [businessId, from, to],
    );
    if (rows > 0n) moved[name] = Number(rows);
  }
  return moved;
}

/** When the worker looks for late rows: what is under way at the merge is written by then. */
export function lateMoveSchedule(at: Date): { readonly runAt: Date; readonly until: string } {
  const until = new Date(at.getTime() + hourMs).toISOString();
  return { runAt: new Date(at.getTime() + minuteMs), until };
}

/**
 * Moves what was begun for a customer at the moment of its merge, and written after it. Undefined: nothing more can come.
 */
export async function moveLate(
  world: World,
  { businessId, id }: { readonly businessId: bigint; readonly id: bigint },
  until: string,
): Promise<Date | undefined> {
  const pointer = customers.pick('mergedInto');
  await world.db.begin(async (tx) => {
    const row = await pointer.readOne(
      tx,
      `select ${pointer.columns} from customers where business_id = $1 and id = $2 for update`,
      [businessId, id],
    );
    if (row?.mergedInto === undefined) return;
    await moveRows(tx, { businessId, from: id, to: row.mergedInto });
  });
  const now = world.now();
  return now < new Date(until) ? new Date(now.getTime() + 10 * minuteMs) : undefined;
}
