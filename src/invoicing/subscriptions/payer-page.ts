import type { Business } from '../../parties/businesses/business.ts';
import { atClockOf } from '../../parties/businesses/clock.ts';
import {
  claimPages,
  findPage,
  type PageName,
  pageAddress,
} from '../../parties/businesses/page-address.ts';
import { type PublicProfile, readFace, speaking } from '../../parties/businesses/public-profile.ts';
import { readBusiness } from '../../parties/businesses/store.ts';
import type { Customer } from '../../parties/customers/customer.ts';
import { readCustomer } from '../../parties/customers/store.ts';
import { takesCards } from '../../payments/charge.ts';
import { isSettled, type Payment } from '../../payments/payment.ts';
import { readHolders } from '../../payments/store.ts';
import { readTokens, type StoredToken } from '../../payments/tokens/store.ts';
import { recordAct } from '../../records/audit-log.ts';
import { forTenants } from '../../runtime/sql.ts';
import type { World } from '../../world.ts';
import { mayRenew } from './begin-due.ts';
import { change, type SubscriptionRequest } from './change.ts';
import { owes } from './open-periods.ts';
import { whoEndsIt } from './payer-end.ts';
import { listPeriods, readUnpaid } from './period-store.ts';
import { readByPage } from './store.ts';
import { orderNumberOf, type PeriodRow, type Subscription } from './subscription.ts';

/*
 * The page at which the payer of a subscription sees it, gives it another card, and lets it end where the business allows
 * that. Whoever has its address is taken for the payer.
 */

/** A subscription, as the page of its payer shows it. */
export type OpenedSubscription = {
  /** Has the clock and the rows of the business. */
  readonly world: World;
  readonly business: Business;
  /** In the language of the customer, where that is known. */
  readonly face: PublicProfile;
  readonly subscription: Subscription;
  /** Undefined: it was forgotten. */
  readonly customer: Customer | undefined;
  /** What it is charged to. */
  readonly stored: StoredToken | undefined;
  /** The latest first. */
  readonly periods: readonly PeriodRow[];
  /** Open or given up, the oldest first: another card is charged for them at once. */
  readonly owed: readonly PeriodRow[];
  /** The payments of all these periods. */
  readonly payments: ReadonlyMap<number, Payment>;
  /** True while what is owed is being charged. */
  readonly isBeingCharged: boolean;
  /** True if another card can be given. */
  readonly takesCard: boolean;
  /** What the payer may decide about its end now. */
  readonly mayDecide: 'to_end' | 'to_keep' | undefined;
};

const shownPeriods = 12;

/** Undefined: there is no such address, or it has another one by now. */
export async function openSubscription(
  world: World,
  secret: string,
): Promise<OpenedSubscription | undefined> {
  const page = await findPage(world.db, 'subscription', secret);
  if (!page) return undefined;
  const { businessId, objectId } = page;
  const business = await readBusiness(world.db, businessId);
  if (!business) return undefined;
  const own = { ...atClockOf(world, business), db: forTenants(world.db, [businessId]) };
  const subscription = await readByPage(own.db, businessId, objectId);
  if (!subscription) return undefined;
  const face = await readFace(own.db, businessId);
  if (!face) throw new Error('an address that leads nowhere');
  const { id, token, customerId, currency, endedAt } = subscription;
  const customer = await readCustomer(own.db, businessId, customerId);
  const [stored] = await readTokens(own.db, [{ businessId, token }]);
  const periods = await listPeriods(own.db, businessId, id, shownPeriods);
  const owed = endedAt ? [] : (await readUnpaid(own.db, subscription)).filter(owes);
  const payments = await paymentsOf(own, subscription, [...periods, ...owed]);
  const isBeingCharged = owed.some(({ n }) => {
    const payment = payments.get(n);
    return payment !== undefined && !isSettled(payment.state);
  });
  const isOpen = !endedAt && customer !== undefined && business.state !== 'closed';
  return {
    world: own,
    business,
    face: speaking(face, customer?.language),
    subscription,
    customer,
    stored,
    periods,
    owed,
    payments,
    isBeingCharged,
    takesCard: isOpen && mayRenew(business) && takesCards(business, currency),
    mayDecide: isOpen ? await whoEndsIt(own.db, business, subscription) : undefined,
  };
}

async function paymentsOf(
  { db }: World,
  { businessId, id }: Subscription,
  periods: readonly PeriodRow[],
): Promise<ReadonlyMap<number, Payment>> {
  const numbers = new Map(periods.map(({ n }) => [orderNumberOf(id, n), n]));
  const found = await readHolders(db, businessId, [...numbers.keys()]);
  return new Map(found.map((payment) => [numbers.get(payment.orderNumber)!, payment]));
}

/** The page of a subscription under its present address. */
function pageOf({
  businessId,
  id,
  pageId = id,
}: Pick<Subscription, 'businessId' | 'id' | 'pageId'>): PageName {
  return { businessId, kind: 'subscription', objectId: pageId };
}

/** Whoever has the address is taken for the payer, so the audit log records each disclosure. */
export async function showPayerAddress(
  world: World,
  subscription: Subscription,
  actor: string,
): Promise<string> {
  const { businessId, id } = subscription;
  const page = pageOf(subscription);
  await claimPages(world, [page]);
  const act = { actor, act: 'subscription.address_shown', object: `subscription:${id}` };
  await world.db.begin((tx) => recordAct(tx, { businessId, ...act, facts: {}, at: world.now() }));
  return pageAddress(world, page);
}

/** Gives the page another address; the former one leads nowhere from then on, also in texts that wait. */
export async function replacePayerAddress(
  world: World,
  request: SubscriptionRequest,
): Promise<string> {
  const businessId = request.business.id;
  const pageId = await world.ids.next(businessId);
  const page: PageName = { businessId, kind: 'subscription', objectId: pageId };
  await claimPages(world, [page]);
  await change(world, request, 'address_replaced', (before) => ({ ...before, pageId }));
  return pageAddress(world, page);
}
