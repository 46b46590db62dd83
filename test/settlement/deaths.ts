import assert from 'node:assert/strict';
import { test } from 'node:test';
import { closeBatch } from '../../src/settlement/close.ts';
import { bankingDayOf } from '../../src/settlement/moments.ts';
import { makePayout } from '../../src/settlement/payout.ts';
import { resolveBatches } from '../../src/settlement/resolve.ts';
import { everyLife } from '../crash-world.ts';
import type { Size } from '../size.ts';
import { findings, giveBankAccount, makeBank, openTill, type Till } from './till.ts';

type Asked = { readonly batch?: 'timeout_before_booking' | 'timeout_after_booking' | 'mismatch' };

export function testDeaths(size?: Size): void {
  const campaign = { name: 'settlement/deaths', size };

  for (const [name, { batch }] of Object.entries<Asked>({
    'a closing': {},
    'a closing that never arrives': { batch: 'timeout_before_booking' },
    'a closing whose answer is lost': { batch: 'timeout_after_booking' },
    'a closing whose totals differ': { batch: 'mismatch' },
  })) {
    test(`${name} survives death at every statement, commit and call`, async (t) => {
      const fixture = await makeBank(t);
      const till = await openTill(t, { fixture });
      const { lives } = await everyLife(campaign, {
        open: fixture.open,
        async before() {
          const { invoice } = await till.pay();
          await till.refund({ RefundType: 'Partial', Amount: '1.00', PaymentID: invoice });
          await till.pay();
          if (batch) fixture.bank.script({ batch });
        },
        act: (crashing) => closeBatch(crashing, till.caller.business.id, 'simulator', 'test'),
        async others(_, n) {
          // Every second time somebody else closes at once; the others wait for the sweep.
          if (n % 2 === 0) await till.close();
          await resolve(till, [40, 40, 200, 400]);
          await till.close();
          await resolve(till, [40, 40, 200, 400]);
        },
      });
      const stored = await till.batches();
      const settled = stored.filter(({ state }) => state === 'reconciled');
      const items = stored.reduce((sum, one) => sum + one.items, 0);
      assert.equal(items, 3 * lives, 'an item is in no batch, or in two');
      if (batch === 'mismatch') {
        const rows = await fixture.db.query<{ open: bigint }>(
          `select count(*) as open from open_questions q join batches b
             on b.business_id = q.business_id and b.id = q.object_id and b.state = 'mismatch'`,
        );
        assert.equal(rows[0]!.open, BigInt(stored.length - settled.length));
      } else assert.equal(settled.length, stored.length);
      assert.deepEqual(await findings(fixture), []);
    });
  }

  test('whoever finds out about a dead process’s batch may die as well', async (t) => {
    const fixture = await makeBank(t);
    const till = await openTill(t, { fixture });
    const { lives } = await everyLife(campaign, {
      open: fixture.open,
      async before(n) {
        await till.pay();
        fixture.bank.script({ batch: n % 2 ? 'timeout_before_booking' : 'timeout_after_booking' });
        await till.close();
        fixture.clock.pass(300_000);
      },
      act: (crashing) => resolveBatches(crashing),
      others: () => resolve(till, [40, 300, 2000]),
    });
    const stored = await till.batches();
    assert.equal(stored.length, lives);
    assert.ok(stored.every(({ state }) => state === 'reconciled'));
    await till.audit();
  });

  test('a deposit survives death at every statement and commit, and is made once', async (t) => {
    const fixture = await makeBank(t);
    const till = await openTill(t, { fixture });
    const { business } = till.caller;
    await giveBankAccount(fixture, business);
    await fixture.db.query(
      `update businesses set state = 'payouts_enabled' where business_id = $1`,
      [business.id],
    );
    const { lives } = await everyLife(campaign, {
      open: fixture.open,
      async before() {
        await till.pay();
        await till.close();
      },
      act: (crashing) => makePayout(crashing, business.id),
      async others() {
        await makePayout(till.world, business.id);
        do fixture.clock.pass(24 * 3_600_000);
        while (!bankingDayOf(fixture.clock.now()));
      },
    });
    await makePayout(till.world, business.id);
    const [sum] = await fixture.db.query<{ cents: bigint; unfunded: bigint }>(
      `select sum(amount_cents)::bigint as cents,
         (select count(*) from batches where state <> 'funded') as unfunded
       from ach_entries where kind = 'deposit'`,
    );
    assert.deepEqual(sum, { cents: 10_000n * BigInt(lives), unfunded: 0n });
    await till.audit();
  });
}

async function resolve({ fixture, world }: Till, seconds: readonly number[]): Promise<void> {
  for (const one of seconds) {
    fixture.clock.pass(one * 1000);
    await resolveBatches(world);
  }
}
