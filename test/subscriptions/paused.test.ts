import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { testCard } from '../../packages/sandbox/test/bank.ts';
import {
  cancelAtEnd,
  pauseSubscription,
  resumeSubscription,
} from '../../src/invoicing/subscriptions/change.ts';
import { changePrice } from '../../src/invoicing/subscriptions/change-price.ts';
import { goodCard, openMember } from './club.ts';
import {
  localTime,
  payPeriod,
  periodsOf,
  requestOn,
  storyOf,
  subscriptionOf,
  triesOf,
  updateCard,
} from './member.ts';

const poor = testCard('insufficient_funds');

test('what is paused while it is being charged owes when that is declined, and goes on owing when it is resumed', async (t) => {
  const { club, id, token } = await pauseWhileCharged(t);
  await club.until('2030-02-28 20:00');
  assert.deepEqual(await club.states(), ['paused']);
  await resumeSubscription(club.world, await requestOn(club, id));
  assert.deepEqual(await club.states(), ['past_due']);
  await updateCard(club, token, goodCard);
  await club.work();
  assert.deepEqual(await club.states(), ['active']);
  assert.equal(
    await storyOf(club, id),
    'scheduled incomplete active paused active past_due active',
  );
  assert.deepEqual(await club.findings(), []);
});

test('what is resumed with a period that was given up is unpaid, and goes on when that is paid', async (t) => {
  const { club, id, token } = await pauseWhileCharged(t);
  await club.until('2030-03-15 12:00');
  assert.equal((await periodsOf(club, id)).at(-1)?.state, 'unpaid');
  const resumed = await resumeSubscription(club.world, await requestOn(club, id));
  assert.deepEqual(
    [resumed.state, resumed.dueAt, resumed.noticeAt, resumed.pausedAt],
    ['unpaid', undefined, undefined, undefined],
  );
  await club.until('2030-04-10 12:00');
  assert.deepEqual(await club.states(), ['unpaid']);
  assert.equal((await periodsOf(club, id)).length, 2);
  await payPeriod(club, id, 1);
  await updateCard(club, token, goodCard);
  await club.until('2030-05-01 12:00');
  assert.equal(await storyOf(club, id), 'scheduled incomplete active paused unpaid active');
  assert.deepEqual(
    (await periodsOf(club, id)).map(({ state }) => state),
    ['paid', 'paid', 'paid'],
  );
  assert.deepEqual(await club.findings(), []);
});

test('what ends with its period cannot be paused, and so comes to its end', async (t) => {
  const { club, id } = await openMember(t);
  const request = await requestOn(club, id);
  await cancelAtEnd(club.world, request, true);
  await assert.rejects(pauseSubscription(club.world, request), { code: 'subscription_not_so' });
  await cancelAtEnd(club.world, request, false);
  await pauseSubscription(club.world, request);
  await assert.rejects(cancelAtEnd(club.world, request, true), { code: 'subscription_not_so' });
  await resumeSubscription(club.world, request);
  await cancelAtEnd(club.world, request, true);
  await assert.rejects(pauseSubscription(club.world, request), { code: 'subscription_not_so' });
  await club.until('2030-02-28 12:00');
  assert.deepEqual(await club.states(), ['canceled']);
  assert.equal((await periodsOf(club, id)).length, 1);
  assert.deepEqual(await club.findings(), []);
});

test('a period of another interval that had not begun before a pause begins after it, and is not skipped', async (t) => {
  const { club, id } = await openMember(t, { at: '2030-04-01 12:00', fields: { Amount: '30.00' } });
  await club.until('2030-04-11 12:00');
  await changePrice(club.world, await requestOn(club, id), {
    interval: 'yearly',
    amountCents: 12_000n,
  });
  await pauseSubscription(club.world, await requestOn(club, id));
  await club.until('2030-04-14 12:00');
  const { state, dueAt } = await resumeSubscription(club.world, await requestOn(club, id));
  assert.deepEqual([state, localTime(dueAt)], ['active', '2030-04-14 12:00']);
  await club.until('2031-04-15 12:00');
  assert.deepEqual(await triesOf(club, id), [
    '04-01 12:00 3000 captured',
    // Less 20 of 30 days of April.
    '04-14 12:00 10000 captured',
    '04-14 09:00 12000 captured',
  ]);
  assert.deepEqual(await club.findings(), []);
});

/** Nobody knows yet that it is declined, and then the card is poor. */
async function pauseWhileCharged(t: TestContext) {
  const { club, id } = await openMember(t);
  await club.until('2030-02-28 08:59');
  club.fixture.bank.script({ next: 1 }, 'timeout_after_decline');
  await club.until('2030-02-28 09:00');
  const { token } = await subscriptionOf(club, id);
  await pauseSubscription(club.world, await requestOn(club, id));
  await updateCard(club, token, poor);
  return { club, id, token };
}
