import { hourMs } from '../../kernel/duration.ts';
import type { Business } from '../../parties/businesses/business.ts';
import { freeOrder } from '../../payments/follow-ups/free-order.ts';
import type { PaymentState } from '../../payments/moves.ts';
import { endOpenInvoice, readInvoice } from '../../payments/open-invoice.ts';
import { isSettled } from '../../payments/payment.ts';
import { readHolder } from '../../payments/store.ts';
import { recordAct } from '../../records/audit-log.ts';
import type { Sql } from '../../runtime/sql.ts';
import type { World } from '../../world.ts';
import type { LinkingTx } from '../pay-links/link-for-invoice.ts';
import { apply } from './follow.ts';
import { carriedIn } from './invoices.ts';
import { lockPeriods, writePeriods } from './period-store.ts';
import { orderNumberOf, type PeriodRow } from './subscription.ts';

const code = 'order_number_reused';

const triedWithinMs = hourMs;

/** Successful states of a manual charge that may still take no money. */
const mayTakeNothing: readonly PaymentState[] = ['authorized', 'capturing', 'voiding', 'queued'];

/**
 * Another payment, not of the period's invoice, has the period's order number. It may be a manual charge for the
 * period, so the period is not charged under another number: it becomes void, and the subscription (locked) continues
 * with the next one. `free`: the other payment took nothing, and the period is charged at once. `undecided`: its
 * outcome is not known yet. Undefined: the number is free, or a payment by link has it.
 */
export async function takeBackIfTaken(
  world: World,
  tx: LinkingTx,
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
    await freeOrder(tx, holder, world.now());
    await endOpenInvoice(tx, { businessId, id: holder.invoiceId }, 'void');
    return (await tryNow(world, tx, period)) ? 'free' : undefined;
  }
  if (!isSettled(holder.state) || mayTakeNothing.includes(holder.state)) return 'undecided';
  // From here on no payment of this period can begin, and none exists.
  if (!(await endOpenInvoice(tx, { businessId, id: invoiceId }, 'void'))) return undefined;
  const at = world.now();
  const invoice = await readInvoice(tx, businessId, invoiceId);
  if (!invoice) throw new Error('a period without its invoice');
  // It is unknown whether the other charge included the change, so the next period settles it.
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

/** Charges before the period is given up. False: it is no longer due. */
async function tryNow(world: World, tx: Sql, key: PeriodRow): Promise<boolean> {
  const [period] = await lockPeriods(tx, key.businessId, [key]);
  if (!period?.dueAt) return false;
  const dueAt = world.now();
  const givesUpAt = period.givesUpAt && new Date(dueAt.getTime() + triedWithinMs);
  await writePeriods(tx, key.businessId, [{ ...period, dueAt, givesUpAt }]);
  return true;
}
