import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testCard } from '../../packages/sandbox/test/bank.ts';
import { announceDue } from '../../src/invoicing/subscriptions/announce.ts';
import { beginDue } from '../../src/invoicing/subscriptions/begin-due.ts';
import { chargeDue } from '../../src/invoicing/subscriptions/charge-due.ts';
import { followPayments } from '../../src/invoicing/subscriptions/follow.ts';
import { giveUp } from '../../src/invoicing/subscriptions/give-up.ts';
import { patient } from '../patient.ts';
import { payByCard } from '../pay-links/fixture.ts';
import { momentOf, openClub } from './club.ts';
import { linkOf, periodsOf, storyOf, subscriptionOf, triesOf, updateCard } from './member.ts';
import { beginning, testRaces } from './races.ts';

testRaces();

test('a payer whose card is declined while the scheduler waits does not stop it, and counts for no try of ours', async (t) => {
  const club = await openClub(t);
  const [id] = await beginning(club, 1);
  const address = (await linkOf(club, id!, 1))!;
  assert.equal((await payByCard(club.world, address, testCard('lost_card'))).state, 'declined');
  await club.work();
  assert.deepEqual((await triesOf(club, id!)).slice(1), [
    '02-28 09:00 100 declined',
    '02-28 09:00 100 captured',
  ]);
  const [, period] = await periodsOf(club, id!);
  assert.deepEqual([period?.state, period?.tries], ['paid', 0]);
});

test('two schedulers begin and charge each period once, and move each subscription once', async (t) => {
  const club = await openClub(t);
  const other = await club.fixture.open();
  await club.until('2030-01-31 12:00');
  const ids: bigint[] = [];
  for (let i = 0; i < 40; i += 1) {
    const id = await club.join({ Amount: `${i + 1}.00` });
    ids.push(id);
    const card = [undefined, 'insufficient_funds', 'lost_card', 'timeout_after_booking'][i % 4];
    const { token } = await subscriptionOf(club, id);
    if (card) await updateCard(club, token, testCard(card as 'lost_card'));
  }
  await club.work();
  for (const day of ['02-28', '03-01', '03-03', '03-05', '03-07', '03-08']) {
    club.fixture.clock.setTo(momentOf(club, `2030-${day} 09:00`));
    for (let round = 0; round < 8; round += 1) {
      const sweeps = [beginDue, chargeDue, followPayments, giveUp, announceDue];
      await Promise.all(
        [club.world, other].flatMap((world) => sweeps.map((sweep) => sweep(world, club.id))),
      );
    }
  }
  await club.until('2030-03-20 12:00');
  const days = (id: bigint) => triesOf(club, id).then((lines) => lines.slice(1));
  for (const [i, id] of ids.entries()) {
    // What nobody answers for a while is not asked, and that is no try.
    const tries = (await days(id)).filter((line) => !line.endsWith('canceled'));
    const counts = [1, 5, 1, 1];
    assert.equal(tries.length, counts[i % 4], `${i}: ${tries.join()}`);
    const period = (await periodsOf(club, id))[1];
    assert.equal(period?.state, ['paid', 'unpaid', 'unpaid', 'paid'][i % 4]);
    assert.equal(period?.tries, [0, 5, 1, 0][i % 4]);
    const ends = ['', ' past_due unpaid', ' past_due unpaid', ''][i % 4];
    assert.equal(await storyOf(club, id), `scheduled incomplete active${ends}`);
  }
  assert.deepEqual(await club.findings(), []);
});

for (const key of ['key-1', undefined]) {
  const name = key ? 'under an Idempotency-Key' : 'without one';
  test(`asked for twenty times at once, ${name}, it is one subscription and one charge`, async (t) => {
    const club = await openClub(t, { breaks: patient });
    const fields = { CardToken: await club.token(), PlanCode: 'gold' };
    const told = await Promise.all(Array.from({ length: 20 }, () => club.subscribe(fields, key)));
    for (const one of told) assert.deepEqual(one, told[0]);
    assert.deepEqual([told[0].IsSuccess, told[0].Data.Status], [true, 'Active']);
    const id = BigInt(told[0].Data.SubscriptionID);
    assert.deepEqual(await club.states(), ['active']);
    assert.equal((await triesOf(club, id)).length, 1);
    await club.until('2030-01-20 12:00');
    assert.deepEqual(await club.subscribe(fields, key), told[0]);
    assert.deepEqual(await club.states(), ['active']);
    assert.deepEqual(await club.findings(), []);
  });
}

test('asked for at once by a card that is declined or does not answer, all hear the same, and it is tried once', async (t) => {
  for (const does of ['insufficient_funds', 'timeout_after_booking', 'slow_approval'] as const) {
    const club = await openClub(t);
    const fields = { CardToken: await club.token(testCard(does)) };
    const told = await Promise.all(Array.from({ length: 10 }, () => club.subscribe(fields)));
    const ids = new Set(told.map(({ Data }) => Data.SubscriptionID));
    assert.equal(ids.size, 1);
    await club.until('2030-01-15 16:00');
    const id = BigInt(told[0].Data.SubscriptionID);
    assert.equal((await triesOf(club, id)).length, 1, does);
    const last = await club.subscribe(fields);
    assert.equal(last.IsSuccess, does !== 'insufficient_funds', does);
    assert.deepEqual(await club.findings(), []);
  }
});

test('a key is for one request, and another one under it is refused', async (t) => {
  const club = await openClub(t);
  const CardToken = await club.token();
  await club.subscribe({ CardToken }, 'key-1');
  const told = await club.subscribe({ CardToken, Amount: '11.00' }, 'key-1');
  assert.equal(told.IsSuccess, false);
  assert.deepEqual(await club.states(), ['active']);
});
