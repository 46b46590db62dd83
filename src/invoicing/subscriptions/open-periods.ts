import { endOpenInvoice } from '../../payments/open-invoice.ts';
import type { Sql } from '../../runtime/sql.ts';
import type { World } from '../../world.ts';
import { countAgain } from './left-over.ts';
import { lockUnpaid, writePeriods } from './period-store.ts';
import { writeSubscriptions } from './store.ts';
import { mayBecome, type PeriodRow, type Subscription } from './subscription.ts';

/** True while the period has to be paid. */
export function owes({ state }: Pick<PeriodRow, 'state'>): boolean {
  return state === 'open' || state === 'unpaid';
}

/** Charges open periods of these subscriptions (locked) now, with a card replaced at this time. */
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
  const charged = open.map((one) => {
    // Of an unpaid one it says when that is looked at, not when the attempts end.
    const givesUpAt = one.state === 'unpaid' ? undefined : one.givesUpAt;
    return { ...one, state: 'open' as const, dueAt, cardAt, givesUpAt };
  });
  await writePeriods(tx, businessId, charged);
}

/**
 * Voids open periods, except one to keep and any with a payment under way. Returns the amount carried over after that:
 * credits for unpaid periods no longer count.
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

/** The reason of subscriptions of a closed business: the next due work ends them. */
export const businessClosed = 'its business was closed';

/** Ends locked subscriptions that have not ended; their open periods become void. */
export async function endAll(
  world: World,
  tx: Sql,
  businessId: bigint,
  all: readonly Subscription[],
  reason: string,
): Promise<void> {
  const at = world.now();
  const moves = [];
  for (const before of all) {
    const state = before.state === 'incomplete' ? 'incomplete_expired' : 'canceled';
    if (!mayBecome(before.state, state)) continue;
    const left = await voidOpen(tx, before);
    const ended = { ...before, ...left, state, endedAt: at } as const;
    const after = { ...ended, dueAt: undefined, noticeAt: undefined };
    moves.push({ before, after, actor: 'system', reason, at });
  }
  await writeSubscriptions(
    tx,
    businessId,
    moves.map(({ after }) => after),
    moves,
  );
}
