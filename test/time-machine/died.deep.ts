import assert from 'node:assert/strict';
import { test } from 'node:test';
import { advance } from '../../src/time-machine/advance.ts';
import { readTimers } from '../../src/time-machine/due.ts';
import { reset } from '../../src/time-machine/reset.ts';
import { cardFields } from '../caller.ts';
import { crashingOwner, openCounter } from '../payments/counter.ts';
import { actor, ask, dayMs, makeSandbox, type Sandbox } from './sandbox.ts';

/** One that was charged, and nobody here knows. */
async function dies(sandbox: Sandbox): Promise<bigint> {
  const fields = { ...cardFields, Amount: '3.00', OrderNumber: 'died' };
  const reply = await ask(crashingOwner(await sandbox.fixture.open()), sandbox.caller, fields);
  assert.equal(reply.status, 500);
  const [found] = await sandbox.fixture.db.query<{ id: bigint }>(
    `select id from payments where business_id = $1 and state = 'processing'`,
    [sandbox.id],
  );
  return found!.id;
}

test('a charge whose owner died is a timer, those that ended are none, and it is found on the way', async (t) => {
  const sandbox = await makeSandbox(t);
  await sandbox.pay();
  const begun = await sandbox.now();
  const id = await dies(sandbox);
  const due = begun.getTime() + sandbox.fixture.config.resolveAfterSeconds * 1000;
  const timers = async () =>
    (await readTimers(sandbox.world, sandbox.id, 10))
      .filter(({ name }) => name.startsWith('payment'))
      .map(({ name, at }) => [name, at.getTime()]);
  assert.deepEqual(await timers(), [[`payment ${id}`, due]]);

  const { happened } = await sandbox.advance(0.5);
  assert.deepEqual(
    happened
      .filter(({ kind }) => kind.startsWith('payment'))
      .map(({ kind, object, at }) => [kind, object, at.getTime()]),
    [['payment.captured', `payment ${id}`, due]],
  );
  assert.deepEqual(await timers(), []);
});

test('it is found as soon after the clock was set back', async (t) => {
  const sandbox = await makeSandbox(t);
  await sandbox.advance(30);
  const id = await dies(sandbox);
  await reset(sandbox.world, sandbox.id, actor);
  const { from, happened } = await sandbox.advance(0.01);
  const [found] = happened;
  assert.deepEqual([found?.kind, found?.object], ['payment.captured', `payment ${id}`]);
  const afterMs = found!.at.getTime() - from.getTime();
  assert.ok(afterMs <= sandbox.fixture.config.resolveAfterSeconds * 1000, `after ${afterMs} ms`);
});

test('of charges that began together, those that are still asked for count among what was set back', async (t) => {
  const { fixture, businessId, payTogether, watched } = await openCounter(t);
  const world = await fixture.open();
  await advance(world, businessId, { byMs: 30 * dayMs }, actor);
  const [unasked, unanswered] = [{ Amount: '2.00' }, { Amount: '3.00' }];
  await payTogether(crashingOwner(await fixture.open()), [{}, unasked, {}, unanswered]);
  assert.deepEqual(await watched(), ['begun: o-1,o-2,o-3,o-4']);
  const waiting = (await readTimers(world, businessId, 100)).map(({ name }) => name);
  assert.equal(waiting.filter((name) => name.startsWith('payment')).length, 2);
  const { timers } = await reset(world, businessId, actor);
  assert.equal(timers, waiting.length);
});
