import { textable } from '../../kernel/phone.ts';
import { businesses } from '../../parties/businesses/business.ts';
import { ownerOfNumber } from '../../parties/businesses/claims.ts';
import { forwardingPhone } from '../../parties/businesses/profile.ts';
import { phoneType } from '../../parties/phones/phone-type.ts';
import { optional, text } from '../../runtime/column.ts';
import type { Sql } from '../../runtime/sql.ts';
import { type RowOf, shape } from '../../runtime/table.ts';
import type { World } from '../../world.ts';
import { deliverToInbox } from './sandbox-inbox.ts';

/** The route of a call to a number. */
export type CallRoute =
  | { readonly outcome: 'forwarded'; readonly businessId: bigint; readonly to: string }
  /** The business has no phone that could ring. */
  | { readonly outcome: 'busy'; readonly businessId: bigint }
  /** An unassigned number, or one of a closed business. */
  | { readonly outcome: 'not_in_service' };

const called = shape({
  ...businesses.pick('environment', 'state').fields,
  phone: optional(text),
});

/**
 * A call to the number of a business goes to its phone, also while the business is suspended. Never to another number
 * of ours, which could forward the call back, nor to a premium number.
 */
export async function routeCall(sql: Sql, number: string): Promise<CallRoute> {
  const businessId = await ownerOfNumber(sql, number);
  if (businessId === undefined) return { outcome: 'not_in_service' };
  const { state, environment, phone: to } = await readCalled(sql, businessId);
  if (state === 'closed') return { outcome: 'not_in_service' };
  const isPhone = to !== undefined && textable(to) && phoneType(to, environment).type !== 'premium';
  if (!isPhone || (await ownerOfNumber(sql, to)) !== undefined)
    return { outcome: 'busy', businessId };
  return { outcome: 'forwarded', businessId, to };
}

async function readCalled(sql: Sql, businessId: bigint): Promise<RowOf<typeof called>> {
  return await called.readRow(
    sql,
    `select b.state, b.environment, p.phone
     from businesses b
     left join (select business_id, ${forwardingPhone} as phone from business_profiles) p using (business_id)
     where b.business_id = $1`,
    [businessId],
  );
}

/** A call to the number of a sandbox business: a forwarded one appears in the inbox. */
export async function callInSandbox(
  world: World,
  { from, number }: { readonly from: string; readonly number: string },
): Promise<CallRoute> {
  const route = await routeCall(world.db, number);
  if (route.outcome !== 'forwarded') return route;
  await deliverToInbox(world)({
    businessId: route.businessId,
    channel: 'call',
    reference: world.uuid(),
    sender: from,
    recipient: route.to,
    subject: undefined,
    body: `A call to ${number}, forwarded here.`,
    html: undefined,
    attachments: [],
  });
  return route;
}
