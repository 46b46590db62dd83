import type { Sql } from '../base/sql.ts';
import { endOpenInvoice } from '../payments/open-invoice.ts';
import type { World } from '../world.ts';
import { countAgain } from './left-over.ts';
import { lockUnpaid, writePeriods } from './period-store.ts';
import type { PeriodRow, Subscription } from './subscription.ts';

/** Whether somebody still has to pay it. */
export function owes({ state }: Pick<PeriodRow, 'state'>): boolean {
  return state === 'open' || state === 'unpaid';
}

/** What is open of these subscriptions, locked, is charged now, with a card that was given at this moment. */
export async function tryAtOnce(
  world: World,
  tx: Sql,
  businessId: bigint,
  ids: readonly bigint[],
  cardAt: Date,
): Promise<void> {
  if (ids.length === 0) return;
  const open = (await lockUnpaid(tx, businessId, ids)).filter(owes);
  const dueAt = world.now();
  await writePeriods(
    tx,
    businessId,
    open.map((one) => ({ ...one, state: 'open' as const, dueAt, cardAt })),
  );
}

/**
 * What somebody is paying just now comes to its end; all else of it is taken back, but for what is to stay. Returns
 * what is carried over then: what changes had given back of what is not paid any more is not.
 */
export async function voidOpen(
  tx: Sql,
  before: Subscription,
  stays?: number,
): Promise<Pick<Subscription, 'carryCents'>> {
  const { businessId, id } = before;
  const unpaid = await lockUnpaid(tx, businessId, [id]);
  const taken = [];
  let subscription = before;
  for (const period of unpaid) {
    if (period.n === stays) continue;
    const isOpen =
      period.invoiceId !== undefined &&
      (await endOpenInvoice(tx, { businessId, id: period.invoiceId }, 'void'));
    const none = { dueAt: undefined, givesUpAt: undefined };
    const ended = { ...period, ...none, state: isOpen ? ('void' as const) : period.state };
    const counted = isOpen && countAgain({ subscription, period: ended }, new Map());
    taken.push(counted ? counted.period : ended);
    if (counted) subscription = counted.subscription;
  }
  await writePeriods(tx, businessId, taken);
  return { carryCents: subscription.carryCents };
}
