import assert from 'node:assert/strict';
import { test } from 'node:test';
import { advance } from '../../src/time-machine/advance.ts';
import { workOnce } from '../../src/worker/worker.ts';
import { cardFields } from '../caller.ts';
import { life } from '../crash-world.ts';
import { actor, ask, dayMs, expiredOnce, hourMs, makeSandbox } from './sandbox.ts';

const visa = { CCNumber: '4242424242424242', ChargeType: 'Authorize' };

test('whoever moves it may die at any moment: the next one goes on from there', async (t) => {
  const sandbox = await makeSandbox(t);
  const { fixture, world } = sandbox;
  let deaths = 0;
  // Every second moment is that before a step. Who dies just after one leaves the same as who dies before the next.
  for (let moments = 1, died = true; died; moments += 2) {
    const caller = await fixture.addBusiness();
    const { id } = caller.business;
    fixture.bank.script({ next: 1 }, 'timeout_after_booking');
    await ask(world, caller, { ...cardFields, Amount: '1.00' });
    const to = new Date(fixture.clock.now().getTime() + hourMs);
    const span = life(moments);
    const crashing = await fixture.open({ atStatement: span.atMoment });
    span.begin();
    await advance(crashing, id, { to }, actor).catch(() => {});
    died = span.isOver;
    if (died) deaths += 1;
    // What it had taken is looked after when its lease ends.
    const later = new Date(to.getTime() + hourMs);
    await advance(world, id, { to: later }, actor);
    const rows = await fixture.db.query<{ at: Date }>(
      `select happened_at as at from events where business_id = $1 and kind = 'payment.captured'`,
      [id],
    );
    assert.equal(rows.length, 1, `life of ${moments} moments`);
  }
  assert.ok(deaths > 1, `only ${deaths} deaths`);
});

test('a running service may be quicker: the step is taken once, and told', async (t) => {
  const sandbox = await makeSandbox(t);
  const { fixture, id } = sandbox;
  for (let i = 0; i < 20; i += 1) await sandbox.pay(visa);
  const service = await fixture.open();
  let taken = 0;
  const quicker = async () => {
    const rows = await fixture.db.query('select 1 from businesses where clock_ahead_ms > 0');
    // Right behind the commit that moved the clock, and once more wherever anything is due.
    if (rows.length > 0) taken += await workOnce(service);
  };
  const world = await fixture.open({ atStatement: quicker });
  const { happened } = await advance(world, id, { byMs: 8 * dayMs }, actor);
  // Twenty authorizations, of which nobody wants to hear, and eight evenings on which a batch is closed.
  assert.equal(taken, 28, 'the service did it all');
  assert.equal(happened.filter(({ kind }) => kind === 'payment.expired').length, 20);
  await expiredOnce(sandbox, 20);
});
