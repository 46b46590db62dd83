import { type Customer, customers } from '../../parties/customers/customer.ts';
import { recordAct } from '../../records/audit-log.ts';
import { writeEvents } from '../../runtime/events.ts';
import { enqueue } from '../../runtime/jobs.ts';
import type { Sql } from '../../runtime/sql.ts';
import type { World } from '../../world.ts';
import { isForgotten } from '../forget/blank-rows.ts';
import { joinContacts } from './join-contacts.ts';
import { lateMoveSchedule, moveRows } from './move-rows.ts';
import { openChargesOf } from './open-charges.ts';

type Merge = {
  readonly businessId: bigint;
  /** The customer that stays. */
  readonly id: bigint;
  /** The customer that is merged into it. */
  readonly from: bigint;
  readonly actor: string;
  /** Throws if the one that stays is no longer as the caller saw it; its row is locked. */
  readonly judge: (before: Customer) => void;
};

type Merged =
  | { readonly outcome: 'merged' }
  /** By an earlier call: nothing is left to do. */
  | { readonly outcome: 'merged_before' }
  | { readonly outcome: 'not_there'; readonly which: 'id' | 'from' }
  | { readonly outcome: 'same' }
  /** One of them is a pointer: this one was merged into the other. */
  | { readonly outcome: 'elsewhere'; readonly customer: bigint; readonly into: bigint }
  | { readonly outcome: 'forgotten'; readonly customer: bigint }
  /** Nothing was changed: charges under way, by name. */
  | { readonly outcome: 'open'; readonly open: readonly string[] };

/**
 * Makes one customer of two that are one. All rows of `from` become those of the other; its own stays as a pointer, so
 * that whatever names it finds the other. No amount changes. What others begin at the same moment for `from` is moved by
 * the worker. Lock order: both customers by id, then their rows.
 */
export async function mergeCustomers(world: World, merge: Merge): Promise<Merged> {
  const { businessId, id, from, actor, judge } = merge;
  return await world.db.begin(async (tx): Promise<Merged> => {
    const both = await lockBoth(tx, businessId, [id, from]);
    const [stays, goes] = [both.get(id), both.get(from)];
    if (!stays) return { outcome: 'not_there', which: 'id' };
    if (id === from) return { outcome: 'same' };
    if (!goes) return { outcome: 'not_there', which: 'from' };
    if (stays.mergedInto !== undefined)
      return { outcome: 'elsewhere', customer: id, into: stays.mergedInto };
    if (goes.mergedInto === id) return { outcome: 'merged_before' };
    if (goes.mergedInto !== undefined)
      return { outcome: 'elsewhere', customer: from, into: goes.mergedInto };
    const forgotten = [stays, goes].find(isForgotten);
    if (forgotten) return { outcome: 'forgotten', customer: forgotten.id };
    judge(stays);
    const open = await openChargesOf(tx, businessId, from);
    if (open.length > 0) return { outcome: 'open', open };

    const at = world.now();
    await joinContacts(tx, stays, goes, at);
    const moved = await moveRows(tx, { businessId, from, to: id });
    const { runAt, until } = lateMoveSchedule(at);
    const late = { kind: 'customer.move_late', key: String(from), payload: { until } } as const;
    await enqueue(tx, [{ ...late, businessId, runAt }]);
    const data = { customerId: String(id), mergedId: String(from) };
    const event = { id: world.uuid(), kind: 'customer.merged', data, pending: [] } as const;
    await writeEvents(tx, [{ ...event, businessId, objectId: id, at }]);
    const act = { businessId, actor, act: 'customer.merged', object: `customer:${id}` };
    await recordAct(tx, { ...act, facts: { merged: String(from), ...moved }, at });
    return { outcome: 'merged' };
  });
}

async function lockBoth(
  tx: Sql,
  businessId: bigint,
  ids: readonly bigint[],
): Promise<ReadonlyMap<bigint, Customer>> {
  const rows = await customers.read(
    tx,
    `select ${customers.columns} from customers where business_id = $1 and id = any ($2::bigint[])
     order by id for update`,
    [businessId, ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}
