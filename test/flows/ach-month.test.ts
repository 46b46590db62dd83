import assert from 'node:assert/strict';
import { test } from 'node:test';
import { simulatedNumber } from '../../packages/sandbox/src/odfi/accounts.ts';
import { bankOf } from '../ach/returns-bank.ts';
import { type AchShop, openAchShop } from '../ach/returns-fixture.ts';

/*
 * Two months of a dental practice that is paid by bank transfer, from Friday, January 18, 2030 to the end of
 * March; Monday, January 21 is a holiday. The fee is 25 cents a payment and 4 dollars a return.
 */
test('a month of bank payments, over a holiday, with all that comes back', async (t) => {
  const shop = await openAchShop(t, { terms: { achFeeCents: 25, returnFeeCents: 400 } });
  const { until, payment, ledger, events, cases } = shop;
  await until('2030-01-18 16:00');

  const early = await shop.pay('1111111', { OrderNumber: 'early' });
  await until('2030-01-18 20:30');
  const late = await shop.pay('2222222', { OrderNumber: 'late' });
  const poor = await shop.pay(simulatedNumber('return_first', 'R01'), { OrderNumber: 'poor' });
  const stolen = await shop.pay(simulatedNumber('return_always', 'R10', 45), {
    OrderNumber: 'stolen',
    CreateToken: true,
  });
  const moved = await shop.pay(simulatedNumber('correct', 'C03'), {
    OrderNumber: 'moved',
    CreateToken: true,
  });
  const regretted = await shop.pay('3333333', { OrderNumber: 'regretted' });
  await shop.refund('regretted');

  // What came after Friday's cut-off waits over the weekend and the holiday.
  await until('2030-01-22 19:59');
  assert.deepEqual(await statesOf(shop, { early, late, poor, stolen, moved, regretted }), {
    early: 'settled',
    late: 'queued',
    poor: 'queued',
    stolen: 'queued',
    moved: 'queued',
    regretted: 'voided',
  });
  assert.deepEqual(await ledger(), { held: 10_000n, sales: -10_000n });
  await until('2030-01-22 20:00');
  assert.deepEqual(await effectiveDays(shop), {
    [String(early)]: '2030-01-22',
    [String(late)]: '2030-01-23',
    [String(poor)]: '2030-01-23',
    [String(stolen)]: '2030-01-23',
    [String(moved)]: '2030-01-23',
    [String(regretted)]: null,
  });

  // Friday: the first money is free, and the bank speaks.
  await until('2030-01-25 12:00');
  assert.deepEqual(await statesOf(shop, { early, late, poor, stolen, moved }), {
    early: 'available',
    late: 'settled',
    poor: 'returned',
    stolen: 'settled',
    moved: 'settled',
  });
  const { token } = await payment(moved);
  const corrected = await shop.token(token!);
  assert.deepEqual([corrected.routing_number, corrected.last4], ['021000089', '0003']);
  assert.equal((await payment(poor)).holds_order, true);
  // 25 cents for what is free, 4 dollars for what came back.
  assert.deepEqual(await ledger(), {
    clearing: 10_000n - 25n - 400n,
    held: 30_000n,
    platform_fees: 425n,
    returns: 10_000n,
    sales: -50_000n,
  });

  // The payer of the corrected account pays again, and it goes to the right place.
  const second = await shop.pay('', {
    AccountNumber: undefined,
    RoutingNumber: undefined,
    ACHToken: token,
    Amount: '20.00',
    OrderNumber: 'moved again',
  });
  await until('2030-01-30 20:00');
  const [filed] = (await bankOf(shop).sent()).filter(({ entry }) => entry.amountCents === 2000n);
  assert.deepEqual(
    [filed?.entry.accountNumber, filed?.entry.routingNumber],
    ['19300003', '021000089'],
  );
  const [again] = (await bankOf(shop).sent()).filter(
    ({ batch }) => batch.description === 'RETRY PYMT',
  );
  assert.equal(again?.entry.accountNumber, simulatedNumber('return_first', 'R01'));

  // The month is over: everybody has paid.
  await until('2030-02-15 12:00');
  assert.deepEqual(await statesOf(shop, { early, late, poor, stolen, moved, second }), {
    early: 'available',
    late: 'available',
    poor: 'available',
    stolen: 'available',
    moved: 'available',
    second: 'available',
  });
  const paid = 50_000n + 2000n;
  const fees = 6n * 25n + 400n;
  assert.deepEqual(await ledger(), { clearing: paid - fees, platform_fees: fees, sales: -paid });
  assert.deepEqual(await cases(), []);

  // Until somebody reads a statement of January.
  await until('2030-03-31 12:00');
  const robbed = await payment(stolen);
  assert.deepEqual([robbed.state, robbed.holds_order, robbed.invoice], ['returned', false, 'open']);
  assert.equal((await shop.token(robbed.token!)).state, 'disabled');
  assert.deepEqual(await ledger(), {
    clearing: paid - fees - 10_000n - 400n,
    platform_fees: fees + 400n,
    returns: 10_000n,
    sales: -paid,
  });
  const back = await events('payment.returned');
  assert.deepEqual(
    back.map(({ data }) => [data.orderNumber, data.outcomeCode]),
    [
      ['poor', 'R01'],
      ['stolen', 'R10'],
    ],
  );
  assert.equal((await cases()).length, 1);
  const path = (await shop.entries(poor)).map(({ state, presentment }) => [presentment, state]);
  assert.deepEqual(path, [
    [1, 'returned'],
    [2, 'available'],
  ]);
  assert.deepEqual(await shop.findings(), []);
});

async function statesOf(
  shop: AchShop,
  payments: Readonly<Record<string, bigint>>,
): Promise<Record<string, string>> {
  const states: Record<string, string> = {};
  for (const [name, id] of Object.entries(payments)) states[name] = (await shop.payment(id)).state;
  return states;
}

async function effectiveDays(shop: AchShop): Promise<Record<string, string | null>> {
  const entries = (await shop.entries()).filter(({ kind }) => kind === 'debit');
  return Object.fromEntries(
    entries.map(({ payment_id, effective_on }) => [String(payment_id), effective_on]),
  );
}
