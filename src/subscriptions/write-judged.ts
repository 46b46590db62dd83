import { textable } from '../base/phone.ts';
import type { Sql } from '../base/sql.ts';
import type { Business } from '../businesses/business.ts';
import { readContacts } from '../customers/store.ts';
import { linkForInvoice } from '../pay-links/link-for-invoice.ts';
import { endOpenInvoice } from '../payments/open-invoice.ts';
import { writeEvents } from '../payments/write-event.ts';
import type { World } from '../world.ts';
import type { Ask, Judged } from './judge-fact.ts';
import { type Move, writeMoves } from './move-store.ts';
import { voidOpen } from './open-periods.ts';
import { writePeriods } from './period-store.ts';
import { lockSubscriptions, writeSubscriptions } from './store.ts';
import type { PeriodRow, Subscription } from './subscription.ts';

export type Change = { readonly before: Subscription; readonly judged: Judged };

/**
 * Puts down what several facts came to, of subscriptions and periods that are locked: each once, as it stands at the
 * end, with every state that it went through.
 */
export async function writeJudged(
  world: World,
  tx: Sql,
  business: Business,
  changes: readonly Change[],
): Promise<void> {
  const at = world.now();
  const subscriptions = new Map<bigint, Subscription>();
  const periods = new Map<string, PeriodRow>();
  const moves: Move[] = [];
  for (const { before, judged } of changes) {
    const { subscription, period, through, reason } = judged;
    // That a period was paid is mostly no news to its subscription.
    if (subscription !== before) subscriptions.set(subscription.id, subscription);
    periods.set(`${period.subscriptionId} ${period.n}`, period);
    let from = before;
    for (const state of through) {
      const after = { ...subscription, state };
      moves.push({ before: from, after, actor: 'system', reason, at });
      from = after;
    }
  }
  await writeSubscriptions(tx, business.id, [...subscriptions.values()]);
  await writePeriods(tx, business.id, [...periods.values()]);
  await writeMoves(tx, business.id, moves);
  for (const { state, invoiceId: id } of periods.values()) {
    if (state === 'void' && id) await endOpenInvoice(tx, { businessId: business.id, id }, 'void');
  }
  for (const { judged } of changes) {
    if (!judged.through.includes('canceled')) continue;
    const [canceled] = await lockSubscriptions(tx, business.id, [judged.subscription.id]);
    if (!canceled) throw new Error('a locked subscription is gone');
    const left = await voidOpen(tx, canceled, judged.period.n);
    if (left.carryCents === canceled.carryCents) continue;
    await writeSubscriptions(tx, business.id, [{ ...canceled, ...left }]);
  }
  for (const { judged } of changes) {
    if (judged.ask) await tellPayer(world, tx, business, judged, judged.ask);
  }
}

/** With a link to pay at, by all ways that there are to reach them. */
async function tellPayer(
  world: World,
  tx: Sql,
  business: Business,
  { subscription, period }: Judged,
  ask: Ask,
): Promise<void> {
  const { id: businessId } = business;
  const { customerId: id } = subscription;
  const [contact] = await readContacts(tx, [{ businessId, id }]);
  if (!contact || period.invoiceId === undefined) return;
  const link = await linkForInvoice(world, tx, business, period.invoiceId);
  const data = {
    subscriptionId: String(subscription.id),
    customerId: String(subscription.customerId),
    planCode: subscription.planCode,
    period: period.n,
    amountCents: String(period.amountCents),
    code: period.lastCode,
    ask,
    nextTryAt: period.dueAt?.toISOString(),
    linkId: link && String(link.id),
    email: contact.email || undefined,
    phone: textable(contact.phone) ? contact.phone : undefined,
  };
  const event = {
    id: world.uuid(),
    kind: 'subscription.payment_failed',
    data: JSON.stringify(data),
    untold: [
      ...(data.email ? (['email'] as const) : []),
      ...(data.phone ? (['sms'] as const) : []),
    ],
  };
  await writeEvents(tx, [{ ...event, businessId, objectId: subscription.id, at: world.now() }]);
}
