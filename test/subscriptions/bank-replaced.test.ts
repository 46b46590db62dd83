import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { simulatedNumber } from '../../packages/sandbox/src/odfi/accounts.ts';
import { testCard } from '../../packages/sandbox/test/bank.ts';
import { changeToken } from '../../src/invoicing/subscriptions/change.ts';
import { payByDebit } from '../pay-links/fixture.ts';
import { type Club, openClub, openMember } from './club.ts';
import {
  asksOf,
  linkOf,
  periodsOf,
  requestOn,
  storyOf,
  subscriptionOf,
  triesOf,
  updateCard,
} from './member.ts';

/* The payer gives another card or account while a debit is with the bank, and then it comes back. */

/** Since noon of Thursday, 31 January 2030; what comes back is not presented again. */
async function debited(t: TestContext, account: string, more: { readonly Interval?: string } = {}) {
  const club = await openClub(t, { terms: { represents: false } });
  await club.until('2030-01-31 12:00');
  const id = await club.join({ CardToken: await club.bankToken(account), ...more });
  return { club, id };
}

async function give({ club, id }: { club: Club; id: bigint }, token: string): Promise<void> {
  await changeToken(club.world, await requestOn(club, id), token);
  await club.work();
}

async function first(club: Club, id: bigint): Promise<string> {
  const [period] = await periodsOf(club, id);
  return `${period?.state} ${period?.tries}`;
}

const dead = simulatedNumber('return_always', 'R02');

for (const [was, day, on] of [
  ['processing', 2, '04'],
  ['paid', 10, '08'],
] as const) {
  test(`a card that replaced the account of a debit is charged when that comes back, while its period is ${was}`, async (t) => {
    const member = await debited(t, simulatedNumber('return_always', 'R02', day));
    const { club, id } = member;
    await club.until(`2030-02-${on} 12:00`);
    await give(member, await club.token());
    assert.equal(await first(club, id), `${was} 0`);
    await club.until('2030-02-27 12:00');
    assert.equal(await first(club, id), 'paid 1');
    const states = (await triesOf(club, id)).map((line) => line.split(' ').at(-1));
    assert.deepEqual(states, ['returned', 'captured']);
    assert.equal(await storyOf(club, id), 'scheduled incomplete active past_due active');
    await club.until('2030-04-01 12:00');
    assert.equal((await triesOf(club, id)).length, 4);
    assert.deepEqual(await asksOf(club, id), []);
    assert.deepEqual(await club.findings(), []);
  });
}

test('another account that replaced it is debited, once: what comes back of that too is owed', async (t) => {
  const member = await debited(t, dead);
  const { club, id } = member;
  await give(member, await club.bankToken(simulatedNumber('return_always', 'R03')));
  await club.until('2030-02-06 12:00');
  assert.equal(await first(club, id), 'processing 1');
  await club.until('2030-02-13 12:00');
  assert.equal(await first(club, id), 'open 2');
  const states = (await triesOf(club, id)).map((line) => line.split(' ').at(-1));
  assert.deepEqual(states, ['returned', 'returned']);
  assert.deepEqual(await club.findings(), []);
});

test('the same account under another token is not debited again', async (t) => {
  for (const code of ['R01', 'R02']) {
    const account = simulatedNumber('return_always', code);
    const member = await debited(t, account);
    const { club, id } = member;
    await give(member, await club.bankToken(account));
    await club.until('2030-02-08 12:00');
    assert.equal(await first(club, id), 'open 1', code);
    assert.equal((await triesOf(club, id)).length, 1, code);
    assert.deepEqual(await club.findings(), []);
  }
});

test('a debit that we took out, since its account was closed, is charged to the card given before', async (t) => {
  // Comes back on Monday, before what was charged at the weekend is filed.
  const account = simulatedNumber('return_always', 'R02', 1);
  const member = await debited(t, account, { Interval: 'Daily' });
  const { club, id } = member;
  await club.until('2030-02-04 08:00');
  await give(member, await club.token());
  await club.until('2030-02-06 12:00');
  const tries = (await triesOf(club, id)).map((line) => line.split(' ').at(-1));
  assert.ok(tries.includes('voided') && tries.includes('returned'), tries.join());
  const states = (await periodsOf(club, id)).map(({ state }) => state);
  assert.deepEqual(new Set(states), new Set(['paid']));
  assert.deepEqual(await club.states(), ['active']);
  assert.deepEqual(await asksOf(club, id), [], 'who gave a card is not asked for one');
  assert.deepEqual(await club.findings(), []);
});

test('a debit of a payer with the link that comes back charges no card of the subscription', async (t) => {
  const { club, id } = await openMember(t);
  await updateCard(club, (await subscriptionOf(club, id)).token, testCard('lost_card'));
  await club.until('2030-02-28 12:00');
  await payByDebit(club, (await linkOf(club, id, 1))!, dead);
  await give({ club, id }, await club.token());
  assert.equal((await periodsOf(club, id))[1]?.state, 'processing');
  await club.until('2030-03-20 12:00');
  const [, ...tries] = (await triesOf(club, id)).map((line) => line.split(' ').at(-1));
  assert.deepEqual(tries, ['declined', 'returned']);
  assert.deepEqual(await club.states(), ['unpaid']);
  assert.deepEqual(await club.findings(), []);
});
