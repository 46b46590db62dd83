import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { simulatedNumber } from '../../packages/sandbox/src/odfi/accounts.ts';
import { returnByHand } from '../../src/ach/returns/apply-by-hand.ts';
import { changeToken } from '../../src/invoicing/subscriptions/change.ts';
import { type Club, openClub } from './club.ts';
import { asksOf, linkOf, periodsOf, refund, requestOn, storyOf, triesOf } from './member.ts';

/* A period is paid by bank and refunded, and then its debit comes back. */

type Refund = { readonly on?: string; readonly amount?: string };

/** Of 10 dollars a month since noon of Thursday, 31 January 2030; settled on Monday, and free on Wednesday. */
async function refunded(t: TestContext, account: string, { on = '04', amount }: Refund = {}) {
  const club = await openClub(t);
  await club.until('2030-01-31 12:00');
  const CardToken = await club.bankToken(account);
  const id = await club.join({ CardToken });
  await club.until(`2030-02-${on} 12:00`);
  assert.ok(await refund(club, id, 0, amount));
  return { club, id };
}

const returning = (code: string, day?: number) => simulatedNumber('return_always', code, day);

async function firstOf(club: Club, id: bigint): Promise<string | undefined> {
  return (await periodsOf(club, id))[0]?.state;
}

for (const [code, day, on, was] of [
  ['R01', 2, '04', 'processing'],
  ['R02', 2, '04', 'processing'],
  ['R02', 10, '08', 'paid'],
] as const) {
  test(`a debit that was refunded in full and comes back as ${code} while its period is ${was} is asked for no more, whatever card is given`, async (t) => {
    const { club, id } = await refunded(t, returning(code, day), { on });
    assert.equal(await firstOf(club, id), was);
    await club.until('2030-02-20 12:00');
    assert.equal((await triesOf(club, id))[0], '01-31 12:00 1000 returned');
    assert.equal(await firstOf(club, id), 'void');
    assert.equal(await linkOf(club, id, 0), undefined, 'nor can it be paid');
    await changeToken(club.world, await requestOn(club, id), await club.token());
    await club.work();
    assert.equal((await triesOf(club, id)).length, 1);
    await club.until('2030-03-10 12:00');
    const [, ...later] = await triesOf(club, id);
    assert.deepEqual(later, ['02-28 09:00 1000 captured']);
    assert.equal(await storyOf(club, id), 'scheduled incomplete active');
    assert.deepEqual(await asksOf(club, id), []);
    assert.deepEqual(await club.findings(), []);
  });
}

test('a refunded debit that nobody allowed ends its subscription, and is not owed', async (t) => {
  const { club, id } = await refunded(t, returning('R10'));
  await club.until('2030-02-08 12:00');
  assert.equal(await firstOf(club, id), 'void');
  assert.deepEqual(await club.states(), ['canceled']);
  assert.equal((await triesOf(club, id)).length, 1);
  assert.deepEqual(await club.findings(), []);
});

test('what was refunded and came back can be paid by nobody, also before its subscription hears of it', async (t) => {
  const { club, id } = await refunded(t, '1111111');
  const { world, id: businessId, fixture } = club;
  const [entry] = await fixture.db.query<{ id: bigint }>(
    `select id from ach_entries where business_id = $1 and kind = 'debit'`,
    [businessId],
  );
  const why = { code: 'R02', actor: 'operator:ann', reason: 'the bank called' };
  assert.equal(await returnByHand(world, { businessId, id: entry!.id, ...why }), 'applied');
  assert.equal(await firstOf(club, id), 'processing', 'it has not heard of it');
  assert.equal(await linkOf(club, id, 0), undefined);
  await club.work();
  assert.equal(await firstOf(club, id), 'void');
  assert.deepEqual(await club.findings(), []);
});

test('a debit of which a part was refunded is owed when it comes back, as its business hears', async (t) => {
  const { club, id } = await refunded(t, returning('R02'), { amount: '4.00' });
  await club.until('2030-02-08 12:00');
  assert.equal(await firstOf(club, id), 'open');
  assert.deepEqual(await club.states(), ['past_due']);
  assert.deepEqual(await club.findings(), []);
});
