import type { Sql } from '../base/sql.ts';
import type { Business } from '../businesses/business.ts';
import { endOpenInvoice, readInvoice } from '../payments/open-invoice.ts';
import { isSettled } from '../payments/payment.ts';
import { readHolder } from '../payments/store.ts';
import { recordAct } from '../trail/trail.ts';
import type { World } from '../world.ts';
import { apply } from './follow.ts';
import { carriedIn } from './invoices.ts';
import { orderNumberOf, type PeriodRow } from './subscription.ts';

const code = 'order_number_reused';

/**
 * Somebody charged under the number of a period, and not its invoice. Perhaps they took the money for it by hand, so it
 * is charged under no other number: it is taken back, and the subscription, which is locked, goes on with the next one.
 * False: nobody did, it is not known yet what came of it, or somebody with a link has it.
 */
export async function takeBackIfTaken(
  world: World,
  tx: Sql,
  business: Business,
  { businessId, subscriptionId, n, invoiceId }: PeriodRow,
): Promise<boolean> {
  if (invoiceId === undefined) return false;
  const orderNumber = orderNumberOf(subscriptionId, n);
  const wanted = { businessId, orderNumber, isTest: false };
  const holder = await readHolder(tx, wanted);
  if (!holder || holder.invoiceId === invoiceId || !isSettled(holder.state)) return false;
  // From here on no payment of this period can begin, and none has.
  if (!(await endOpenInvoice(tx, { businessId, id: invoiceId }, 'void'))) return false;
  const at = world.now();
  const invoice = await readInvoice(tx, businessId, invoiceId);
  if (!invoice) throw new Error('a period without its invoice');
  // Nobody can tell whether that was in what they charged: so it is settled with the next one.
  const carriedCents = carriedIn(invoice.details);
  const fact = { subscriptionId, n, at, what: 'taken_back', code, carriedCents } as const;
  await apply(world, tx, business, [fact]);
  await recordAct(tx, {
    businessId,
    actor: 'system',
    act: 'subscription.period_taken_back',
    object: `subscription:${subscriptionId}`,
    facts: {
      code,
      orderNumber,
      paymentId: String(holder.id),
      ...(carriedCents !== 0n && { carriedCents: String(carriedCents) }),
    },
    at,
  });
  return true;
}
