import assert from 'node:assert/strict';
import { test } from 'node:test';
import { advance } from '../../src/time-machine/advance.ts';
import { reset } from '../../src/time-machine/reset.ts';
import { bankFields } from '../caller.ts';
import { actor, dayMs, hourMs, makeSandbox } from './sandbox.ts';

// Ten in the morning of a Tuesday, in New York.
const begun = Date.parse('2030-01-15T15:00:00Z');

test('a bank payment goes its whole way in one advance, each step at its banking moment', async (t) => {
  const sandbox = await makeSandbox(t);
  const { paymentId } = await sandbox.pay(bankFields);
  const { happened } = await sandbox.advance(7);
  const steps = happened.filter(({ object }) => object === `payment ${paymentId}`);
  assert.deepEqual(
    steps.map(({ kind, at }) => [kind, at.toISOString()]),
    [
      ['payment.originated', '2030-01-16T01:00:00.000Z'],
      ['payment.settled', '2030-01-16T13:30:00.000Z'],
      ['payment.available', '2030-01-18T23:00:00.000Z'],
    ],
  );
});

test('a return after sixty days is one advance', async (t) => {
  const sandbox = await makeSandbox(t);
  // Comes back as R10 on the fortieth banking day after it settled.
  const { paymentId } = await sandbox.pay({ ...bankFields, AccountNumber: '99004010' });
  const { happened, from } = await sandbox.advance(90);
  const kinds = happened
    .filter(({ object }) => object === `payment ${paymentId}`)
    .map(({ kind }) => kind);
  assert.deepEqual(kinds, [
    'payment.originated',
    'payment.settled',
    'payment.available',
    'payment.returned',
  ]);
  const returned = happened.find(({ kind }) => kind === 'payment.returned');
  const days = (returned!.at.getTime() - from.getTime()) / dayMs;
  assert.ok(days > 55 && days < 65, `after ${days} days`);
});

test('what happens to a token is told of its customer and by the end of its account number', async (t) => {
  const sandbox = await makeSandbox(t);
  // Comes back as R03 on the second banking day after it settled.
  const { paymentId } = await sandbox.pay({
    ...bankFields,
    AccountNumber: '99000003',
    CreateToken: true,
  });
  const [customer] = await sandbox.fixture.db.query<{ id: bigint }>(
    'select customer_id as id from payments where business_id = $1 and id = $2',
    [sandbox.id, paymentId],
  );
  const { happened } = await sandbox.advance(7);
  const disabled = happened.find(({ kind }) => kind === 'token.disabled');
  assert.equal(disabled?.object, `customer ${customer?.id}`);
  assert.match(disabled?.says ?? '', /^account …0003, /);
});

test('what waited for a cut-off when the clock went back goes with the next one there', async (t) => {
  const sandbox = await makeSandbox(t);
  const { world, id } = sandbox;
  await advance(world, id, { byMs: 3 * dayMs + 5 * hourMs }, actor);
  const { paymentId } = await sandbox.pay(bankFields);
  const { to } = await reset(world, id, actor);
  assert.equal(to.getTime(), begun);
  const { happened } = await sandbox.advance(3);
  const sent = happened.find(({ kind }) => kind === 'payment.originated');
  assert.equal(sent?.object, `payment ${paymentId}`);
  assert.equal(sent?.at.toISOString(), '2030-01-16T01:00:00.000Z');
  assert.ok(!happened.some(({ kind }) => kind.endsWith('failed')));
});
