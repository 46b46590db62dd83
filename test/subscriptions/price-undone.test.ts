import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testCard } from '../../packages/sandbox/test/bank.ts';
import { pauseSubscription, resumeSubscription } from '../../src/invoicing/subscriptions/change.ts';
import { changePrice, type PriceChange } from '../../src/invoicing/subscriptions/change-price.ts';
import { type Club, goodCard, openClub, openMember } from './club.ts';
import { makePlan, periodsOf, requestOn, subscriptionOf, triesOf, updateCard } from './member.ts';

async function change(club: Club, id: bigint, price: PriceChange): Promise<bigint> {
  return (await changePrice(club.world, await requestOn(club, id), price)).carryCents;
}

async function pause(club: Club, id: bigint): Promise<void> {
  await pauseSubscription(club.world, await requestOn(club, id));
}

async function resume(club: Club, id: bigint): Promise<void> {
  await resumeSubscription(club.world, await requestOn(club, id));
}

async function setState({ fixture, id }: Club, state: string): Promise<void> {
  await fixture.db.query('update businesses set state = $2 where business_id = $1', [id, state]);
}

/** What was taken, in cents. */
async function takenOf(club: Club, id: bigint): Promise<number[]> {
  return (await triesOf(club, id))
    .filter((line) => /captured|settled/.test(line))
    .map((line) => Number(line.split(' ')[2]));
}

test('a change while it is paused is undone afterwards for what the period was charged at', async (t) => {
  for (const [Interval, amounts] of [
    ['Weekly', [7000n, 700n, 7000n]],
    ['Annually', [10000n, 1000n, 10000n]],
    ['Monthly', [1000n, 5000n, 1000n]],
  ] as const) {
    const club = await openClub(t);
    await club.until('2030-04-01 12:00');
    const [first, then, last] = amounts;
    const id = await club.join({ Interval, Amount: (Number(first) / 100).toFixed(2) });
    await club.until('2030-04-03 12:00');
    await pause(club, id);
    assert.equal(await change(club, id, { amountCents: then }), 0n);
    await resume(club, id);
    assert.equal(await change(club, id, { amountCents: last }), 0n, Interval);
    const { dueAt } = await subscriptionOf(club, id);
    await club.until(
      dueAt!
        .toTemporalInstant()
        .toZonedDateTimeISO('America/New_York')
        .toPlainDateTime()
        .add({ hours: 1 })
        .toString(),
    );
    assert.deepEqual(await takenOf(club, id), [Number(first), Number(last)], Interval);
    assert.deepEqual(await club.findings(), []);
  }
});

test('what follows on a change while it is paused is settled with what was charged, and each change once', async (t) => {
  const { club, id } = await openMember(t, {
    at: '2030-04-01 12:00',
    fields: { Interval: 'Weekly', Amount: '70.00' },
  });
  await pause(club, id);
  await change(club, id, { amountCents: 700n });
  await resume(club, id);
  await club.until('2030-04-03 12:00');
  // Five of seven days, for 35 dollars less than was charged; and five more for 14 less.
  assert.equal(await change(club, id, { amountCents: 3500n }), -2500n);
  assert.equal(await change(club, id, { amountCents: 2100n }), -3500n);
  assert.equal(await change(club, id, { amountCents: 7000n }), 0n);
  await pause(club, id);
  await resume(club, id);
  assert.equal(await change(club, id, { amountCents: 1400n }), -4000n);
  await club.until('2030-04-22 12:00');
  assert.deepEqual(await takenOf(club, id), [7000, 200]);
  assert.deepEqual(await club.findings(), []);
});

test('a change while it is past due is undone for what the period was charged at, once that is paid', async (t) => {
  const club = await openClub(t);
  await club.until('2030-04-01 12:00');
  await makePlan(club, { trialDays: 7 });
  const poor = testCard('insufficient_funds');
  const id = await club.join({ PlanCode: 'plan', Interval: 'Weekly' }, poor);
  await club.until('2030-04-08 12:00');
  assert.deepEqual(await club.states(), ['past_due']);
  assert.equal(await change(club, id, { amountCents: 10000n }), 0n);
  await updateCard(club, (await subscriptionOf(club, id)).token, goodCard);
  await club.work();
  assert.deepEqual(await takenOf(club, id), [1000]);
  assert.equal(await change(club, id, { amountCents: 1000n }), 0n);
  await club.until('2030-04-15 12:00');
  assert.deepEqual(await takenOf(club, id), [1000, 1000]);
  assert.deepEqual(await club.findings(), []);
});

test('while a period is being charged nothing of its price is changed, and afterwards it is settled with what came of it', async (t) => {
  for (const [does, state, carry, taken] of [
    ['timeout_after_booking', 'active', -9000n, [10000, 10000]],
    ['timeout_after_decline', 'past_due', 0n, [10000, 10000, 1000]],
  ] as const) {
    const { club, id } = await openMember(t, {
      at: '2030-03-01 12:00',
      fields: { Amount: '100.00' },
    });
    await club.until('2030-04-01 08:59');
    // Nobody knows for a while what came of it.
    club.fixture.bank.script({ next: 1 }, does);
    await club.until('2030-04-01 09:00');
    assert.deepEqual(await club.states(), ['active']);
    assert.equal((await periodsOf(club, id)).at(-1)?.state, 'open');
    const before = await subscriptionOf(club, id);
    await assert.rejects(change(club, id, { amountCents: 1000n }), { code: 'busy' });
    await assert.rejects(change(club, id, { interval: 'weekly' }), { code: 'busy' });
    assert.deepEqual(await subscriptionOf(club, id), before);
    await club.until('2030-04-01 12:00');
    assert.deepEqual(await club.states(), [state]);
    assert.equal(await change(club, id, { amountCents: 1000n }), carry);
    await club.until('2030-05-01 12:00');
    assert.deepEqual(await takenOf(club, id), taken);
    assert.deepEqual(await club.findings(), []);
  }
});

test('a change between another interval and its first period costs nothing: the old period is settled once', async (t) => {
  for (const [amountCents, taken] of [
    [10000n, 6900],
    [1000n, 0],
  ] as const) {
    const { club, id } = await openMember(t, {
      at: '2030-04-01 12:00',
      fields: { Amount: '31.00' },
    });
    assert.equal(await change(club, id, { interval: 'yearly' }), -3100n);
    assert.equal(await change(club, id, { amountCents }), -3100n);
    assert.equal(await change(club, id, { amountCents: 5000n }), -3100n);
    assert.equal(await change(club, id, { amountCents }), -3100n);
    await club.work();
    assert.deepEqual((await takenOf(club, id)).slice(1), taken > 0 ? [taken] : []);
    const left = amountCents - 3100n;
    assert.equal((await subscriptionOf(club, id)).carryCents, left < 0n ? left : 0n);
    assert.deepEqual(await club.findings(), []);
  }
});

test('while its business is suspended, one interval after the other settles the old period once', async (t) => {
  const { club, id } = await openMember(t, { at: '2030-04-01 12:00', fields: { Amount: '31.00' } });
  await setState(club, 'suspended');
  for (const interval of ['yearly', 'monthly', 'yearly', 'weekly'] as const) {
    assert.equal(await change(club, id, { interval }), -3100n);
    // It is looked at, and put off for an hour.
    await club.work();
    assert.equal(await change(club, id, { amountCents: 9300n }), -3100n);
  }
  await club.until('2030-04-03 12:00');
  await setState(club, 'payments_enabled');
  await club.until('2030-04-03 14:00');
  assert.deepEqual(await takenOf(club, id), [3100, 6200]);
  assert.equal((await subscriptionOf(club, id)).carryCents, 0n);
  assert.deepEqual(await club.findings(), []);
});
