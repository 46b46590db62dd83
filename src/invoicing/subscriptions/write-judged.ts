import { textable } from '../../kernel/phone.ts';
import type { Business } from '../../parties/businesses/business.ts';
import type { Contact } from '../../parties/customers/customer.ts';
import { readContacts } from '../../parties/customers/store.ts';
import { endOpenInvoice } from '../../payments/open-invoice.ts';
import { namedCurrency } from '../../runtime/event-currency.ts';
import { writeEvents } from '../../runtime/events.ts';

import type { World } from '../../world.ts';
import type { PayLink } from '../pay-links/link.ts';
import { type LinkingTx, linksForInvoices } from '../pay-links/link-for-invoice.ts';
import type { Ask, Effect } from './apply-fact.ts';
import type { Move } from './move-store.ts';
import { voidOpen } from './open-periods.ts';
import { writePeriods } from './period-store.ts';
import { lockSubscriptions, writeSubscriptions } from './store.ts';
import type { PeriodRow, Subscription } from './subscription.ts';

export type Change = { readonly before: Subscription; readonly judged: Effect };

/**
 * Writes the effects of several facts on locked subscriptions and periods: each row once in its final state, with a
 * move for every state passed through.
 */
export async function writeJudged(
  world: World,
  tx: LinkingTx,
  business: Business,
  changes: readonly Change[],
): Promise<void> {
  const at = world.now();
  const subscriptions = new Map<bigint, Subscription>();
  const periods = new Map<string, PeriodRow>();
  const moves: Move[] = [];
  for (const { before, judged } of changes) {
    const { subscription, period, through, reason } = judged;
    // The payment of a period mostly leaves its subscription unchanged.
    if (subscription !== before) subscriptions.set(subscription.id, subscription);
    periods.set(`${period.subscriptionId} ${period.n}`, period);
    let from = before;
    for (const state of through) {
      const after = { ...subscription, state };
      moves.push({ before: from, after, actor: 'system', reason, at });
      from = after;
    }
  }
  await writeSubscriptions(tx, business.id, [...subscriptions.values()], moves);
  await writePeriods(tx, business.id, [...periods.values()]);
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
  await tellPayers(world, tx, business, changes);
}

/** Notifies payers with a pay link, by every channel that has an address. */
async function tellPayers(
  world: World,
  tx: LinkingTx,
  business: Business,
  changes: readonly Change[],
): Promise<void> {
  const { id: businessId } = business;
  const asks = changes.flatMap(({ judged: { ask, subscription, period } }) => {
    const { invoiceId } = period;
    return ask && invoiceId !== undefined ? [{ ask, subscription, period, invoiceId }] : [];
  });
  if (asks.length === 0) return;
  const payers = asks.map(({ subscription }) => ({ businessId, id: subscription.customerId }));
  const contacts = await readContacts(tx, payers);
  const invoiceIds = asks.map(({ invoiceId }) => invoiceId);
  const links = await linksForInvoices(world, tx, business, invoiceIds);
  const events = asks.flatMap(({ invoiceId, ...asked }, i) => {
    const contact = contacts[i];
    return contact ? [failedEvent(world, asked, contact, links.get(invoiceId))] : [];
  });
  await writeEvents(tx, events);
}

type Asked = Pick<Effect, 'subscription' | 'period'> & { readonly ask: Ask };

function failedEvent(
  world: World,
  { subscription, period, ask }: Asked,
  contact: Contact,
  link: PayLink | undefined,
) {
  const data = {
    subscriptionId: String(subscription.id),
    customerId: String(subscription.customerId),
    planCode: subscription.planCode,
    period: period.n,
    amountCents: String(period.amountCents),
    currency: namedCurrency(subscription.currency),
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
    data,
    pending: [
      ...(data.email ? (['email'] as const) : []),
      ...(data.phone ? (['sms'] as const) : []),
    ],
  } as const;
  const { businessId, id: objectId } = subscription;
  return { ...event, businessId, objectId, at: world.now() };
}
