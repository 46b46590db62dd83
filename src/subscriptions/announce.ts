import { todayIn } from '../base/calendar.ts';
import { textable } from '../base/phone.ts';
import type { Business } from '../businesses/business.ts';
import { eachByItsClock } from '../businesses/each-by-its-clock.ts';
import { readBusiness } from '../businesses/store.ts';
import type { Contact } from '../customers/customer.ts';
import { readContacts } from '../customers/store.ts';
import { writeEvents } from '../payments/write-event.ts';
import { readTokens, type StoredToken } from '../tokens/store.ts';
import type { World } from '../world.ts';
import { readDueBusinesses } from './due-businesses.ts';
import { businessClosed, endAll } from './end-all.ts';
import { nextCharge } from './next-charge.ts';
import { type Beginning, lockNoticing, writeSubscriptions } from './store.ts';
import type { Subscription } from './subscription.ts';

const atOnce = 200;
const lookAgainMs = 3_600_000;

/** Says what is to be said before it happens: a trial that ends, a card that expires. Returns how many were looked at. */
export async function announceDue(world: World, only?: bigint): Promise<number> {
  const due = await readDueBusinesses(world.db, 'subscriptions.notice_at', world.now(), only);
  const frame = { only, failure: 'subscription.not_announced' };
  return await eachByItsClock(world, due, frame, (own, { id }) => announceFor(own, id));
}

/** All at once; where that fails, one by one, so that one that fails holds up no other. */
async function announceFor(world: World, businessId: bigint): Promise<number> {
  const business = await readBusiness(world.db, businessId);
  if (!business) throw new Error('subscriptions without their business');
  try {
    return await announceSome(world, business, { limit: atOnce });
  } catch (error) {
    world.log.error('subscription.not_announced', { businessId, error });
  }
  const due = await lockNoticing(world.db, businessId, world.now(), { limit: atOnce });
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

/** What fails is looked at later, behind all others. */
async function putOff(world: World, businessId: bigint, id: bigint): Promise<void> {
  await world.db.begin(async (tx) => {
    const due = await lockNoticing(tx, businessId, world.now(), { limit: 1, only: id });
    const noticeAt = new Date(world.now().getTime() + lookAgainMs);
    await writeSubscriptions(
      tx,
      businessId,
      due.map((one) => ({ ...one, noticeAt })),
    );
  });
}

async function announceSome(world: World, business: Business, wish: Beginning): Promise<number> {
  const { id: businessId, timeZone } = business;
  return await world.db.begin(async (tx) => {
    const at = world.now();
    const due = await lockNoticing(tx, businessId, at, wish);
    if (business.state === 'closed') {
      await endAll(world, tx, businessId, due, businessClosed);
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

type News = {
  readonly kind: 'subscription.trial_will_end' | 'subscription.card_expiring';
  readonly facts: Readonly<Record<string, unknown>>;
};

type Looked = { readonly after: Subscription; readonly news: readonly News[] };

/** The next notice is set when the next period begins, and not before: nobody hears the same twice. */
function look(
  before: Subscription,
  stored: StoredToken | undefined,
  timeZone: string,
  now: Date,
): Looked {
  const { dueAt } = before;
  const charge = nextCharge(before, timeZone);
  if (!dueAt || !charge || charge.at > dueAt) {
    // What is due next takes nothing. Where that is changed before it comes, it was not announced yet.
    const noticeAt = dueAt && dueAt > now ? dueAt : undefined;
    return { after: { ...before, noticeAt }, news: [] };
  }
  const after = { ...before, noticeAt: undefined };
  const news: News[] = [];
  if (before.state === 'trialing') {
    // A number of cents is a text, as in all events.
    const amountCents = String(charge.cents);
    news.push({ kind: 'subscription.trial_will_end', facts: { amountCents } });
  }
  const expiry = expiryBefore(charge.at, stored, timeZone);
  if (!expiry || expiry === before.announcedExpiry) return { after, news };
  const facts = { expiry, last4: stored?.token.last4 };
  news.push({ kind: 'subscription.card_expiring', facts });
  return { after: { ...after, announcedExpiry: expiry }, news };
}

/** The month of a card's expiry, where it is over when it is charged. */
function expiryBefore(
  chargedAt: Date,
  stored: StoredToken | undefined,
  timeZone: string,
): string | undefined {
  if (stored?.token.kind !== 'card') return undefined;
  const { expiryYear: year, expiryMonth: month } = stored.token;
  const last = new Temporal.PlainYearMonth(year, month);
  const due = todayIn(timeZone, chargedAt).toPlainYearMonth();
  return Temporal.PlainYearMonth.compare(last, due) < 0 ? last.toString() : undefined;
}

function eventOf(world: World, one: Subscription, { kind, facts }: News, contact: Contact) {
  const data = {
    subscriptionId: String(one.id),
    customerId: String(one.customerId),
    planCode: one.planCode,
    chargedAt: one.dueAt?.toISOString(),
    email: contact.email || undefined,
    phone: textable(contact.phone) ? contact.phone : undefined,
    ...facts,
  };
  return {
    id: world.uuid(),
    kind,
    data: JSON.stringify(data),
    untold: [
      ...(data.email ? (['email'] as const) : []),
      ...(data.phone ? (['sms'] as const) : []),
    ],
  };
}
