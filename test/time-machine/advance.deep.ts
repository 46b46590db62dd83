import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { enqueue } from '../../src/runtime/jobs.ts';
import { advance } from '../../src/time-machine/advance.ts';
import type { Happening } from '../../src/time-machine/happenings.ts';
import { workOnce } from '../../src/worker/worker.ts';
import { cardFields } from '../caller.ts';
import { apply } from '../onboarding/applicant.ts';
import { actor, ask, dayMs, expiredOnce, hourMs, makeSandbox } from './sandbox.ts';

const visa = { CCNumber: '4242424242424242', ChargeType: 'Authorize' };
const discover = { CCNumber: '6011111111111117', ChargeType: 'Authorize' };

test('what falls due on the way happens in its order, and each thing at its moment', async (t) => {
  const sandbox = await makeSandbox(t);
  const begun = await sandbox.now();
  const long = await sandbox.pay(discover);
  const short = await sandbox.pay(visa);
  sandbox.fixture.bank.script({ next: 1 }, 'timeout_after_booking');
  const lost = await sandbox.pay();
  assert.equal(lost.state, 'unknown');
  const answered = await sandbox.now();

  const { from, to, happened } = await sandbox.advance(11);
  // What was told of the payments took numbers too.
  const [{ id: batch } = { id: 0n }] = await sandbox.fixture.db.query<{ id: bigint }>(
    'select id from batches where business_id = $1',
    [sandbox.id],
  );
  assert.deepEqual(linesOf(happened), [
    `payment.captured payment ${lost.paymentId}`,
    `batch.closed batch ${batch}`,
    `batch.reconciled batch ${batch}`,
    `payment.expired payment ${short.paymentId}`,
    `payment.expired payment ${long.paymentId}`,
  ]);
  assert.deepEqual(
    happened.map(({ at }) => at.getTime()),
    [
      answered.getTime() + 2000,
      // At ten in the evening where the business is.
      Date.parse('2030-01-16T03:00:00Z'),
      Date.parse('2030-01-16T03:00:00Z'),
      begun.getTime() + 7 * dayMs,
      begun.getTime() + 10 * dayMs,
    ],
  );
  assert.equal(happened[0]?.says, '12.50, order o-3, Approved.');
  assert.equal(to.getTime() - from.getTime(), 11 * dayMs);
  assert.deepEqual(await sandbox.now(), to);
  // The world's own clock stood still meanwhile.
  assert.deepEqual(sandbox.fixture.clock.now(), answered);
});

test('what is not due yet at the end has not happened, to the millisecond', async (t) => {
  const sandbox = await makeSandbox(t);
  await sandbox.pay(visa);
  const { world, id } = sandbox;
  const almost = await advance(world, id, { byMs: 7 * dayMs - 1 }, actor);
  assert.deepEqual(almost.happened, []);
  const then = await advance(world, id, { byMs: 1 }, actor);
  assert.equal(then.happened[0]?.kind, 'payment.expired');
});

test('sixty days pass in one go: what nobody can find out comes before a person', async (t) => {
  const sandbox = await makeSandbox(t);
  const { fixture, caller, world } = sandbox;
  fixture.bank.script({ next: 1 }, 'timeout_after_booking');
  const lost = await sandbox.pay();
  const application = await apply(world, caller.business, {
    email: 'ann+outcome-needs-information@example.com',
  });
  for (let i = 0; i < 5; i += 1) await sandbox.pay(visa);
  fixture.bank.outage(true);

  const { happened, to } = await sandbox.advance(60);
  const moments = happened.map(({ at }) => at.getTime());
  assert.deepEqual(
    moments,
    moments.toSorted((one, other) => one - other),
  );
  const cases = happened.filter(({ kind }) => kind === 'case.opened');
  assert.equal(cases.length, 1);
  assert.equal(cases[0]?.object, `payment ${lost.paymentId}`);
  // Two hours and twelve, and then day by day for a week.
  const days = (cases[0]!.at.getTime() - fixture.clock.now().getTime()) / dayMs;
  assert.ok(days > 6 && days < 9, `asked after ${days} days`);
  assert.equal(happened.filter(({ kind }) => kind === 'payment.expired').length, 5);
  const [looked, ...more] = await fixture.db.query<{ kind: string; looks: number; state: string }>(
    `select w.kind, w.looks, p.state from payment_watches w join payments p using (business_id)
     where p.id = $1 and p.id = any (w.payment_ids) and p.business_id = $2`,
    [lost.paymentId, sandbox.id],
  );
  assert.deepEqual([looked?.kind, looked?.state, more], ['unknown', 'unknown', []]);
  assert.ok(looked!.looks >= 60 && looked!.looks <= 70, `${looked!.looks} looks`);
  assert.deepEqual(await sandbox.now(), to);
  assert.equal(application.business.id === sandbox.id, false, 'another business stands still');
  const [other] = await fixture.db.query<{ state: string }>(
    'select state from applications where business_id = $1',
    [application.business.id],
  );
  assert.equal(other?.state, 'needs_information');
});

test('an application of the business itself runs out on its way', async (t) => {
  const sandbox = await makeSandbox(t);
  const { business } = await apply(sandbox.world, sandbox.caller.business, {
    email: 'ann+outcome-needs-information@example.com',
  });
  const { happened, from } = await advance(sandbox.world, business.id, { byMs: 31 * dayMs }, actor);
  assert.deepEqual(
    happened.map(({ kind, at }) => [kind, (at.getTime() - from.getTime()) / dayMs]),
    [
      ['application.expired', 30],
      ['business.moved', 30],
    ],
  );
});

test('calls go by the new time, and every moment that they leave is of it', async (t) => {
  const sandbox = await makeSandbox(t);
  const { to } = await sandbox.advance(40);
  const paid = await sandbox.pay();
  const [row] = await sandbox.fixture.db.query<{ created_at: Date; finished_at: Date }>(
    'select created_at, finished_at from payments where business_id = $1 and id = $2',
    [sandbox.id, paid.paymentId],
  );
  assert.deepEqual([row?.created_at, row?.finished_at], [to, to]);
  const old = {
    ...cardFields,
    Amount: '1.00',
    OrderNumber: 'late',
    ExpirationMonth: '01',
    ExpirationYear: '30',
  };
  const reply = await ask(sandbox.world, sandbox.caller, old);
  assert.equal(reply.status, 400, 'a card of January is over in February');
});

test('a service that works all the time beside it does no harm', async (t) => {
  const sandbox = await makeSandbox(t);
  for (let i = 0; i < 20; i += 1) await sandbox.pay(i % 2 ? visa : discover);
  const service = await sandbox.fixture.open();
  let isOver = false;
  const working = (async () => {
    while (!isOver) {
      await workOnce(service);
      await nextTurn();
    }
  })();
  const { happened } = await sandbox.advance(20).finally(() => {
    isOver = true;
  });
  await working;
  assert.equal(happened.filter(({ kind }) => kind === 'payment.expired').length, 20);
  await expiredOnce(sandbox, 20);
});

test('two who move it at once come to the same end', async (t) => {
  const sandbox = await makeSandbox(t);
  for (let i = 0; i < 10; i += 1) await sandbox.pay(visa);
  const other = await sandbox.fixture.open();
  const [one, two] = await Promise.all([
    sandbox.advance(9),
    advance(other, sandbox.id, { byMs: 9 * dayMs }, actor),
  ]);
  await expiredOnce(sandbox, 10);
  assert.ok((await sandbox.now()) >= one.to);
  assert.ok((await sandbox.now()) >= two.to);
});

test('what fails on the way is told, and keeps nobody from the end', async (t) => {
  const sandbox = await makeSandbox(t);
  await sandbox.pay(visa);
  const payload = { paymentId: 'not a number' };
  const bad = {
    businessId: sandbox.id,
    kind: 'authorization.expire',
    key: 'bad',
    payload,
  } as const;
  const runAt = new Date((await sandbox.now()).getTime() + hourMs);
  await enqueue(sandbox.fixture.db, [{ ...bad, runAt }]);

  const { happened, to } = await sandbox.advance(30);
  const failed = happened.filter(({ kind }) => kind === 'job.failed');
  assert.equal(failed.length, 1, 'the same fault is told once');
  assert.equal(failed[0]?.object, 'authorization.expire bad');
  assert.match(failed[0]!.says!, /not a number/);
  assert.deepEqual(failed[0]?.at, runAt);
  assert.ok(happened.some(({ kind }) => kind === 'payment.expired'));
  assert.ok(
    happened.some(({ kind }) => kind === 'clock.passed_over'),
    'it came back every hour',
  );
  assert.deepEqual(await sandbox.now(), to);
});

test('what somebody else holds is left to them', async (t) => {
  const sandbox = await makeSandbox(t);
  sandbox.fixture.bank.script({ next: 1 }, 'timeout_after_booking');
  const lost = await sandbox.pay();
  // Somebody holds it far beyond the moment at which it is due.
  await sandbox.fixture.db.query(
    `update payments set lease_until = lease_until + interval '1 year' where business_id = $1 and id = $2`,
    [sandbox.id, lost.paymentId],
  );
  const { happened, to } = await sandbox.advance(2);
  assert.deepEqual(linesOf(happened), []);
  assert.deepEqual(await sandbox.now(), to);
});

test('the time of a live business stands, and no clock goes backwards', async (t) => {
  const sandbox = await makeSandbox(t);
  const live = await sandbox.fixture.addBusiness({ environment: 'live' });
  const wrong = { code: 'wrong_state' };
  await assert.rejects(advance(sandbox.world, live.business.id, { byMs: dayMs }, actor), wrong);
  const past = new Date((await sandbox.now()).getTime() - 1);
  await assert.rejects(advance(sandbox.world, sandbox.id, { to: past }, actor), wrong);
  const unknown = { code: 'unknown_business' };
  await assert.rejects(advance(sandbox.world, 999n, { byMs: dayMs }, actor), unknown);
  const rows = await sandbox.fixture.db.query(
    'select 1 from businesses where clock_ahead_ms > 0 union all select 1 from audit_trail',
  );
  assert.deepEqual(rows, []);
});

test('the audit log says who moved it, from when to when', async (t) => {
  const sandbox = await makeSandbox(t);
  const { from, to } = await sandbox.advance(3);
  const acts = await sandbox.fixture.db.query<{ actor: string; act: string; facts: unknown }>(
    'select actor, act, facts from audit_trail where business_id = $1',
    [sandbox.id],
  );
  const facts = { from: from.toISOString(), to: to.toISOString() };
  assert.deepEqual(acts, [{ actor, act: 'clock.advanced', facts }]);
});

function linesOf(happened: readonly Happening[]): string[] {
  return happened.map(({ kind, object }) => `${kind} ${object}`);
}
