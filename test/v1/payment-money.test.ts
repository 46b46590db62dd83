import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeTerms } from '../../src/settlement/change-terms.ts';
import { makePayout } from '../../src/settlement/payout.ts';
import { switchPayouts } from '../../src/settlement/switch-payouts.ts';
import { giveBankAccount } from '../settlement/till.ts';
import { readCsvRows } from './csv-rows.ts';
import { aPayment, card, serveV1, type V1 } from './serve.ts';

/* What a payment costs and where its money is: `expand=money`. */

async function openShop(t: Parameters<typeof serveV1>[0]) {
  const v1 = await serveV1(t);
  const world = await v1.open();
  const fees = { cardFeeBps: 290, cardFeeCents: 30, achFeeCents: 80 };
  const { business } = v1.caller;
  await giveBankAccount(v1, business);
  await switchPayouts(world, business.id, true, { actor: 'operator', reason: 'agreed' });
  await changeTerms(world, business.id, fees, 'operator');
  const pay = async (changes: object = {}) => {
    const made = await v1.call('POST', '/v1/payments', { body: { ...aPayment, ...changes } });
    return made.body.id as string;
  };
  return { ...v1, world, pay, moneyOf: (id: string) => moneyOf(v1, id) };
}

async function moneyOf({ call }: V1, id: string) {
  const { body, text } = await call('GET', `/v1/payments/${id}?expand=money`);
  assert.ok(body.money, text);
  return body.money;
}

test('before its batch is closed a payment shows the fee by the terms, and when its money is expected', async (t) => {
  const { pay, moneyOf } = await openShop(t);
  const lines = [
    { name: 'Subtotal', amount: 1148, kind: 'subtotal' },
    { name: 'Sales tax', amount: 102, kind: 'tax' },
  ];
  const money = await moneyOf(await pay({ lines }));
  assert.deepEqual(money.lines, lines);
  // 12.50 × 2.9% + 0.30, rounded half up.
  assert.deepEqual([money.fee, money.isFeeFinal, money.net], [66, false, 1250 - 66]);
  // It is Tuesday, January 15: closed at ten in the evening, paid out on Wednesday morning.
  assert.equal(money.batchClosesAt, '2030-01-16T03:00:00.000Z');
  assert.equal(money.payoutExpectedOn, '2030-01-16');
  assert.equal(money.payout, null);
});

test('the fees of the payments of a batch are the fee of the batch, and its payout is shown', async (t) => {
  const { pay, moneyOf, call, world, caller, clock } = await openShop(t);
  const ids = await Promise.all(
    [101, 1999, 12_345, 17].map((amount, i) => pay({ amount, orderNumber: `order ${i}` })),
  );
  const closed = await call('POST', '/v1/batches', { body: {} });
  assert.equal(closed.status, 201, closed.text);
  const [batch] = closed.body.data;
  const all = await Promise.all(ids.map(moneyOf));
  assert.ok(all.every(({ isFeeFinal, batchClosesAt }) => isFeeFinal && batchClosesAt === null));
  assert.equal(
    all.reduce((sum, { fee }) => sum + fee, 0),
    batch.fees,
  );
  assert.equal(all[0].payoutExpectedOn, '2030-01-16');

  clock.pass(24 * 3_600_000);
  const payout = await makePayout(world, caller.business.id);
  const [money] = await Promise.all(ids.map(moneyOf));
  assert.deepEqual(
    [money.payout.id, money.payout.status, money.payoutExpectedOn],
    [String(payout!.id), 'queued', null],
  );

  // What the terms were then is not known any more.
  await changeTerms(world, caller.business.id, { cardFeeBps: 100 }, 'operator');
  const [later] = await Promise.all(ids.map(moneyOf));
  assert.deepEqual([later.fee, later.net], [null, null]);
});

test('failed payments cost no fee, refunds return none, and unknown payments have none yet', async (t) => {
  const { pay, moneyOf, call } = await openShop(t);
  const numbered = (number: string) => ({ source: { card: { ...card, number } } });
  const declined = await moneyOf(await pay(numbered('4000000000000002')));
  assert.deepEqual([declined.fee, declined.net, declined.isFeeFinal], [0, 0, true]);
  const unknown = await moneyOf(await pay({ ...numbered('4000009990000112'), orderNumber: 'u' }));
  assert.deepEqual([unknown.fee, unknown.net, unknown.payoutExpectedOn], [null, null, null]);
  const held = await moneyOf(await pay({ capture: false, orderNumber: 'held' }));
  assert.deepEqual([held.fee, held.net, held.batchClosesAt], [66, -66, null]);
  const paid = await pay({ orderNumber: 'refunded' });
  await call('POST', `/v1/payments/${paid}/refunds`, { body: { amount: 250 } });
  assert.deepEqual((({ fee, net }) => [fee, net])(await moneyOf(paid)), [66, 1000 - 66]);
  const source = { bankAccount: { accountNumber: '98765432', routingNumber: '021000021' } };
  const debit = await moneyOf(await pay({ source, orderNumber: 'debit' }));
  assert.deepEqual([debit.fee, debit.isFeeFinal, debit.payoutExpectedOn], [80, false, null]);
});

test('a list shows the same for all of its rows at once', async (t) => {
  const { pay, moneyOf, call } = await openShop(t);
  const ids = await Promise.all([0, 1, 2].map((i) => pay({ orderNumber: `row ${i}` })));
  const { body } = await call('GET', '/v1/payments?expand=money');
  const shown = body.data.map(({ id, money }: { id: string; money: unknown }) => [id, money]);
  const each = await Promise.all(ids.map(async (id) => [id, await moneyOf(id)] as const));
  assert.deepEqual(new Map(shown), new Map(each));
});

test('a voided payment sums up to zero, also in a CSV', async (t) => {
  const { call } = await serveV1(t);
  const made = await call('POST', '/v1/payments', { body: { ...aPayment, amount: 900 } });
  assert.equal(made.body.amountVoided, 0);
  const refund = await call('POST', `/v1/payments/${made.body.id}/refunds`, { body: {} });
  assert.equal(refund.body.kind, 'void', refund.text);
  const { body } = await call('GET', `/v1/payments/${made.body.id}`);
  const { status, amountCaptured, amountVoided, amountRefunded } = body;
  assert.deepEqual([status, amountCaptured, amountVoided, amountRefunded], ['voided', 900, 900, 0]);
  const file = await call('GET', '/v1/payments', { headers: { Accept: 'text/csv' } });
  const [head, row] = readCsvRows(file.text);
  assert.equal(row![head!.indexOf('amountVoided')], '900');
});
