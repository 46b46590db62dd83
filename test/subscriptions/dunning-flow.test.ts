import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testCard } from '../../packages/sandbox/test/bank.ts';
import { changeToken } from '../../src/invoicing/subscriptions/change.ts';
import { goodCard, type openClub, openMember } from './club.ts';
import {
  asksOf,
  localTime,
  payPeriod,
  periodsOf,
  requestOn,
  storyOf,
  subscriptionOf,
  triesOf,
  updateCard,
} from './member.ts';

const lost = testCard('lost_card');
const poor = testCard('insufficient_funds');

/** A month that was paid, and then a card that pays no more. */
async function memberWith(t: Parameters<typeof openClub>[0], later: string, more = {}) {
  const { club, id } = await openMember(t, { ...more });
  const { token } = await subscriptionOf(club, id);
  await updateCard(club, token, later);
  await club.work();
  return { club, id, token };
}

test('a dead card is not tried again: another one is asked for, and charged at once', async (t) => {
  const { club, id } = await memberWith(t, lost);
  await club.until('2030-03-03 12:00');
  assert.deepEqual(await triesOf(club, id), [
    '01-31 12:00 1000 captured',
    '02-28 09:00 1000 declined',
  ]);
  assert.deepEqual(await asksOf(club, id), ['new_card, link']);
  const [, open] = await periodsOf(club, id);
  assert.deepEqual([open?.state, open?.tries, open?.dueAt], ['open', 1, undefined]);
  assert.equal(localTime(open?.givesUpAt), '2030-03-07 09:00');
  assert.deepEqual(await club.states(), ['past_due']);

  await changeToken(club.world, await requestOn(club, id), await club.token());
  await club.work();
  assert.deepEqual((await triesOf(club, id)).at(-1), '03-03 12:00 1000 captured');
  assert.equal(await storyOf(club, id), 'scheduled incomplete active past_due active');
  await club.until('2030-04-01 12:00');
  assert.deepEqual((await triesOf(club, id)).at(-1), '03-31 09:00 1000 captured');
  assert.deepEqual(await club.findings(), []);
});

test('a card that is replaced behind its token is charged at once', async (t) => {
  const { club, id, token } = await memberWith(t, lost);
  await club.until('2030-03-03 12:00');
  await updateCard(club, token, goodCard);
  await club.work();
  assert.deepEqual((await triesOf(club, id)).slice(1), [
    '02-28 09:00 1000 declined',
    '03-03 12:00 1000 captured',
  ]);
  assert.deepEqual(await club.states(), ['active']);
});

test('another address of its holder makes a card no better, and does not use up a try', async (t) => {
  const { club, id, token } = await memberWith(t, poor);
  await club.until('2030-02-28 12:00');
  const blank = { FirstName: '', LastName: '', CardNumber: '', ExpirationDate: '' };
  const told = await club.call('AcquirerATokenUpdate', {
    ...blank,
    CardToken: token,
    Address1: '2 Main Street',
    PostalCode: '10002',
  });
  assert.notEqual(told.IsSuccess, false);
  await club.work();
  assert.equal((await triesOf(club, id)).length, 2);
});

test('a dead card without another one is given up after the last of the retry days', async (t) => {
  const { club, id } = await memberWith(t, lost);
  await club.until('2030-04-15 12:00');
  assert.equal((await triesOf(club, id)).length, 2);
  assert.deepEqual(await asksOf(club, id), ['new_card, link', 'pay_now, link']);
  assert.equal(await storyOf(club, id), 'scheduled incomplete active past_due unpaid');
  const { dueAt } = await subscriptionOf(club, id);
  assert.equal(dueAt, undefined);
  assert.deepEqual(await club.findings(), []);
});

test('a card without money is tried on days 1, 3, 5 and 7, with a link each time, and then it is unpaid', async (t) => {
  const { club, id } = await memberWith(t, poor);
  await club.until('2030-03-20 12:00');
  assert.deepEqual((await triesOf(club, id)).slice(1), [
    '02-28 09:00 1000 declined',
    '03-01 09:00 1000 declined',
    '03-03 09:00 1000 declined',
    '03-05 09:00 1000 declined',
    '03-07 09:00 1000 declined',
  ]);
  assert.deepEqual(await asksOf(club, id), [...Array(4).fill('will_retry, link'), 'pay_now, link']);
  assert.deepEqual(await club.states(), ['unpaid']);
  assert.deepEqual(await club.findings(), []);
});

test('what is unpaid may still be paid by its link, and goes on with the next period that begins', async (t) => {
  const { club, id, token } = await memberWith(t, poor);
  await club.until('2030-05-10 12:00');
  assert.deepEqual(await club.states(), ['unpaid']);
  assert.equal((await periodsOf(club, id)).length, 2);
  await updateCard(club, token, goodCard);
  // Before anybody follows that: the payer is quicker.
  assert.equal((await payPeriod(club, id, 1, '5555555555554444')).state, 'captured');
  await club.work();
  assert.deepEqual(await club.states(), ['active']);
  await club.until('2030-06-01 12:00');
  const paid = (await triesOf(club, id)).filter((line) => line.endsWith('captured'));
  assert.deepEqual(paid, [
    '01-31 12:00 1000 captured',
    '05-10 12:00 1000 captured',
    '05-31 09:00 1000 captured',
  ]);
  assert.deepEqual(
    (await periodsOf(club, id)).map(({ n, state }) => `${n} ${state}`),
    ['0 paid', '1 paid', '4 paid'],
  );
  assert.deepEqual(await club.findings(), []);
});

test('a new card pays also what was given up, and the decline of a try that came too late does not stand in its way', async (t) => {
  const { club, id, token } = await memberWith(t, poor);
  await club.until('2030-05-10 12:00');
  await updateCard(club, token, lost);
  await club.work();
  assert.equal((await triesOf(club, id)).at(-1), '05-10 12:00 1000 declined');
  await updateCard(club, token, goodCard);
  await club.work();
  assert.equal((await triesOf(club, id)).at(-1), '05-10 12:00 1000 captured');
  assert.deepEqual(await club.states(), ['active']);
});

test('a card that pays on the second try goes on as before', async (t) => {
  const { club, id, token } = await memberWith(t, poor);
  await club.until('2030-03-02 12:00');
  // Nobody hears of it, so that it is the next try that finds it.
  await updateCard(club, token, goodCard);
  await club.fixture.db.query(`update events set untold = '{}' where kind = 'token.updated'`);
  await club.until('2030-04-02 12:00');
  assert.deepEqual((await triesOf(club, id)).slice(1), [
    '02-28 09:00 1000 declined',
    '03-01 09:00 1000 declined',
    '03-03 09:00 1000 captured',
    '03-31 09:00 1000 captured',
  ]);
  assert.equal(await storyOf(club, id), 'scheduled incomplete active past_due active');
});

test('the days of a business are its own', async (t) => {
  const { club, id } = await memberWith(t, poor, { terms: { retryDays: [2, 4] } });
  await club.until('2030-03-20 12:00');
  assert.deepEqual((await triesOf(club, id)).slice(1), [
    '02-28 09:00 1000 declined',
    '03-02 09:00 1000 declined',
    '03-04 09:00 1000 declined',
  ]);
  assert.deepEqual(await club.states(), ['unpaid']);
});

test('who gives another card that has no money either has its days, and is not given up before', async (t) => {
  const { club, id, token } = await memberWith(t, lost);
  await club.until('2030-03-04 12:00');
  await updateCard(club, token, poor);
  await club.until('2030-03-20 12:00');
  assert.deepEqual((await triesOf(club, id)).slice(1), [
    '02-28 09:00 1000 declined',
    '03-04 12:00 1000 declined',
    '03-05 09:00 1000 declined',
    '03-06 09:00 1000 declined',
    '03-07 09:00 1000 declined',
  ]);
  assert.deepEqual(await club.states(), ['unpaid']);
});

test('what nobody knows the outcome of is no decline, and settles either way', async (t) => {
  for (const [does, ends] of [
    ['timeout_after_booking', 'captured'],
    ['timeout_after_decline', 'declined'],
    ['late_booking', 'captured'],
  ] as const) {
    const { club, id } = await memberWith(t, goodCard);
    await club.until('2030-02-28 08:59');
    club.fixture.bank.script({ next: 1 }, does);
    club.fixture.bank.script({ next: 3 }, does);
    await club.until('2030-02-28 09:00');
    const [, waiting] = await periodsOf(club, id);
    assert.equal(waiting?.tries, 0, does);
    await club.until('2030-02-28 23:00');
    assert.match((await triesOf(club, id))[1]!, new RegExp(`${ends}$`), does);
    const [, period] = await periodsOf(club, id);
    assert.equal(period?.tries, ends === 'declined' ? 1 : 0, does);
    assert.deepEqual(await club.states(), [ends === 'declined' ? 'past_due' : 'active']);
    assert.deepEqual(await club.findings(), []);
  }
});

test('an outage is waited for as long as it lasts, and counts for nothing', async (t) => {
  const { club, id } = await memberWith(t, goodCard);
  await club.until('2030-02-28 08:59');
  club.fixture.bank.script({ next: 50 }, 'connection_refused');
  await club.until('2030-03-02 12:00');
  const lines = await triesOf(club, id);
  assert.equal(lines.filter((line) => line.endsWith('canceled')).length, 50);
  assert.equal(lines.at(-1), '03-02 11:00 1000 captured');
  const [, period] = await periodsOf(club, id);
  assert.deepEqual([period?.state, period?.tries], ['paid', 0]);
  assert.equal(await storyOf(club, id), 'scheduled incomplete active');
  assert.deepEqual(await asksOf(club, id), []);
});
