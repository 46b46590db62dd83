import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { makeFiles } from '../../src/ach/files/make-files.ts';
import { closeBusiness, suspendBusiness } from '../../src/parties/businesses/change-state.ts';
import { makePayout } from '../../src/settlement/payout.ts';
import { switchPayouts } from '../../src/settlement/switch-payouts.ts';
import type { Fixture } from '../fixture.ts';
import { nextDay, openPaidTill, why } from './paid-till.ts';
import { makeBank, type Till } from './till.ts';

const stops = {
  'is suspended': suspendBusiness,
  'is closed': closeBusiness,
  'is not to be paid out any more': (...[world, id]: Parameters<typeof closeBusiness>) =>
    switchPayouts(world as Till['world'], id, false, why),
};

for (const [what, stop] of Object.entries(stops)) {
  test(`a deposit that waits for its file is not sent when its business ${what}`, async (t) => {
    const { fixture, till, id } = await openWithDeposit(t);
    await stop(till.world, id, why);
    await atCutoff(till, fixture);
    assert.deepEqual(await depositsOf(till), ['canceled']);
    const [batch] = await till.batches();
    assert.equal(batch?.state, 'reconciled');
    assert.equal((await till.ledger()).clearing, 10_000n);
    await till.audit();
  });
}

test('and what it was to pay is paid by the next one', async (t) => {
  const { fixture, till, id } = await openWithDeposit(t);
  await switchPayouts(till.world, id, false, why);
  await atCutoff(till, fixture);
  await switchPayouts(till.world, id, true, why);
  assert.equal((await makePayout(till.world, id))?.amountCents, 10_000n);
  await atCutoff(till, fixture);
  assert.deepEqual(await depositsOf(till), ['canceled', 'originated']);
  await till.audit();
});

async function openWithDeposit(t: TestContext) {
  const fixture = await makeBank(t);
  const till = await openPaidTill(t, fixture);
  const { id } = till.caller.business;
  await nextDay(fixture);
  await till.pay();
  await till.close();
  assert.ok(await makePayout(till.world, id));
  return { fixture, till, id };
}

/** The one that its deposit waits for. */
async function atCutoff({ world, caller }: Till, { clock }: Fixture): Promise<void> {
  const [waiting] = await world.db.query<{ at: Date }>(
    `select next_at as at from ach_entries where business_id = $1 and state = 'queued'`,
    [caller.business.id],
  );
  clock.setTo(waiting!.at);
  clock.pass(60_000);
  await makeFiles(world);
}

async function depositsOf({ world, caller }: Till): Promise<string[]> {
  const rows = await world.db.query<{ state: string }>(
    `select state from ach_entries where business_id = $1 and kind = 'deposit' order by id`,
    [caller.business.id],
  );
  return rows.map(({ state }) => state);
}
