import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pauseSubscription, resumeSubscription } from '../../src/invoicing/subscriptions/change.ts';
import { type Club, goodCard, openClub } from './club.ts';
import { daysOf, localTime, makePlan, periodsOf, requestOn, storyOf, toldOf } from './member.ts';

test('a card that expires is announced once for short periods too, before what it cannot pay', async (t) => {
  for (const [Interval, announced] of [
    ['Daily', '2034-12-31 09:00'],
    ['Weekly', '2034-12-27 09:00'],
    ['Bi-Weekly', '2034-12-27 09:00'],
  ] as const) {
    const club = await openClub(t);
    await club.until('2034-12-20 08:00');
    const CardToken = await club.token(goodCard, { ExpirationYear: '34' });
    const id = await club.join({ CardToken, Interval });
    await club.until('2035-01-10 12:00');
    const told = await club.fixture.db.query<{ at: Date }>(
      `select happened_at as at from events where object_id = $1 and kind = 'subscription.card_expiring'`,
      [id],
    );
    assert.deepEqual(
      told.map(({ at }) => localTime(at)),
      [announced],
      Interval,
    );
  }
});

test('a card that expires before what follows a trial is announced with the end of the trial', async (t) => {
  const club = await openClub(t);
  await makePlan(club, { trialDays: 14 });
  await club.until('2034-12-20 12:00');
  const CardToken = await club.token(goodCard, { ExpirationYear: '34' });
  const id = await club.join({ CardToken, PlanCode: 'plan' });
  await club.until('2034-12-31 08:59');
  assert.deepEqual(await toldOf(club, id), []);
  await club.until('2035-01-02 12:00');
  assert.deepEqual(await toldOf(club, id), [
    'subscription.trial_will_end',
    'subscription.card_expiring',
  ]);
});

test('whether a card is over is judged by the calendar of the business', async (t) => {
  const club = await openClub(t);
  await club.fixture.db.query(
    `update businesses set time_zone = 'Pacific/Auckland' where business_id = $1`,
    [club.id],
  );
  // The first day of the month there, and of the next; elsewhere the last of the one before.
  await club.until('2034-11-30 16:00');
  const CardToken = await club.token(goodCard, { ExpirationYear: '34' });
  const id = await club.join({ CardToken });
  await club.until('2034-12-31 14:59');
  assert.equal((await periodsOf(club, id)).length, 1);
  assert.deepEqual(await toldOf(club, id), ['subscription.card_expiring']);
});

test('a trial that is resumed before it is over goes on, and its end is announced', async (t) => {
  const club = await openClub(t);
  await makePlan(club, { trialDays: 14 });
  await club.until('2030-02-01 12:00');
  const id = await club.join({ PlanCode: 'plan' });
  await pauseSubscription(club.world, await requestOn(club, id));
  await club.until('2030-02-05 12:00');
  const resumed = await resumeSubscription(club.world, await requestOn(club, id));
  assert.deepEqual(
    [resumed.state, localTime(resumed.dueAt), localTime(resumed.noticeAt)],
    ['trialing', '2030-02-15 09:00', '2030-02-12 09:00'],
  );
  await club.until('2030-02-16 12:00');
  assert.deepEqual(await toldOf(club, id), ['subscription.trial_will_end']);
  assert.deepEqual(await daysOf(club, id), ['02-15']);
  assert.equal(await storyOf(club, id), 'trialing paused trialing active');
  assert.deepEqual(await club.findings(), []);
});

test('the end of a trial is announced once: before a pause, or at once when the day passed in it', async (t) => {
  for (const pausedOn of ['2030-02-12 12:00', '2030-02-11 12:00']) {
    const club = await openClub(t);
    await makePlan(club, { trialDays: 14 });
    await club.until('2030-02-01 12:00');
    const id = await club.join({ PlanCode: 'plan' });
    await club.until(pausedOn);
    await pauseSubscription(club.world, await requestOn(club, id));
    await club.until('2030-02-13 12:00');
    await resumeSubscription(club.world, await requestOn(club, id));
    await club.work();
    assert.deepEqual(await toldOf(club, id), ['subscription.trial_will_end'], pausedOn);
    await club.until('2030-02-16 12:00');
    assert.deepEqual(await toldOf(club, id), ['subscription.trial_will_end'], pausedOn);
  }
});

test('the end of a trial is announced with what will be charged, tax and discount in it', async (t) => {
  for (const [discount, cents] of [
    [2500n, '800'],
    [10_000n, '50'],
  ] as const) {
    const club = await openClub(t);
    await makePlan(club, { trialDays: 14, discount, taxCents: 50n });
    await club.until('2030-02-01 12:00');
    const id = await club.join({ PlanCode: 'plan' });
    await club.until('2030-02-12 09:00');
    assert.equal(await amountAnnounced(club, id), cents);
  }
});

async function amountAnnounced({ fixture }: Club, id: bigint): Promise<string> {
  const [told] = await fixture.db.query<{ cents: string }>(
    `select data ->> 'amountCents' as cents from events
     where object_id = $1 and kind = 'subscription.trial_will_end'`,
    [id],
  );
  assert.ok(told);
  return told.cents;
}

test('a notice that cannot be written holds up no other of its business, and is looked at again', async (t) => {
  const club = await openClub(t);
  await makePlan(club, { trialDays: 14 });
  await club.until('2030-01-16 12:00');
  const bad = await club.join({ PlanCode: 'plan' });
  const good = await club.join({ PlanCode: 'plan', Amount: '11.00' });
  const { db } = club.fixture;
  await db.query(`create function fail() returns trigger language plpgsql as
    $$ begin raise exception 'no'; end $$`);
  await db.query(`create trigger fails before update on subscriptions for each row
    when (old.id = ${bad} and new.notice_at is null) execute function fail()`);
  await club.until('2030-01-27 12:00');
  assert.deepEqual(await toldOf(club, bad), []);
  assert.deepEqual(await toldOf(club, good), ['subscription.trial_will_end']);
  assert.ok(club.fixture.logged.some((lines) => lines.includes('subscription.not_announced')));
  await db.query('drop trigger fails on subscriptions');
  await club.until('2030-01-27 14:00');
  assert.deepEqual(await toldOf(club, bad), ['subscription.trial_will_end']);
  assert.deepEqual(await toldOf(club, good), ['subscription.trial_will_end']);
  assert.deepEqual(await club.findings(), []);
});
