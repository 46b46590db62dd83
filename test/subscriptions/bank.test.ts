import assert from 'node:assert/strict';
import { test } from 'node:test';
import { simulatedNumber } from '../../packages/sandbox/src/odfi/accounts.ts';
import { cancelSubscription, changeToken } from '../../src/invoicing/subscriptions/change.ts';
import { type Club, openClub } from './club.ts';
import {
  asksOf,
  payPeriod,
  periodsOf,
  requestOn,
  storyOf,
  subscriptionOf,
  triesOf,
} from './member.ts';

/** A member who pays from this account, since noon of 31 January 2030, a Thursday. */
async function memberAt(t: Parameters<typeof openClub>[0], account: string) {
  const club = await openClub(t);
  await club.until('2030-01-31 12:00');
  const told = await club.subscribe({ CardToken: await club.bankToken(account) });
  return { club, id: BigInt(told.Data.SubscriptionID), told };
}

async function first(club: Club, id: bigint): Promise<string> {
  const [period] = await periodsOf(club, id);
  return `${period?.state} ${period?.tries}`;
}

test('a period that is paid by bank is processing until its money is free, and the subscription is active', async (t) => {
  const { club, id, told } = await memberAt(t, '1111111');
  assert.deepEqual([told.IsSuccess, told.Data.Status], [true, 'Active']);
  assert.equal(await first(club, id), 'processing 0');
  await club.until('2030-02-01 12:00');
  assert.equal(await first(club, id), 'processing 0');
  await club.until('2030-02-06 12:00');
  assert.equal(await first(club, id), 'paid 0');
  await club.until('2030-03-10 12:00');
  assert.deepEqual(await triesOf(club, id), [
    '01-31 12:00 1000 available',
    '02-28 09:00 1000 available',
  ]);
  assert.equal(await storyOf(club, id), 'scheduled incomplete active');
  assert.deepEqual(await club.findings(), []);
});

test('what comes back for want of funds is presented again, and its period stays on its way', async (t) => {
  const { club, id } = await memberAt(t, simulatedNumber('return_first', 'R01'));
  await club.until('2030-02-08 12:00');
  assert.equal(await first(club, id), 'processing 0');
  await club.until('2030-02-27 12:00');
  assert.equal(await first(club, id), 'paid 0');
  assert.equal(await storyOf(club, id), 'scheduled incomplete active');
  assert.deepEqual(await club.findings(), []);
});

test('what came back as often as it may is owed: nobody tries that account again, and the link pays it', async (t) => {
  const { club, id } = await memberAt(t, simulatedNumber('return_always', 'R01'));
  await club.until('2030-03-02 12:00');
  assert.equal(await first(club, id), 'open 1');
  assert.deepEqual(await club.states(), ['past_due']);
  assert.equal((await triesOf(club, id))[0], '01-31 12:00 1000 returned');
  assert.equal((await triesOf(club, id)).length, 2);
  assert.equal((await payPeriod(club, id, 0)).state, 'captured');
  await club.work();
  assert.equal(await first(club, id), 'paid 1');
  assert.deepEqual(await club.states(), ['active']);
  assert.deepEqual(await club.findings(), []);
});

test('a dead account asks for another one, which is charged at once', async (t) => {
  const { club, id } = await memberAt(t, simulatedNumber('return_always', 'R02'));
  await club.until('2030-02-06 12:00');
  assert.equal(await first(club, id), 'open 1');
  assert.deepEqual(await club.states(), ['past_due']);
  await changeToken(club.world, await requestOn(club, id), await club.bankToken('1111111'));
  await club.work();
  assert.equal(await first(club, id), 'processing 1');
  assert.deepEqual(await club.states(), ['active']);
  await club.until('2030-02-20 12:00');
  assert.equal(await first(club, id), 'paid 1');
  assert.deepEqual(await triesOf(club, id), [
    '01-31 12:00 1000 returned',
    '02-06 12:00 1000 available',
  ]);
  assert.deepEqual(await club.findings(), []);
});

test('a dead account whose owner does nothing is given up, and its next period is not tried in vain', async (t) => {
  const { club, id } = await memberAt(t, simulatedNumber('return_always', 'R02'));
  await club.until('2030-04-06 12:00');
  assert.equal(await first(club, id), 'unpaid 1');
  assert.equal(await storyOf(club, id), 'scheduled incomplete active past_due unpaid');
  assert.equal((await triesOf(club, id)).length, 1);
  assert.deepEqual(await asksOf(club, id), ['pay_now, link']);
});

test('who never allowed it has ended it: their period is open, and nothing is charged again', async (t) => {
  // Comes back after the renewal.
  const { club, id } = await memberAt(t, simulatedNumber('return_always', 'R10', 25));
  await club.until('2030-03-05 12:00');
  assert.deepEqual(
    (await periodsOf(club, id)).map(({ state }) => state),
    ['paid', 'processing'],
  );
  await club.until('2030-03-15 12:00');
  assert.deepEqual(await club.states(), ['canceled']);
  assert.equal(await storyOf(club, id), 'scheduled incomplete active canceled');
  await club.until('2030-06-15 12:00');
  assert.deepEqual(
    (await periodsOf(club, id)).map(({ state, dueAt, givesUpAt }) => [state, dueAt, givesUpAt]),
    Array(2).fill(['unpaid', undefined, undefined]),
  );
  assert.equal((await triesOf(club, id)).length, 2);
  assert.deepEqual(await club.findings(), []);
});

test('what is open beside what was never allowed is taken back', async (t) => {
  const { club, id } = await memberAt(t, simulatedNumber('return_always', 'R10', 25));
  await club.until('2030-02-27 12:00');
  // The next one cannot be charged, and is tried again tomorrow.
  await changeToken(club.world, await requestOn(club, id), await club.token('4000000000009995'));
  await club.until('2030-03-03 12:00');
  assert.deepEqual(await club.states(), ['past_due']);
  await club.fixture.db.query(`update subscription_periods set due_at = '2030-12-01' where n = 1`);
  await club.until('2030-04-15 12:00');
  assert.deepEqual(await club.states(), ['canceled']);
  assert.deepEqual(
    (await periodsOf(club, id)).map(({ state }) => state),
    ['unpaid', 'void'],
  );
  assert.deepEqual(await club.findings(), []);
});

test('a return long after its period was paid opens it again', async (t) => {
  const { club, id } = await memberAt(t, simulatedNumber('return_always', 'R02', 10));
  await club.until('2030-02-08 12:00');
  assert.equal(await first(club, id), 'paid 0');
  await club.until('2030-02-20 12:00');
  assert.equal(await first(club, id), 'open 1');
  assert.deepEqual(await club.states(), ['past_due']);
  assert.equal((await payPeriod(club, id, 0)).state, 'captured');
  await club.until('2030-02-21 12:00');
  assert.deepEqual(await club.states(), ['active']);
  assert.deepEqual(await club.findings(), []);
});

test('what comes back of one that was canceled stays unpaid, and nobody is asked again and again', async (t) => {
  const { club, id } = await memberAt(t, simulatedNumber('return_always', 'R02'));
  await cancelSubscription(club.world, await requestOn(club, id));
  assert.equal(await first(club, id), 'processing 0');
  await club.until('2030-04-06 12:00');
  assert.equal(await first(club, id), 'unpaid 1');
  assert.deepEqual(await club.states(), ['canceled']);
  assert.deepEqual(await asksOf(club, id), []);
  assert.deepEqual(await club.findings(), []);
});

test('a bank payment that is taken back before it was sent pays nothing, and is not asked for again', async (t) => {
  const { club, id } = await memberAt(t, '1111111');
  const told = await club.call('ProcessRefundNoCC', {
    RefundType: 'Full',
    Amount: '',
    OrderNumber: `SUB-${id}-1`,
    PaymentID: '',
  });
  assert.equal(told.IsSuccess, true, JSON.stringify(told));
  await club.work();
  assert.equal(await first(club, id), 'void 0');
  assert.deepEqual(await club.states(), ['active']);
  await club.until('2030-03-10 12:00');
  assert.equal((await triesOf(club, id)).length, 2);
  assert.deepEqual(await club.findings(), []);
});

test('who never allowed one debit has ended all that is charged to the account', async (t) => {
  const { club, id } = await memberAt(t, simulatedNumber('return_always', 'R10', 25));
  const { token } = await subscriptionOf(club, id);
  const told = await club.subscribe({ CardToken: token, Amount: '3.00', StartDate: '06-01-2030' });
  assert.equal(told.Data.Status, 'Scheduled');
  await club.until('2030-03-15 12:00');
  assert.deepEqual(await club.states(), ['canceled', 'canceled']);
  assert.equal(await storyOf(club, BigInt(told.Data.SubscriptionID)), 'scheduled canceled');
  assert.deepEqual(await club.findings(), []);
});
