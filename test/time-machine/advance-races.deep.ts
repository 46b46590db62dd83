import assert from 'node:assert/strict';
import { test } from 'node:test';
import { advance } from '../../src/time-machine/advance.ts';
import { workOnce } from '../../src/worker/worker.ts';
import { cardFields } from '../caller.ts';
import { everyLife } from '../crash-world.ts';
import { actor, ask, dayMs, expiredOnce, hourMs, makeSandbox } from './sandbox.ts';

const visa = { CCNumber: '4242424242424242', ChargeType: 'Authorize' };

test('whoever moves it may die at any moment: the next one goes on from there', async (t) => {
  const sandbox = await makeSandbox(t);
  const { fixture, world } = sandbox;
  const { lives } = await everyLife(
    { name: 'time-machine/advance-races' },
    {
      open: (span) => fixture.open({ atStatement: span.atMoment }),
      async before() {
        const caller = await fixture.addBusiness();
        fixture.bank.script({ next: 1 }, 'timeout_after_booking');
        await ask(world, caller, { ...cardFields, Amount: '1.00' });
        const to = new Date(fixture.clock.now().getTime() + hourMs);
        return { id: caller.business.id, to };
      },
      act: (crashing, { id, to }) => advance(crashing, id, { to }, actor),
      // What it had taken is looked after when its lease ends.
      others: ({ id, to }) => advance(world, id, { to: new Date(to.getTime() + hourMs) }, actor),
      async judge({ id }) {
        const rows = await fixture.db.query(
          `select from events where business_id = $1 and kind = 'payment.captured'`,
          [id],
        );
        assert.equal(rows.length, 1);
      },
      alike: 2,
    },
  );
  assert.ok(lives > 2, `only ${lives} lives`);
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
