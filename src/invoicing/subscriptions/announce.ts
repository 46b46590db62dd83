import { todayIn } from '../../kernel/calendar.ts';
import { isCardExpired } from '../../kernel/card.ts';
import { hourMs } from '../../kernel/duration.ts';
import { textable } from '../../kernel/phone.ts';
import type { Business } from '../../parties/businesses/business.ts';
import { eachByItsClock } from '../../parties/businesses/clock.ts';
import { hasService } from '../../parties/businesses/offering.ts';
import { readBusiness } from '../../parties/businesses/store.ts';
import type { Contact } from '../../parties/customers/customer.ts';
import { readContacts } from '../../parties/customers/store.ts';
import { readTokens, type StoredToken } from '../../payments/tokens/store.ts';
import { readBusinessesDue } from '../../runtime/discovery.ts';
import { namedCurrency } from '../../runtime/event-currency.ts';
import { type NewEvent, writeEvents } from '../../runtime/events.ts';
import type { World } from '../../world.ts';
import { nextCharge } from './next-charge.ts';
import { businessClosed, endAll } from './open-periods.ts';
import { type Beginning, lockDue, writeSubscriptions } from './store.ts';
import type { Subscription } from './subscription.ts';

const atOnce = 200;
const lookAgainMs = hourMs;
const noticing = { table: 'subscriptions', dueAt: 'notice_at' };

/** Publishes trials that end and cards that expire, before the charge. Returns the number of subscriptions examined. */
export async function announceDue(world: World, only?: bigint): Promise<number> {
  const due = await readBusinessesDue(world.db, noticing, world.now(), only);
  const frame = { only, failure: 'subscription.not_announced' };
  return await eachByItsClock(world, due, frame, (own, { id }) => announceFor(own, id));
}

/** One transaction for all; after a failure one for each, so that a failing subscription does not block the others. */
async function announceFor(world: World, businessId: bigint): Promise<number> {
  const business = await readBusiness(world.db, businessId);
  if (!business) throw new Error('subscriptions without their business');
  try {
    return await announceSome(world, business, { limit: atOnce });
  } catch (error) {
    world.log.error('subscription.not_announced', { businessId, error });
  }
  const due = await lockDue(world.db, businessId, 'notice_at', world.now(), { limit: atOnce });
  let announced = 0;
  for (const { id } of due) {
    try {
      announced += await announceSome(world, business, { limit: 1, only: id });
    } catch (error) {
      world.log.error('subscription.not_announced', { businessId, subscriptionId: id, error });
      await putOff(world, businessId, id);
    }
  }
  return announced;
}

/** Postpones a failing subscription behind all others. */
async function putOff(world: World, businessId: bigint, id: bigint): Promise<void> {
  await world.db.begin(async (tx) => {
    const due = await lockDue(tx, businessId, 'notice_at', world.now(), { limit: 1, only: id });
    const noticeAt = new Date(world.now().getTime() + lookAgainMs);
    await writeSubscriptions(
      tx,
      businessId,
      due.map((one) => ({ ...one, noticeAt })),
    );
  });
}

async function announceSome(world: World, business: Business, taking: Beginning): Promise<number> {
  const { id: businessId, timeZone } = business;
  return await world.db.begin(async (tx) => {
    const at = world.now();
    const due = await lockDue(tx, businessId, 'notice_at', at, taking);
    if (business.state === 'closed') {
      await endAll(world, tx, businessId, due, businessClosed);
      return due.length;
    }
    if (!hasService(business, 'subscriptions')) {
      const noticeAt = new Date(at.getTime() + lookAgainMs);
      await writeSubscriptions(
        tx,
        businessId,
        due.map((one) => ({ ...one, noticeAt })),
      );
      return due.length;
    }
    const keys = due.map(({ customerId: id }) => ({ businessId, id }));
    const contacts = await readContacts(tx, keys);
    const tokens = await readTokens(
      tx,
      due.map(({ token }) => ({ businessId, token })),
    );
    const looked = due.map((one, i) => look(one, tokens[i], timeZone, at));
    const events = looked.flatMap(({ after, news }, i) => {
      const contact = contacts[i];
      if (!contact) return [];
      return news.map((one) => {
        return { ...eventOf(world, after, one, contact), businessId, objectId: after.id, at };
      });
    });
    await writeEvents(tx, events);
    await writeSubscriptions(
      tx,
      businessId,
      looked.map(({ after }) => after),
    );
    return due.length;
  });
}

type News =
  | { readonly kind: 'subscription.trial_will_end'; readonly amountCents: string }
  | {
      readonly kind: 'subscription.card_expiring';
      readonly expiry: string;
      readonly last4: string | undefined;
    };

type Looked = { readonly after: Subscription; readonly news: readonly News[] };

/** `noticeAt` is set again when the next period begins, so that each event is published once. */
function look(
  before: Subscription,
  stored: StoredToken | undefined,
  timeZone: string,
  now: Date,
): Looked {
  const { dueAt } = before;
  const charge = nextCharge(before, timeZone);
  if (!dueAt || !charge || charge.at > dueAt) {
    // The next due date charges nothing. If it changes before that, the announcement is still to be made.
    const noticeAt = dueAt && dueAt > now ? dueAt : undefined;
    return { after: { ...before, noticeAt }, news: [] };
  }
  const after = { ...before, noticeAt: undefined };
  const news: News[] = [];
  if (before.state === 'trialing') {
    // Cents are text in events.
    const amountCents = String(charge.cents);
    news.push({ kind: 'subscription.trial_will_end', amountCents });
  }
  const expiry = expiryBefore(charge.at, stored, timeZone);
  if (!expiry || expiry === before.announcedExpiry) return { after, news };
  news.push({ kind: 'subscription.card_expiring', expiry, last4: stored?.token.last4 });
  return { after: { ...after, announcedExpiry: expiry }, news };
}

/** The month of a card's expiry, if the card expires before the charge. */
function expiryBefore(
  chargedAt: Date,
  stored: StoredToken | undefined,
  timeZone: string,
): string | undefined {
  if (stored?.token.kind !== 'card') return undefined;
  const { expiryYear: year, expiryMonth: month } = stored.token;
  if (!isCardExpired({ year, month }, todayIn(timeZone, chargedAt))) return undefined;
  return new Temporal.PlainYearMonth(year, month).toString();
}

type Announcement = NewEvent<News['kind']>;

function eventOf(world: World, one: Subscription, news: News, contact: Contact): Announcement {
  const data = {
    subscriptionId: String(one.id),
    customerId: String(one.customerId),
    planCode: one.planCode,
    chargedAt: one.dueAt?.toISOString(),
    email: contact.email || undefined,
    phone: textable(contact.phone) ? contact.phone : undefined,
  };
  const pending = [
    ...(data.email ? (['email'] as const) : []),
    ...(data.phone ? (['sms'] as const) : []),
  ];
  const id = world.uuid();
  switch (news.kind) {
    case 'subscription.trial_will_end':
      return {
        id,
        kind: news.kind,
        data: { ...data, amountCents: news.amountCents, currency: namedCurrency(one.currency) },
        pending,
      };
    case 'subscription.card_expiring': {
      const { expiry, last4 } = news;
      return { id, kind: news.kind, data: { ...data, expiry, last4 }, pending };
    }
  }
}
