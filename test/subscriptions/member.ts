import assert from 'node:assert/strict';
import { type OpenedLink, openLink } from '../../src/invoicing/pay-links/open-link.ts';
import { linkAddress } from '../../src/invoicing/pay-links/send-link.ts';
import type { SubscriptionRequest } from '../../src/invoicing/subscriptions/change.ts';
import { listMoves } from '../../src/invoicing/subscriptions/move-store.ts';
import { listPeriods } from '../../src/invoicing/subscriptions/period-store.ts';
import { insertPlan, type Plan } from '../../src/invoicing/subscriptions/plan.ts';
import { readSubscription } from '../../src/invoicing/subscriptions/store.ts';
import type { PeriodRow, Subscription } from '../../src/invoicing/subscriptions/subscription.ts';
import { readBusiness } from '../../src/parties/businesses/store.ts';
import type { Payment } from '../../src/payments/payment.ts';
import type { World } from '../../src/world.ts';
import { cardFields, client, type Fields } from '../caller.ts';
import { linkOfInvoice, payByCard } from '../pay-links/fixture.ts';
import type { Club } from './club.ts';

/** Who acts on a subscription, and on which. */
export async function requestOn(
  { world, id: businessId }: Club,
  id: bigint,
): Promise<SubscriptionRequest> {
  const business = await readBusiness(world.db, businessId);
  return { business: business!, id, actor: 'operator:ann' };
}

export async function subscriptionOf({ world, id }: Club, of: bigint): Promise<Subscription> {
  return (await readSubscription(world.db, id, of))!;
}

/** The first one first. */
export async function periodsOf({ world, id }: Club, of: bigint): Promise<PeriodRow[]> {
  return (await listPeriods(world.db, id, of, 10_000)).reverse();
}

/** The states it went through. */
export async function storyOf({ world, id }: Club, of: bigint): Promise<string> {
  const moves = await listMoves(world.db, id, of);
  return moves.map(({ toState }) => toState).join(' ');
}

/** What was paid, or tried, for a subscription: when by the clock of New York, how much, and what came of it. */
export async function triesOf({ fixture, id }: Club, of: bigint): Promise<string[]> {
  const rows = await fixture.db.query<{ line: string }>(
    `select to_char(created_at at time zone 'America/New_York', 'MM-DD HH24:MI') || ' ' || amount_cents || ' ' ||
       state as line
     from payments where business_id = $1 and order_number like $2 order by id`,
    [id, `SUB-${of}-%`],
  );
  return rows.map(({ line }) => line);
}

/** When nothing is tried any more, the moments at which somebody looks: by the clock of New York. */
export function localTime(at: Date | undefined): string | undefined {
  if (!at) return undefined;
  const there = at.toTemporalInstant().toZonedDateTimeISO('America/New_York');
  return there.toPlainDateTime().toString({ smallestUnit: 'minute' }).replace('T', ' ');
}

/** What payers were asked for, each with whether there was a link to pay at. */
export async function asksOf({ fixture, id }: Club, of: bigint): Promise<string[]> {
  const rows = await fixture.db.query<{ ask: string; linked: boolean }>(
    `select data ->> 'ask' as ask, data ->> 'linkId' is not null as linked from events
     where business_id = $1 and object_id = $2 and kind = 'subscription.payment_failed' order by id`,
    [id, of],
  );
  return rows.map(({ ask, linked }) => (linked ? `${ask}, link` : ask));
}

/** Kinds of events told of a subscription itself. */
export async function toldOf({ fixture, id }: Club, of: bigint): Promise<string[]> {
  const rows = await fixture.db.query<{ kind: string }>(
    `select kind from events where business_id = $1 and object_id = $2 and kind like 'subscription.%' order by id`,
    [id, of],
  );
  return rows.map(({ kind }) => kind);
}

/** The address at which a period can be paid; undefined: it cannot. */
export async function linkOf(
  club: Club,
  of: bigint,
  n: number,
  world: World = club.world,
): Promise<string | undefined> {
  const period = (await periodsOf(club, of)).find((one) => one.n === n);
  const business = await readBusiness(world.db, club.id);
  const link = await linkOfInvoice(world, business!, period!.invoiceId!);
  return link && linkAddress(world, link);
}

export async function openedLink(world: World, address: string): Promise<OpenedLink> {
  return (await openLink(world, address.slice(address.lastIndexOf('/') + 1)))!;
}

export async function payPeriod(
  club: Club,
  of: bigint,
  n: number,
  number?: string,
): Promise<Payment> {
  const address = await linkOf(club, of, n);
  if (!address) throw new Error('it cannot be paid');
  return await payByCard(club.world, address, number);
}

/** CreatePayment under an order number, as a business makes it beside all subscriptions; how it was answered. */
export async function payByHand(
  { baseUrl, caller }: Pick<Club, 'baseUrl' | 'caller'>,
  OrderNumber: string,
  fields: Fields,
): Promise<number> {
  const { call, close } = client(baseUrl, caller);
  const { status } = await call('CreatePayment', { ...cardFields, OrderNumber, ...fields }).finally(
    close,
  );
  return status;
}

/** ProcessRefundNoCC of a period: a part of its payment, or all that is left; whether it was done. */
export async function refund(club: Club, of: bigint, n: number, amount?: string): Promise<boolean> {
  const told = await club.call('ProcessRefundNoCC', {
    RefundType: amount ? 'Partial' : 'Full',
    Amount: amount ?? '',
    OrderNumber: `SUB-${of}-${n + 1}`,
    PaymentID: '',
  });
  return told.IsSuccess;
}

export async function updateCard(club: Club, token: string, number: string): Promise<void> {
  const blank = { FirstName: '', LastName: '', ExpirationDate: '', Address1: '', PostalCode: '' };
  const told = await club.call('AcquirerATokenUpdate', {
    CardToken: token,
    CardNumber: number,
    ...blank,
  });
  if (told.IsSuccess === false) throw new Error(JSON.stringify(told));
}

/** Its days alone, where each was charged. */
export async function daysOf(club: Club, id: bigint): Promise<string[]> {
  const tries = await triesOf(club, id);
  for (const line of tries) assert.match(line, /(captured|settled)$/);
  return tries.map((line) => line.split(' ')[0]!);
}

export async function makePlan(club: Club, changes: Partial<Plan>): Promise<void> {
  await insertPlan(
    club.world.db,
    {
      businessId: club.id,
      code: 'plan',
      amountCents: 1000n,
      currency: 'USD',
      interval: 'monthly',
      discount: 0n,
      taxCents: 0n,
      trialDays: 0,
      periods: undefined,
      ...changes,
    },
    club.world.now(),
  );
}
