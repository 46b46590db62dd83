import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cancelAtEnd } from '../../src/invoicing/subscriptions/change.ts';
import { changePrice } from '../../src/invoicing/subscriptions/change-price.ts';
import { type Club, openClub, openMember } from './club.ts';
import { daysOf, makePlan, requestOn, subscriptionOf, triesOf } from './member.ts';

test('after the last of its periods no next charge is named', async (t) => {
  const club = await openClub(t);
  await makePlan(club, { code: 'one', periods: 1 });
  await makePlan(club, { code: 'two', periods: 2 });
  await club.until('2030-02-01 12:00');
  const CardToken = await club.token();
  const one = await club.subscribe({ CardToken, PlanCode: 'one' });
  const two = await club.subscribe({ CardToken, PlanCode: 'two' });
  assert.deepEqual(
    [one.Data.NextChargeDate, two.Data.NextChargeDate, two.Data.Status],
    [null, '03-01-2030', 'Active'],
  );
  const id = BigInt(two.Data.SubscriptionID);
  assert.equal(await shownOf(club, id), '03-01-2030');
  await club.until('2030-03-01 12:00');
  assert.equal(await shownOf(club, id), null);
  assert.deepEqual(await daysOf(club, id), ['02-01', '03-01']);
  await club.until('2030-05-01 12:00');
  assert.equal((await triesOf(club, id)).length, 2);
});

test('a trial that is still to come is charged when it ends, and not when it begins', async (t) => {
  const club = await openClub(t);
  await makePlan(club, { trialDays: 5 });
  await club.until('2030-02-01 12:00');
  const request = { CardToken: await club.token(), PlanCode: 'plan', StartDate: '02-12-2030' };
  const { Data } = await club.subscribe(request);
  assert.deepEqual([Data.Status, Data.NextChargeDate], ['Scheduled', '02-17-2030']);
  const id = BigInt(Data.SubscriptionID);
  assert.equal(await shownOf(club, id), '02-17-2030');
  await club.until('2030-02-12 12:00');
  assert.equal(await shownOf(club, id), '02-17-2030');
  await club.until('2030-02-18 12:00');
  assert.deepEqual(await daysOf(club, id), ['02-17']);
});

test('no next charge is named of what ends with its period, until it goes on after all', async (t) => {
  const { club, id } = await openMember(t, { at: '2030-02-01 12:00' });
  const request = await requestOn(club, id);
  await cancelAtEnd(club.world, request, true);
  assert.equal(await shownOf(club, id), null);
  await cancelAtEnd(club.world, request, false);
  assert.equal(await shownOf(club, id), '03-01-2030');
});

test('what costs nothing names no next charge, and what a credit pays is none either', async (t) => {
  const club = await openClub(t);
  await club.until('2030-02-01 12:00');
  const CardToken = await club.token();
  const free = await club.subscribe({ CardToken, Discount: '100' });
  assert.equal(free.Data.NextChargeDate, null);
  const id = await club.join({ CardToken, Amount: '100.00' });
  await changePrice(club.world, await requestOn(club, id), { amountCents: 4500n });
  assert.equal(await shownOf(club, id), '04-01-2030');
  await club.until('2030-04-02 12:00');
  assert.deepEqual(await triesOf(club, id), [
    '02-01 12:00 10000 captured',
    '04-01 09:00 3500 captured',
  ]);
});

/** NextChargeDate, as GetCustomerInformation gives it. */
async function shownOf(club: Club, id: bigint): Promise<string | null> {
  const { customerId } = await subscriptionOf(club, id);
  const { Data } = await club.call('GetCustomerInformation', { IndividualID: String(customerId) });
  const all: { SubscriptionID: string; NextChargeDate: string | null }[] = Data.Subscriptions;
  const one = all.find(({ SubscriptionID }) => SubscriptionID === String(id));
  assert.ok(one);
  return one.NextChargeDate;
}
