import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Progress, unwatched } from '../../src/kernel/progress.ts';
import { enqueue } from '../../src/runtime/jobs.ts';
import { advance } from '../../src/time-machine/advance.ts';
import { actor, dayMs, makeSandbox } from './sandbox.ts';

const visa = { CCNumber: '4242424242424242', ChargeType: 'Authorize' };

test('what falls due while others are waited for is done then, and not with the next step', async (t) => {
  const sandbox = await makeSandbox(t);
  const { fixture, id } = sandbox;
  await sandbox.pay(visa);
  fixture.clock.pass(2000);
  await sandbox.pay(visa);
  // Somebody is at it at every step: the clock runs on for the five seconds that they are waited for.
  const runAt = new Date((await sandbox.now()).getTime() + 365 * dayMs);
  const payload = { paymentId: '1' };
  const held = {
    businessId: id,
    kind: 'authorization.expire',
    key: 'held',
    payload,
    runAt,
  } as const;
  await enqueue(fixture.db, [held]);
  await fixture.db.query(
    `update jobs set leased_by = 'ann' where business_id = $1 and key = 'held'`,
    [id],
  );
  const began = fixture.clock.now().getTime();
  const { happened } = await sandbox.advance(8);
  await fixture.db.query(`delete from jobs where business_id = $1 and key = 'held'`, [id]);

  assert.ok(fixture.clock.now().getTime() - began >= 5000, 'the clock ran on meanwhile');
  const [first, second] = happened.filter(({ kind }) => kind === 'payment.expired');
  const laterMs = second!.at.getTime() - first!.at.getTime();
  assert.ok(laterMs >= 2000 && laterMs <= 5000, `${laterMs} ms later`);
});

test('a clock is moved on by ten years at once and no further', async (t) => {
  const { fixture, world, id, now } = await makeSandbox(t);
  const begun = await now();
  const tooFar = {
    code: 'wrong_state',
    message: 'A clock is moved on by at most 3660 days at once.',
  };
  for (const to of [
    { to: new Date('9999-12-31T00:00:00Z') },
    { to: new Date(begun.getTime() + 3660 * dayMs + 1) },
    { byMs: 3660 * dayMs + 1 },
  ]) {
    await assert.rejects(advance(world, id, to, actor), tooFar);
  }
  assert.deepEqual(await now(), begun);
  assert.deepEqual(await fixture.db.query('select 1 from audit_trail'), []);
});

test('a long way is told by the hours that were lived through', async (t) => {
  const sandbox = await makeSandbox(t);
  await sandbox.pay(visa);
  const whole: (number | undefined)[] = [];
  const lived: number[] = [];
  const progress: Progress = {
    ...unwatched,
    step: (_name, _n, _of, work) => whole.push(work),
    did: (hours) => lived.push(hours),
  };
  await advance(sandbox.world, sandbox.id, { byMs: 8 * dayMs }, actor, progress);
  assert.deepEqual(whole, [8 * 24]);
  // It expires on the way.
  assert.ok(lived.length > 1);
  assert.equal(
    lived.reduce((sum, hours) => sum + hours, 0),
    8 * 24,
  );
});
