import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testCard } from '../../packages/sandbox/test/bank.ts';
import {
  cancelAtEnd,
  cancelSubscription,
  pauseSubscription,
  resumeSubscription,
} from '../../src/invoicing/subscriptions/change.ts';
import { goodCard, openClub, openMember } from './club.ts';
import {
  daysOf,
  localTime,
  makePlan,
  payPeriod,
  periodsOf,
  requestOn,
  storyOf,
  subscriptionOf,
  toldOf,
  triesOf,
  updateCard,
} from './member.ts';

const poor = testCard('insufficient_funds');

test('who joins on 29 February is charged on 28 February until there is a 29th again', async (t) => {
  const club = await openClub(t);
  await club.until('2032-02-29 08:00');
  await club.join({ Interval: 'Annually' });
  const years = async () => {
    const rows = await club.fixture.db.query<{ on: string }>(
      `select to_char(created_at at time zone 'America/New_York', 'YYYY-MM-DD') as on from payments order by id`,
    );
    return rows.map(({ on }) => on);
  };
  await club.until('2036-03-05 12:00');
  assert.deepEqual(await years(), [
    '2032-02-29',
    '2033-02-28',
    '2034-02-28',
    '2035-02-28',
    '2036-02-29',
  ]);
});

test('every interval is charged so often in a quarter', async (t) => {
  const club = await openClub(t);
  await club.until('2030-02-01 12:00');
  const ids = new Map<string, bigint>();
  for (const Interval of ['Weekly', 'Bi-Weekly', 'Monthly', 'Bi-Monthly', 'Quarterly']) {
    ids.set(Interval, await club.join({ Interval }));
  }
  await club.until('2030-05-01 08:00');
  const counts: Record<string, number> = {};
  for (const [interval, id] of ids) counts[interval] = (await daysOf(club, id)).length;
  assert.deepEqual(counts, {
    Weekly: 13,
    'Bi-Weekly': 7,
    Monthly: 3,
    'Bi-Monthly': 2,
    Quarterly: 1,
  });
  assert.deepEqual(await club.findings(), []);
});

test('what is paused over a renewal is not charged for it, then or later', async (t) => {
  const { club, id } = await openMember(t);
  await club.until('2030-02-20 12:00');
  await pauseSubscription(club.world, await requestOn(club, id));
  await club.until('2030-04-10 12:00');
  const resumed = await resumeSubscription(club.world, await requestOn(club, id));
  assert.equal(localTime(resumed.dueAt), '2030-04-30 09:00');
  await club.until('2030-06-01 12:00');
  assert.deepEqual(await daysOf(club, id), ['01-31', '04-30', '05-31']);
  assert.equal(await storyOf(club, id), 'scheduled incomplete active paused active');
});

test('what was paused and resumed within its period is charged as if nothing had been', async (t) => {
  const { club, id } = await openMember(t);
  await pauseSubscription(club.world, await requestOn(club, id));
  await club.until('2030-02-20 12:00');
  await resumeSubscription(club.world, await requestOn(club, id));
  await club.until('2030-03-10 12:00');
  assert.deepEqual(await daysOf(club, id), ['01-31', '02-28']);
});

test('what is canceled now is charged no more, and what is open of it is void', async (t) => {
  const { club, id } = await openMember(t);
  await updateCard(club, (await subscriptionOf(club, id)).token, poor);
  await club.until('2030-03-02 12:00');
  assert.deepEqual(await club.states(), ['past_due']);
  await cancelSubscription(club.world, await requestOn(club, id));
  await club.until('2030-06-01 12:00');
  assert.deepEqual(
    (await periodsOf(club, id)).map(({ state }) => state),
    ['paid', 'void'],
  );
  assert.equal((await triesOf(club, id)).length, 3);
  await assert.rejects(payPeriod(club, id, 1), /cannot be paid/);
  assert.deepEqual(await club.findings(), []);
});

test('what is canceled while it is being charged keeps what was paid, and tries no more what was not', async (t) => {
  for (const [does, ends] of [
    ['timeout_after_booking', 'paid'],
    ['timeout_after_decline', 'void'],
    ['timeout_before_booking', 'void'],
  ] as const) {
    const { club, id } = await openMember(t);
    await club.until('2030-02-28 08:59');
    club.fixture.bank.script({ next: 1 }, does);
    await club.until('2030-02-28 09:00');
    await cancelSubscription(club.world, await requestOn(club, id));
    await club.until('2030-04-20 12:00');
    assert.equal((await triesOf(club, id)).length, 2, does);
    const [, period] = await periodsOf(club, id);
    assert.deepEqual([period?.state, period?.dueAt], [ends, undefined], does);
    assert.deepEqual(await club.states(), ['canceled']);
    assert.deepEqual(await club.findings(), []);
  }
});

test('what ends with its period is not charged again, and takes back what is open then', async (t) => {
  const { club, id } = await openMember(t);
  const owing = await club.join({ Amount: '11.00' });
  await club.until('2030-02-10 12:00');
  for (const one of [id, owing]) {
    await cancelAtEnd(club.world, await requestOn(club, one), true);
    assert.deepEqual((await subscriptionOf(club, one)).state, 'active');
  }
  await cancelAtEnd(club.world, await requestOn(club, owing), false);
  await updateCard(club, (await subscriptionOf(club, owing)).token, testCard('lost_card'));
  await club.until('2030-03-02 12:00');
  await cancelAtEnd(club.world, await requestOn(club, owing), true);
  await club.until('2030-03-06 12:00');
  assert.deepEqual(await club.states(), ['canceled', 'past_due']);
  await club.until('2030-03-30 12:00');
  assert.deepEqual(await club.states(), ['canceled', 'unpaid']);
  assert.equal((await periodsOf(club, owing)).at(-1)?.state, 'unpaid');
  await club.until('2030-05-01 12:00');
  assert.deepEqual(await club.states(), ['canceled', 'canceled']);
  assert.deepEqual(await daysOf(club, id), ['01-31']);
  assert.equal((await periodsOf(club, owing)).at(-1)?.state, 'void');
  assert.deepEqual(await club.findings(), []);
});

test('a trial costs nothing, its end is said three days before, and then it is charged', async (t) => {
  const club = await openClub(t);
  await makePlan(club, { trialDays: 14 });
  await club.until('2030-02-01 12:00');
  const told = await club.subscribe({ CardToken: await club.token(), PlanCode: 'plan' });
  assert.deepEqual(
    [told.IsSuccess, told.Data.Status, told.Data.NextChargeDate, told.OrderNumber],
    [true, 'Trialing', '02-15-2030', null],
  );
  const id = BigInt(told.Data.SubscriptionID);
  await club.until('2030-02-12 08:59');
  assert.deepEqual(await toldOf(club, id), []);
  await club.until('2030-02-12 09:00');
  assert.deepEqual(await toldOf(club, id), ['subscription.trial_will_end']);
  await club.until('2030-03-16 12:00');
  assert.deepEqual(await daysOf(club, id), ['02-15', '03-15']);
  assert.deepEqual(await toldOf(club, id), ['subscription.trial_will_end']);
  assert.equal(await storyOf(club, id), 'trialing active');
});

test('a short trial that begins later is announced when it begins, whoever looks first', async (t) => {
  for (const days of [2, 3, 5]) {
    const club = await openClub(t);
    await makePlan(club, { trialDays: days });
    await club.until('2030-02-01 12:00');
    const id = await club.join({ StartDate: '02-10-2030', PlanCode: 'plan' });
    await club.until('2030-02-09 12:00');
    // As if the announcer had looked before the trial began.
    await club.fixture.db.query('update subscriptions set notice_at = $1', [club.world.now()]);
    await club.until('2030-02-20 12:00');
    assert.deepEqual(await toldOf(club, id), ['subscription.trial_will_end'], `${days} days`);
    assert.deepEqual(await daysOf(club, id), [`02-${10 + days}`]);
    assert.equal(await storyOf(club, id), 'scheduled trialing active');
  }
});

test('a trial can be paused, and what begins meanwhile is not charged', async (t) => {
  const club = await openClub(t);
  await makePlan(club, { trialDays: 14 });
  await club.until('2030-02-01 12:00');
  const id = await club.join({ PlanCode: 'plan' });
  await pauseSubscription(club.world, await requestOn(club, id));
  await club.until('2030-02-20 12:00');
  await resumeSubscription(club.world, await requestOn(club, id));
  await club.until('2030-04-20 12:00');
  assert.deepEqual(await daysOf(club, id), ['03-15', '04-15']);
});

test('a card that expires before the next charge is announced a week ahead, once', async (t) => {
  const club = await openClub(t);
  await club.until('2034-10-31 12:00');
  const CardToken = await club.token(goodCard, { ExpirationYear: '34' });
  const id = await club.join({ CardToken });
  await club.until('2034-12-23 12:00');
  assert.deepEqual(await toldOf(club, id), []);
  await club.until('2035-01-23 08:59');
  assert.deepEqual(await toldOf(club, id), []);
  await club.until('2035-01-25 12:00');
  assert.deepEqual(await toldOf(club, id), ['subscription.card_expiring']);
});

test('so many periods as were agreed are charged, and then it is completed', async (t) => {
  const club = await openClub(t);
  await makePlan(club, { periods: 3 });
  await club.until('2030-01-31 12:00');
  const id = await club.join({ PlanCode: 'plan' });
  await club.until('2030-04-30 08:59');
  assert.deepEqual(await club.states(), ['active']);
  await club.until('2030-07-01 12:00');
  assert.deepEqual(await daysOf(club, id), ['01-31', '02-28', '03-31']);
  assert.deepEqual(await club.states(), ['completed']);
  assert.deepEqual(await club.findings(), []);
});

test('what owes its last period is completed when that is paid', async (t) => {
  const club = await openClub(t);
  await makePlan(club, { periods: 2 });
  await club.until('2030-01-31 12:00');
  const id = await club.join({ PlanCode: 'plan' });
  await updateCard(club, (await subscriptionOf(club, id)).token, poor);
  await club.until('2030-05-01 12:00');
  assert.deepEqual(await club.states(), ['unpaid']);
  await payPeriod(club, id, 1);
  await club.until('2030-05-02 12:00');
  assert.deepEqual(await club.states(), ['completed']);
  assert.equal(
    await storyOf(club, id),
    'scheduled incomplete active past_due unpaid active completed',
  );
});
