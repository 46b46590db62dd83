import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  cancelAtEnd,
  cancelSubscription,
  pauseSubscription,
  resumeSubscription,
} from '../../src/invoicing/subscriptions/change.ts';
import { changePrice, type PriceChange } from '../../src/invoicing/subscriptions/change-price.ts';
import { listMoves } from '../../src/invoicing/subscriptions/move-store.ts';
import { type Club, openClub, openMember } from './club.ts';
import { requestOn, subscriptionOf, triesOf } from './member.ts';

async function change(club: Club, id: bigint, price: PriceChange) {
  return await changePrice(club.world, await requestOn(club, id), price);
}

/** What was charged: days and cents. */
async function paidOf(club: Club, id: bigint): Promise<string[]> {
  return (await triesOf(club, id)).map((line) => {
    const [day, , cents, state] = line.split(' ');
    assert.equal(state, 'captured');
    return `${day} ${cents}`;
  });
}

/** The lines of the invoice of the latest period, and what the books say. */
async function billOf({ fixture, id }: Club): Promise<Record<string, string>> {
  const [row] = await fixture.db.query<{ lines: { name: string; cents: string }[] }>(
    `select details -> 'lines' as lines from invoices where business_id = $1 order by id desc limit 1`,
    [id],
  );
  return Object.fromEntries(row!.lines.map(({ name, cents }) => [name, cents]));
}

async function ledgerOf({ fixture }: Club): Promise<Record<string, bigint>> {
  const rows = await fixture.db.query<{ account: string; cents: bigint }>(
    `select account, sum(cents)::int8 as cents from (
       select debit as account, cents from transfers union all select credit, -cents from transfers
     ) t group by account having sum(cents) <> 0 order by account`,
  );
  return Object.fromEntries(rows.map(({ account, cents }) => [account, cents]));
}

test('a higher price costs the days that are left with the next period, and its bill says so', async (t) => {
  const { club, id } = await openMember(t, {
    at: '2030-04-01 12:00',
    fields: { Amount: '30.00', Tax: '1.50' },
  });
  await club.until('2030-04-11 12:00');
  // 20 of 30 days, for 15 dollars more a month.
  await change(club, id, { amountCents: 4500n, planCode: 'gold' });
  assert.equal((await subscriptionOf(club, id)).carryCents, 1000n);
  await club.until('2030-05-02 12:00');
  assert.deepEqual(await paidOf(club, id), ['04-01 3150', '05-01 5650']);
  assert.deepEqual(await billOf(club), {
    Subtotal: '4500',
    Tax: '150',
    'From the change before': '1000',
  });
  const { 'receivable:simulator': taken, ...earned } = await ledgerOf(club);
  const sum = Object.values(earned).reduce((all, cents) => all + cents, 0n);
  assert.deepEqual([taken, sum], [8800n, -8800n]);
  assert.equal(earned.taxes ?? earned.tax, -300n);
  await club.until('2030-06-02 12:00');
  assert.equal((await paidOf(club, id)).at(-1), '06-01 4650');
  assert.deepEqual(await club.findings(), []);
});

test('a lower price credits the days that are left, over as many periods as it takes', async (t) => {
  const { club, id } = await openMember(t, { at: '2030-04-01 12:00', fields: { Amount: '90.00' } });
  await change(club, id, { amountCents: 2000n });
  await club.until('2030-05-02 12:00');
  assert.deepEqual(await billOf(club), { Subtotal: '9000' });
  await club.until('2030-07-02 12:00');
  // 70 dollars: three periods for nothing, and half of the fourth.
  assert.deepEqual(await paidOf(club, id), ['04-01 9000']);
  await club.until('2030-10-02 12:00');
  assert.deepEqual(await paidOf(club, id), [
    '04-01 9000',
    '08-01 1000',
    '09-01 2000',
    '10-01 2000',
  ]);
});

test('a change that is taken back on the same day costs nothing', async (t) => {
  const { club, id } = await openMember(t, { at: '2030-04-01 12:00', fields: { Amount: '9.99' } });
  await club.until('2030-04-12 12:00');
  await change(club, id, { amountCents: 12345n, discount: 333n });
  await change(club, id, { amountCents: 999n, discount: 0n });
  assert.equal((await subscriptionOf(club, id)).carryCents, 0n);
});

test('another interval begins today, with what is left of the old one taken off', async (t) => {
  const { club, id } = await openMember(t, { at: '2030-04-01 12:00', fields: { Amount: '30.00' } });
  await club.until('2030-04-16 12:00');
  await change(club, id, { interval: 'yearly', amountCents: 30000n });
  await assert.rejects(change(club, id, { interval: 'weekly' }), { code: 'busy' });
  await club.work();
  assert.deepEqual(await paidOf(club, id), ['04-01 3000', '04-16 28500']);
  assert.deepEqual(await billOf(club), {
    Subtotal: '30000',
    'Credit from the change before': '1500',
  });
  await club.until('2031-04-15 12:00');
  assert.equal((await paidOf(club, id)).length, 2);
  await club.until('2031-04-16 12:00');
  assert.equal((await paidOf(club, id)).at(-1), '04-16 30000');
  assert.deepEqual(await club.findings(), []);
});

test('after a pause there is no period to credit before the next one begins', async (t) => {
  const { club, id } = await openMember(t, { at: '2030-04-01 12:00', fields: { Amount: '30.00' } });
  await pauseSubscription(club.world, await requestOn(club, id));
  await club.until('2030-05-16 12:00');
  await resumeSubscription(club.world, await requestOn(club, id));
  await change(club, id, { amountCents: 1000n });
  assert.equal((await subscriptionOf(club, id)).carryCents, 0n);
  await change(club, id, { interval: 'weekly' });
  await club.until('2030-05-24 12:00');
  assert.deepEqual(await paidOf(club, id), ['04-01 3000', '05-16 1000', '05-23 1000']);
});

test('what ends with its period, or has begun its last, takes no other interval', async (t) => {
  const { club, id } = await openMember(t, { at: '2030-04-01 12:00', fields: { Amount: '30.00' } });
  await cancelAtEnd(club.world, await requestOn(club, id), true);
  await assert.rejects(change(club, id, { interval: 'weekly' }), { code: 'subscription_not_so' });
  await cancelAtEnd(club.world, await requestOn(club, id), false);
  await club.fixture.db.query('update subscriptions set periods = 1');
  await assert.rejects(change(club, id, { interval: 'weekly' }), { code: 'subscription_not_so' });
  await change(club, id, { amountCents: 1n });
});

test('what is still to begin takes any price and interval', async (t) => {
  const { club, id } = await openMember(t, {
    at: '2030-04-01 12:00',
    fields: { StartDate: '04-10-2030' },
  });
  await change(club, id, { interval: 'weekly', amountCents: 300n });
  await club.until('2030-04-18 12:00');
  assert.deepEqual(await paidOf(club, id), ['04-10 300', '04-17 300']);
});

test('a price that no payment can be is refused', async (t) => {
  const { club, id } = await openMember(t, { at: '2030-04-01 12:00', fields: { Tax: '1.00' } });
  await assert.rejects(change(club, id, { amountCents: 99999999n }), { code: 'wrong_fields' });
  assert.equal((await subscriptionOf(club, id)).amountCents, 1000n);
});

test('what a change left over stays with a subscription that is over, and its history says so', async (t) => {
  for (const [amountCents, left, says] of [
    [4500n, 1000n, '10.00 of a change before it was not charged'],
    [1500n, -1000n, '10.00 of a change before it was not given back'],
  ] as const) {
    const club = await openClub(t);
    await club.until('2030-04-01 12:00');
    const now = await club.join({ Amount: '30.00' });
    const atEnd = await club.join({ Amount: '30.00', PlanCode: 'gold' });
    await club.until('2030-04-11 12:00');
    for (const id of [now, atEnd]) await change(club, id, { amountCents });
    await cancelSubscription(club.world, await requestOn(club, now));
    await cancelAtEnd(club.world, await requestOn(club, atEnd), true);
    await club.until('2030-06-02 12:00');
    for (const [id, why] of [
      [now, 'canceled'],
      [atEnd, 'its period ended'],
    ] as const) {
      assert.equal((await subscriptionOf(club, id)).carryCents, left);
      const moves = await listMoves(club.world.db, club.id, id);
      assert.equal(moves.at(-1)?.reason, `${why}; ${says}`);
      assert.deepEqual(await paidOf(club, id), ['04-01 3000']);
    }
    assert.deepEqual(await club.findings(), []);
  }
});
