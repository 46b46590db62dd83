import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testCard } from '../../packages/sandbox/test/bank.ts';
import { pauseSubscription } from '../../src/invoicing/subscriptions/change.ts';
import { listMoves } from '../../src/invoicing/subscriptions/move-store.ts';
import type { BusinessState } from '../../src/parties/businesses/business.ts';
import { type Club, openClub, openMember } from './club.ts';
import {
  makePlan,
  periodsOf,
  requestOn,
  subscriptionOf,
  toldOf,
  triesOf,
  updateCard,
} from './member.ts';

async function setState({ fixture, id }: Club, state: BusinessState): Promise<void> {
  await fixture.db.query('update businesses set state = $2 where business_id = $1', [id, state]);
}

test('what comes due of a business that was closed ends, with what is open of it, and nobody looks at it again', async (t) => {
  const club = await openClub(t);
  await makePlan(club, { trialDays: 30 });
  await club.until('2030-01-31 12:00');
  const active = await club.join();
  const trial = await club.join({ PlanCode: 'plan' });
  const scheduled = await club.join({ StartDate: '02-10-2030' });
  const paused = await club.join({ Amount: '12.00' });
  await pauseSubscription(club.world, await requestOn(club, paused));
  const owing = await club.join({ Interval: 'Weekly' });
  const { token } = await subscriptionOf(club, owing);
  await updateCard(club, token, testCard('insufficient_funds'));
  await club.until('2030-02-07 12:00');
  await setState(club, 'closed');
  await club.until('2030-04-01 12:00');
  for (const [id, from] of [
    [active, 'active'],
    [trial, 'trialing'],
    [scheduled, 'scheduled'],
    [owing, 'past_due'],
  ] as const) {
    const { state, dueAt, noticeAt, endedAt } = await subscriptionOf(club, id);
    assert.deepEqual([state, dueAt, noticeAt], ['canceled', undefined, undefined], from);
    assert.ok(endedAt);
    const { fromState, reason } = (await listMoves(club.world.db, club.id, id)).at(-1)!;
    assert.deepEqual([fromState, reason], [from, 'its business was closed']);
  }
  assert.equal((await subscriptionOf(club, paused)).state, 'paused');
  assert.deepEqual(await toldOf(club, trial), [], 'nobody hears that it will be charged');
  assert.deepEqual(
    (await periodsOf(club, owing)).map(({ state }) => state),
    ['paid', 'void'],
  );
  // The next try would have been on the day after.
  assert.equal((await triesOf(club, owing)).length, 2);
  const due = await club.fixture.db.query(
    `select from subscriptions where due_at is not null or notice_at is not null
     union all select from subscription_periods where due_at is not null or gives_up_at is not null`,
  );
  assert.deepEqual(due, []);
  assert.deepEqual(await club.findings(), []);
});

test('a first charge that was not paid when its business was closed is over', async (t) => {
  const { club, id } = await openMember(t, { number: testCard('insufficient_funds') });
  await setState(club, 'closed');
  await club.fixture.db.query(
    `update subscription_periods set due_at = $1 where subscription_id = $2`,
    [club.world.now(), id],
  );
  await club.work();
  assert.deepEqual(await club.states(), ['incomplete_expired']);
  assert.deepEqual(await club.periods(), [{ n: 0, state: 'void', tries: 1 }]);
  assert.deepEqual(await club.findings(), []);
});

test('a business that is only suspended keeps its subscriptions', async (t) => {
  const club = await openClub(t);
  await club.until('2030-01-31 12:00');
  await club.join();
  await setState(club, 'suspended');
  await club.until('2030-03-05 12:00');
  assert.deepEqual(await club.states(), ['active']);
});
