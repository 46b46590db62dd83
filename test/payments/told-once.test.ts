import assert from 'node:assert/strict';
import { test } from 'node:test';
import { invoiceNumberOf } from '../../src/payments/invoice-number.ts';
import { resolveDue } from '../../src/payments/resolve.ts';
import { deleteExpiredKeys } from '../../src/runtime/idempotency.ts';
import { callBy, resultText } from '../asmx/bindings.ts';
import { bankFields, cardFields, client, type Fields, openDoor } from '../caller.ts';
import { makeFixture } from '../fixture.ts';
import { patient } from '../patient.ts';
import { after, atEnd } from '../scope.ts';

const fixture = await makeFixture({ after });
const world = patient(await fixture.open());
const door = await openDoor(world);
atEnd({ after }, () => door.close());

const debit = { ...bankFields, CCNumber: '' };
const dayMs = 24 * 3_600_000;
// Published test cards whose outcome is not known at first, and turns out like this.
const turnsOut = { declined: '4000009990000120', nothing: '4000009990000104' };

async function openCaller() {
  const caller = await fixture.addBusiness();
  const api = client(door.baseUrl, caller);
  after(() => api.close());
  return {
    /** How it was answered, and about which payment. */
    async pay(more: Fields = {}, key?: string): Promise<string> {
      const fields = { ...cardFields, Amount: '12.50', OrderNumber: 'A-1', ...more };
      const { status, headers } = await api.call(
        'CreatePayment',
        fields,
        key === undefined ? {} : { 'Idempotency-Key': key },
      );
      return [status, headers['x-payment-state'] ?? '', headers['x-payment-id'] ?? '']
        .join(' ')
        .trim();
    },
    /** ProcessRefundNoCC; what it said. */
    async refund(named: Fields): Promise<string> {
      const { username: Username, apiKey: Token } = caller;
      const fields = {
        Token,
        Username,
        RefundType: '',
        Amount: '',
        OrderNumber: '',
        PaymentID: '',
      };
      const sent = { ...fields, ...named } as Record<string, string>;
      const { body } = await callBy('HTTP POST', door.baseUrl, 'ProcessRefundNoCC', sent);
      return JSON.parse(resultText('HTTP POST', 'ProcessRefundNoCC', body)!).Message;
    },
    async invoiceOf(): Promise<string> {
      return invoiceNumberOf(world.vault, caller.business.id, 1n);
    },
    async count(): Promise<number> {
      const { id } = caller.business;
      return (await fixture.db.query('select from payments where business_id = $1', [id])).length;
    },
    /** As if it had come back, or lapsed: the order number is free again. */
    async freeOrder(): Promise<void> {
      const { id } = caller.business;
      await fixture.db.query(
        `update payments set holds_order = false, state = 'returned' where business_id = $1`,
        [id],
      );
    },
  };
}

/** The worker comes by when the outcome can be known. */
async function workerLooks(): Promise<void> {
  fixture.clock.pass(3 * 60_000);
  await resolveDue(world);
}

test('who was told that the outcome is not known hears of a decline that was found meanwhile', async () => {
  const { pay, count } = await openCaller();
  const request = { CCNumber: turnsOut.declined };
  assert.equal(await pay(request), '202 unknown 1');
  await workerLooks();
  assert.equal(await pay(request), '200 declined 1');
  assert.equal(await count(), 1);
  assert.match(await pay(request), /^202 unknown/, 'told once, the order may be tried again');
  assert.equal(await count(), 2);
});

test('and of one that came to nothing; then it may be tried again', async () => {
  const { pay, count } = await openCaller();
  assert.equal(await pay({ CCNumber: turnsOut.nothing }), '202 unknown 1');
  await workerLooks();
  assert.equal(await pay({ CCNumber: turnsOut.nothing }), '503 canceled 1');
  assert.equal(await count(), 1);
  assert.match(await pay(), /^200 captured/);
});

test('under an Idempotency-Key it is the same, and the key keeps a decline', async () => {
  const { pay, count } = await openCaller();
  const request = { CCNumber: turnsOut.declined };
  assert.equal(await pay(request, 'k'), '202 unknown 1');
  await workerLooks();
  for (let i = 0; i < 3; i += 1) assert.equal(await pay(request, 'k'), '200 declined 1');
  assert.equal(await count(), 1);
  assert.match(await pay({ CCNumber: cardFields.CCNumber }), /^200 captured/);
});

test('under a key too, what came to nothing is told once, and may be tried again', async () => {
  const { pay, count } = await openCaller();
  const request = { CCNumber: turnsOut.nothing };
  assert.equal(await pay(request, 'k'), '202 unknown 1');
  await workerLooks();
  assert.equal(await pay(request, 'k'), '503 canceled 1');
  assert.equal(await count(), 1);
  assert.match(await pay(request, 'k'), /^202 unknown/);
  assert.equal(await count(), 2);
});

test('also where a key is all that names it', async () => {
  const { pay, count } = await openCaller();
  const request = { CCNumber: turnsOut.nothing, OrderNumber: '' };
  assert.equal(await pay(request, 'k'), '202 unknown 1');
  await workerLooks();
  assert.equal(await pay(request, 'k'), '503 canceled 1');
  assert.equal(await count(), 1);
  assert.match(await pay(request, 'k'), /^202 unknown/);
});

test('each of two keys is told that it came to nothing, before either begins anew', async () => {
  const { pay, count } = await openCaller();
  const request = { CCNumber: turnsOut.nothing };
  assert.equal(await pay(request, 'k7'), '202 unknown 1');
  assert.equal(await pay(request, 'k8'), '202 unknown 1');
  await workerLooks();
  assert.equal(await pay(request, 'k7'), '503 canceled 1');
  assert.equal(await pay(request, 'k8'), '503 canceled 1');
  assert.equal(await count(), 1);
  assert.match(await pay(request, 'k8'), /^202 unknown/);
});

test('who comes with another card does not wait for the answer of the first', async () => {
  const { pay } = await openCaller();
  await pay({ CCNumber: turnsOut.declined });
  await workerLooks();
  assert.match(await pay(), /^200 captured/);
});

test('who asks at once until it is known is not told of it a second time', async () => {
  const { pay, count } = await openCaller();
  const request = { CCNumber: turnsOut.declined };
  await pay(request);
  fixture.clock.pass(3 * 60_000);
  assert.equal(await pay(request), '200 declined 1');
  assert.match(await pay(), /^200 captured/);
  assert.equal(await count(), 2);
});

test('what nobody has heard of yet is named by its invoice and its order number all the same', async () => {
  const { pay, refund, invoiceOf } = await openCaller();
  await pay({ CCNumber: turnsOut.declined });
  await workerLooks();
  const says = 'This payment cannot be given back: it is declined.';
  assert.equal(await refund({ PaymentID: await invoiceOf() }), says);
  assert.equal(await refund({ OrderNumber: 'A-1' }), says);
});

test('an order number under which something is kept is not another business’s', async () => {
  const { pay } = await openCaller();
  await pay({ CCNumber: turnsOut.declined });
  await workerLooks();
  const other = await openCaller();
  assert.match(await other.pay(), /^200 captured/);
  assert.equal(await pay({ CCNumber: turnsOut.declined }), '200 declined 1');
});

test('a second key of the same order answers as the first, also when the order is free again', async () => {
  const { pay, count, freeOrder } = await openCaller();
  assert.equal(await pay(debit, 'k1'), '200 queued 1');
  assert.equal(await pay(debit, 'k2'), '200 queued 1');
  await freeOrder();
  assert.equal(await pay(debit, 'k2'), '200 returned 1');
  assert.equal(await pay(debit, 'k1'), '200 returned 1');
  assert.equal(await count(), 1);
});

test('a key that was answered by its order number is not free for something else', async () => {
  const { pay, count } = await openCaller();
  await pay();
  assert.equal(await pay({}, 'k4'), '200 captured 1');
  assert.equal(await pay({ OrderNumber: 'B-1' }, 'k4'), '409');
  assert.equal(await pay({}, 'k4'), '200 captured 1');
  assert.equal(await count(), 1);
});

test('what nobody asks for is forgotten after thirty days', async () => {
  const { pay } = await openCaller();
  await pay();
  await pay({}, 'k6');
  const kept = async () =>
    (await fixture.db.query(`select from kept_keys where key = 'k6'`)).length;
  await deleteExpiredKeys(world.db, world.now());
  assert.equal(await kept(), 1);
  fixture.clock.pass(30 * dayMs + 1);
  await deleteExpiredKeys(world.db, world.now());
  assert.equal(await kept(), 0);
});

test('four at once under four keys charge once, and each key answers so for good', async () => {
  const { pay, count } = await openCaller();
  const keys = ['r1', 'r2', 'r3', 'r4'];
  const first = await Promise.all(keys.map((key) => pay({}, key)));
  assert.deepEqual(new Set(first).size, 1);
  for (const key of keys) assert.equal(await pay({ OrderNumber: 'B-1' }, key), '409');
  assert.equal(await count(), 1);
});
