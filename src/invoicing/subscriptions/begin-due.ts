import { hourMs } from '../../kernel/duration.ts';
import { type Business, mayTakePayments } from '../../parties/businesses/business.ts';
import { eachByItsClock } from '../../parties/businesses/clock.ts';
import { hasService } from '../../parties/businesses/offering.ts';
import { readBusiness } from '../../parties/businesses/store.ts';
import { readContacts } from '../../parties/customers/store.ts';
import { insertOpenInvoices } from '../../payments/open-invoice.ts';
import { readBusinessesDue } from '../../runtime/discovery.ts';
import type { Sql } from '../../runtime/sql.ts';
import type { World } from '../../world.ts';
import { type Begun, beginNext } from './begin.ts';
import { invoiceOfPeriod } from './invoices.ts';
import { hasBegunAll } from './next-charge.ts';
import { businessClosed, endAll, voidOpen } from './open-periods.ts';
import { insertPeriods, lockUnpaid } from './period-store.ts';
import { type Beginning, lockDue, writeSubscriptions } from './store.ts';
import type { PeriodRow, Subscription } from './subscription.ts';

const atOnce = 500;
const lookAgainMs = hourMs;
const beginning = { table: 'subscriptions', dueAt: 'due_at' };

/** Begins the periods that are due, of one business or of all; returns how many. */
export async function beginDue(world: World, only?: bigint): Promise<number> {
  const due = await readBusinessesDue(world.db, beginning, world.now(), only);
  const frame = { only, failure: 'subscription.not_begun' };
  return await eachByItsClock(world, due, frame, (own, { id }) => beginFor(own, id));
}

/** One transaction for all; after a failure one for each, so that a failing subscription does not block the others. */
async function beginFor(world: World, businessId: bigint): Promise<number> {
  const business = await readBusiness(world.db, businessId);
  if (!business) throw new Error('subscriptions without their business');
  try {
    return await beginSome(world, business, { limit: atOnce });
  } catch (error) {
    world.log.error('subscription.not_begun', { businessId, error });
  }
  const due = await lockDue(world.db, businessId, 'due_at', world.now(), { limit: atOnce });
  let begun = 0;
  for (const { id } of due) {
    try {
      begun += await beginSome(world, business, { limit: 1, only: id });
    } catch (error) {
      world.log.error('subscription.not_begun', { businessId, subscriptionId: id, error });
      await world.db.begin(async (tx) => {
        const one = await lockDue(tx, businessId, 'due_at', world.now(), { limit: 1, only: id });
        await putOff(world, tx, businessId, one);
      });
    }
  }
  return begun;
}

/** Period, invoice and next due date are committed together, so each period begins once. */
async function beginSome(world: World, business: Business, taking: Beginning): Promise<number> {
  return await world.db.begin(async (tx) => {
    const due = await lockDue(tx, business.id, 'due_at', world.now(), taking);
    if (business.state === 'closed') await endAll(world, tx, business.id, due, businessClosed);
    else if (mayRenew(business)) await begin(world, tx, business, due);
    else await putOff(world, tx, business.id, due);
    return due.length;
  });
}

/** True if periods begin and are charged: the business takes payments and has the service `subscriptions`. */
export function mayRenew(business: Business): boolean {
  return mayTakePayments(business) && hasService(business, 'subscriptions');
}

/** Postpones: while a business takes no payments no period begins. Also for subscriptions that fail. */
async function putOff(
  world: World,
  tx: Sql,
  businessId: bigint,
  due: readonly Subscription[],
): Promise<void> {
  const dueAt = new Date(world.now().getTime() + lookAgainMs);
  await writeSubscriptions(
    tx,
    businessId,
    due.map((one) => ({ ...one, dueAt })),
  );
}

/** The subscriptions are locked. */
export async function begin(
  world: World,
  tx: Sql,
  { id: businessId, timeZone }: Business,
  due: readonly Subscription[],
): Promise<Begun[]> {
  const at = world.now();
  const ending = due.filter(hasBegunAll);
  const owing = new Set<bigint>();
  if (ending.length > 0) {
    const ids = ending.map(({ id }) => id);
    for (const { subscriptionId } of await lockUnpaid(tx, businessId, ids))
      owing.add(subscriptionId);
  }
  const begun: (Begun & { readonly before: Subscription })[] = [];
  for (const before of due) {
    const { after, ...rest } = beginNext(before, timeZone, at, owing.has(before.id));
    const left = after.state === 'canceled' ? await voidOpen(tx, after) : undefined;
    begun.push({ before, ...rest, after: { ...after, ...left } });
  }
  const contacts = await readContacts(
    tx,
    due.map(({ customerId: id }) => ({ businessId, id })),
  );
  const periods: PeriodRow[] = [];
  const invoices: ReturnType<typeof invoiceOfPeriod>[] = [];
  for (const [i, { before, period }] of begun.entries()) {
    if (!period) continue;
    const contact = contacts[i];
    if (!contact) throw new Error('a subscription without its customer');
    if (period.amountCents === 0n) {
      periods.push(period);
      continue;
    }
    const invoiceId = await world.ids.next(businessId);
    periods.push({ ...period, invoiceId });
    invoices.push(invoiceOfPeriod(before, period, invoiceId, contact));
  }
  if (invoices.length > 0) await insertOpenInvoices(tx, invoices);
  if (periods.length > 0) await insertPeriods(tx, periods);
  const moves = begun.map((one) => ({ ...one, actor: 'system', at }));
  await writeSubscriptions(
    tx,
    businessId,
    begun.map(({ after }) => after),
    moves,
  );
  return begun;
}
