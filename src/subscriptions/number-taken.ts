import type { Sql } from '../base/sql.ts';
import type { Business } from '../businesses/business.ts';
import { freeOrder } from '../followups/free-order.ts';
import { endOpenInvoice, readInvoice } from '../payments/open-invoice.ts';
import { isSettled, type PaymentState } from '../payments/payment.ts';
import { readHolder } from '../payments/store.ts';
import { recordAct } from '../trail/trail.ts';
import type { World } from '../world.ts';
import { apply } from './follow.ts';
import { carriedIn } from './invoices.ts';
import { lockPeriods, writePeriods } from './period-store.ts';
import { orderNumberOf, type PeriodRow } from './subscription.ts';

const code = 'order_number_reused';

const triedWithinMs = 3_600_000;

/** In which a charge by hand is known to have gone well, and may take nothing all the same. */
const mayTakeNothing: readonly PaymentState[] = ['authorized', 'capturing', 'voiding', 'queued'];

/**
 * Somebody charged under the number of a period, and not its invoice. Perhaps they took the money for it by hand, so it
 * is charged under no other number: it is taken back, and the subscription, which is locked, goes on with the next one.
 * `free`: they took nothing, and it is tried at once. `undecided`: it is not known yet what comes of theirs. Undefined:
 * nobody has its number, or somebody with a link.
 */
export async function takeBackIfTaken(
  world: World,
  tx: Sql,
  business: Business,
  period: PeriodRow,
): Promise<'taken_back' | 'free' | 'undecided' | undefined> {
  const { businessId, subscriptionId, n, invoiceId } = period;
  if (invoiceId === undefined) return undefined;
  const orderNumber = orderNumberOf(subscriptionId, n);
  const wanted = { businessId, orderNumber, isTest: false };
  const holder = await readHolder(tx, wanted);
  if (!holder || holder.invoiceId === invoiceId) return undefined;
  if (holder.state === 'voided') {
    await freeOrder(tx, holder);
    await endOpenInvoice(tx, { businessId, id: holder.invoiceId }, 'void');
    return (await tryNow(world, tx, period)) ? 'free' : undefined;
  }
  if (!isSettled(holder.state) || mayTakeNothing.includes(holder.state)) return 'undecided';
  // From here on no payment of this period can begin, and none has.
  if (!(await endOpenInvoice(tx, { businessId, id: invoiceId }, 'void'))) return undefined;
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
  return 'taken_back';
}

/** Before anybody gives it up. False: nothing is to be tried any more. */
async function tryNow(world: World, tx: Sql, key: PeriodRow): Promise<boolean> {
  const [period] = await lockPeriods(tx, key.businessId, [key]);
  if (!period?.dueAt) return false;
  const dueAt = world.now();
  const givesUpAt = period.givesUpAt && new Date(dueAt.getTime() + triedWithinMs);
  await writePeriods(tx, key.businessId, [{ ...period, dueAt, givesUpAt }]);
  return true;
}
