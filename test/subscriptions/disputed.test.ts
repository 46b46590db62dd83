import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { changePrice, type PriceChange } from '../../src/invoicing/subscriptions/change-price.ts';
import { readDisputes } from '../../src/payments/disputes/read-disputes.ts';
import { referenceOf } from '../../src/payments/payment.ts';
import type { DisputeRow } from '../../src/ports/processors/dispute-row.ts';
import { telling } from '../disputes/disputed-shop.ts';
import { type Club, openClub } from './club.ts';
import { periodsOf, requestOn, subscriptionOf } from './member.ts';

/* The bank takes the money of a period back, or gives it back again, beside a change of the price. */

const cheaper = { amountCents: 12_000n };
const monthly = { interval: 'monthly', amountCents: 10_000n } as const;

/** Of 1200 dollars a year, since noon of 1 April 2030. */
async function yearly(t: TestContext) {
  const club = await openClub(t);
  await club.until('2030-04-01 12:00');
  const id = await club.join({ Amount: '1200.00', Interval: 'Annually' });
  return { club, id };
}

async function change(club: Club, id: bigint, price: PriceChange): Promise<bigint> {
  return (await changePrice(club.world, await requestOn(club, id), price)).carryCents;
}

/** What the bank says now of the payment of the first period. */
async function dispute(
  { fixture, world, id: businessId }: Club,
  of: bigint,
  state: DisputeRow['state'],
  cents = 120_000n,
): Promise<void> {
  const [paid] = await fixture.db.query<{ id: bigint; charge: string }>(
    `select id, processor_id as charge from payments where business_id = $1 and order_number = $2`,
    [businessId, `SUB-${of}-1`],
  );
  fixture.clock.pass(60_000);
  const row: DisputeRow = {
    id: `dp-${of}`,
    reference: referenceOf(businessId, paid!.id, 1),
    chargeId: paid!.charge,
    ...{ cents, state, reasonCode: '10.4', reason: 'Fraud' },
    at: fixture.clock.now(),
    answerUntil: undefined,
  };
  const feed = telling(world, async () => ({ outcome: 'disputes', rows: [row] }));
  await readDisputes(feed, { businessId, processor: 'simulator' });
}

async function carryOf(club: Club, id: bigint): Promise<bigint> {
  await club.work();
  return (await subscriptionOf(club, id)).carryCents;
}

test('what a dispute took is not credited, whether that or the change came first', async (t) => {
  for (const isFirst of [true, false]) {
    const { club, id } = await yearly(t);
    if (isFirst) await dispute(club, id, 'open');
    await change(club, id, cheaper);
    if (!isFirst) await dispute(club, id, 'open');
    assert.equal(await carryOf(club, id), 0n);
    await dispute(club, id, 'lost');
    assert.equal(await carryOf(club, id), 0n);
    assert.deepEqual(await club.findings(), []);
  }
});

test('a part that a dispute took is taken off the credit, and a dispute that was won counts back', async (t) => {
  const { club, id } = await yearly(t);
  await change(club, id, cheaper);
  await dispute(club, id, 'inquiry', 90_000n);
  assert.equal(await carryOf(club, id), -108_000n, 'nothing was taken');
  await dispute(club, id, 'open', 90_000n);
  assert.equal(await carryOf(club, id), -18_000n);
  await dispute(club, id, 'won', 90_000n);
  assert.equal(await carryOf(club, id), -108_000n);
  assert.deepEqual(await club.findings(), []);
});

test('of a payment of which a dispute took more than it was, a higher price charges nothing', async (t) => {
  const { club, id } = await yearly(t);
  await dispute(club, id, 'open', 150_000n);
  assert.equal(await change(club, id, { amountCents: 150_000n }), 0n);
  assert.equal(await carryOf(club, id), 0n);
  assert.deepEqual(await club.findings(), []);
});

test('a new interval after a dispute is charged in full, and so is what a credit had paid before it', async (t) => {
  for (const isFirst of [true, false]) {
    const { club, id } = await yearly(t);
    if (isFirst) await dispute(club, id, 'open');
    await change(club, id, monthly);
    await club.work();
    if (!isFirst) await dispute(club, id, 'open');
    await club.until('2030-05-20 12:00');
    const prices = (await periodsOf(club, id)).map(({ amountCents }) => amountCents);
    assert.deepEqual(prices, [120_000n, ...(isFirst ? [10_000n, 10_000n] : [0n, 20_000n])]);
    assert.equal(await carryOf(club, id), 0n);
    assert.deepEqual(await club.findings(), []);
  }
});
