import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testCard } from '../../packages/sandbox/test/bank.ts';
import { advance } from '../../src/time-machine/advance.ts';
import { goodCard, openClub, openMember, ownWorld } from './club.ts';
import {
  asksOf,
  daysOf,
  makePlan,
  payPeriod,
  periodsOf,
  subscriptionOf,
  triesOf,
  updateCard,
} from './member.ts';

const poor = testCard('insufficient_funds');

test('what costs nothing makes no invoice and no charge', async (t) => {
  const club = await openClub(t);
  await club.until('2030-01-31 12:00');
  const told = await club.subscribe({ CardToken: await club.token(), Discount: '100' });
  assert.deepEqual([told.IsSuccess, told.Data.Status, told.OrderNumber], [true, 'Active', null]);
  const id = BigInt(told.Data.SubscriptionID);
  await club.until('2030-04-01 12:00');
  assert.deepEqual(
    (await periodsOf(club, id)).map(({ state, invoiceId }) => [state, invoiceId]),
    Array(3).fill(['paid', undefined]),
  );
  assert.deepEqual(await triesOf(club, id), []);
  assert.deepEqual(await club.findings(), []);
});

test('what starts later is charged on that day at nine', async (t) => {
  const club = await openClub(t);
  await club.until('2030-02-01 12:00');
  const told = await club.subscribe({ CardToken: await club.token(), StartDate: '02-20-2030' });
  assert.deepEqual(
    [told.IsSuccess, told.Data.Status, told.Data.NextChargeDate],
    [true, 'Scheduled', '02-20-2030'],
  );
  await club.until('2030-03-21 12:00');
  const id = BigInt(told.Data.SubscriptionID);
  assert.deepEqual(await daysOf(club, id), ['02-20', '03-20']);
});

test('a first charge that is declined is said, and a payment by the link makes it active', async (t) => {
  const club = await openClub(t);
  await club.until('2030-02-01 12:00');
  const CardToken = await club.token(poor);
  const told = await club.subscribe({ CardToken });
  assert.deepEqual([told.IsSuccess, told.Data.Status], [false, 'Incomplete']);
  assert.equal(told.Data.NextChargeDate, null);
  const id = BigInt(told.Data.SubscriptionID);
  assert.deepEqual(await asksOf(club, id), ['pay_now, link']);
  const again = await club.subscribe({ CardToken });
  assert.deepEqual(again, told);
  await club.until('2030-02-02 10:00');
  assert.equal((await triesOf(club, id)).length, 1);
  await payPeriod(club, id, 0);
  await club.work();
  assert.deepEqual(await club.states(), ['active']);
  assert.equal((await club.subscribe({ CardToken })).Data.Status, 'Active');
  await updateCard(club, CardToken, goodCard);
  await club.until('2030-03-02 12:00');
  assert.equal((await triesOf(club, id)).at(-1), '03-01 09:00 1000 captured');
});

test('a daily one begins nothing new while its first day is not paid', async (t) => {
  const club = await openClub(t);
  await club.until('2030-02-01 12:00');
  const id = await club.join({ Interval: 'Daily' }, poor);
  await club.until('2030-02-02 10:30');
  assert.equal((await periodsOf(club, id)).length, 1);
  await updateCard(club, (await subscriptionOf(club, id)).token, goodCard);
  await club.until('2030-02-03 12:00');
  assert.deepEqual((await triesOf(club, id)).slice(1), [
    '02-02 10:30 1000 captured',
    '02-02 10:30 1000 captured',
    '02-03 09:00 1000 captured',
  ]);
});

test('what is not paid within 23 hours is over, and its invoice is void', async (t) => {
  const club = await openClub(t);
  await club.until('2030-02-01 12:00');
  const CardToken = await club.token(poor);
  const told = await club.subscribe({ CardToken });
  const id = BigInt(told.Data.SubscriptionID);
  await club.until('2030-02-02 10:59');
  assert.deepEqual(await club.states(), ['incomplete']);
  await club.until('2030-02-02 11:00');
  assert.deepEqual(await club.states(), ['incomplete_expired']);
  assert.deepEqual((await periodsOf(club, id))[0]?.state, 'void');
  await assert.rejects(payPeriod(club, id, 0), /cannot be paid/);
  // One that lives no more is in nobody's way.
  const next = await club.subscribe({ CardToken });
  assert.notEqual(next.Data.SubscriptionID, told.Data.SubscriptionID);
  assert.deepEqual(await club.findings(), []);
});

test('it is not over while somebody is paying it', async (t) => {
  for (const [does, ends] of [
    ['timeout_after_booking', 'active'],
    ['timeout_after_decline', 'incomplete_expired'],
  ] as const) {
    const { club, id } = await openMember(t, { at: '2030-02-01 12:00', number: poor });
    await club.until('2030-02-02 10:59');
    club.fixture.bank.script({ next: 1 }, does);
    const payment = await payPeriod(club, id, 0);
    assert.equal(payment.state, 'unknown');
    club.fixture.clock.setTo(new Date(club.world.now().getTime() + 60_000));
    await club.until('2030-02-02 11:00');
    await club.until('2030-02-02 14:00');
    assert.deepEqual(await club.states(), [ends]);
    assert.deepEqual(await club.findings(), []);
  }
});

test('while a business is suspended nothing begins and nothing is charged; what would have comes when it is not', async (t) => {
  const { club, id } = await openMember(t);
  await club.until('2030-02-20 12:00');
  const set = (state: string) => club.fixture.db.query('update businesses set state = $1', [state]);
  await set('suspended');
  await club.until('2030-03-02 12:00');
  assert.equal((await triesOf(club, id)).length, 1);
  assert.equal((await periodsOf(club, id)).length, 1);
  await set('payments_enabled');
  await club.until('2030-04-01 12:00');
  assert.deepEqual(await daysOf(club, id), ['01-31', '03-02', '03-31']);
});

test('a period that began is not charged by a business that was suspended meanwhile', async (t) => {
  const { club, id } = await openMember(t);
  await updateCard(club, (await subscriptionOf(club, id)).token, poor);
  await club.until('2030-02-28 12:00');
  await club.fixture.db.query(`update businesses set state = 'suspended'`);
  await club.until('2030-03-02 12:00');
  assert.equal((await triesOf(club, id)).length, 2);
  const [, waiting] = await periodsOf(club, id);
  assert.deepEqual([waiting?.state, waiting?.tries], ['open', 1]);
  await club.fixture.db.query(`update businesses set state = 'payments_enabled'`);
  await club.until('2030-03-02 14:00');
  assert.equal((await triesOf(club, id)).length, 3);
});

test('a price that no payment can be is refused, and what a change left over waits for room', async (t) => {
  const { club, id } = await openMember(t, { fields: { Amount: '999999.00' } });
  await club.fixture.db.query('update subscriptions set carry_cents = 250');
  await club.until('2030-04-01 12:00');
  assert.deepEqual(
    (await triesOf(club, id)).map((line) => line.split(' ')[2]),
    ['99999900', '99999999', '99999999'],
  );
  assert.equal((await subscriptionOf(club, id)).carryCents, 52n);
  await makePlan(club, { taxCents: 200n });
  const fields = { CardToken: await club.token(), Amount: '999999.00', PlanCode: 'plan' };
  const told = await club.subscribe(fields);
  assert.equal(told.IsSuccess, false);
  assert.match(told.Message, /999999\.99/);
});

test('the clock of one business is moved on by a quarter, and its subscriptions with it', async (t) => {
  const club = await openClub(t);
  const id = await club.join({ Interval: 'Weekly' });
  const owing = await club.join({ Amount: '11.00' });
  await updateCard(club, (await subscriptionOf(club, owing)).token, poor);
  const { happened } = await advance(
    club.world,
    club.id,
    { byMs: 91 * 24 * 3_600_000 },
    'operator:ann',
  );
  assert.deepEqual(
    happened.filter(({ kind }) => kind.startsWith('clock.')),
    [],
  );
  assert.equal((await daysOf(club, id)).length, 14);
  assert.equal((await triesOf(club, owing)).length, 6);
  assert.deepEqual(await club.states(), ['active', 'unpaid']);
  const own = await ownWorld(club.world, club.id);
  assert.ok((await subscriptionOf(club, id)).dueAt! > own.now());
  // And it lives on by its own clock, beside others.
  club.fixture.clock.pass(8 * 24 * 3_600_000);
  await club.work();
  assert.equal((await daysOf(club, id)).length, 15);
});
