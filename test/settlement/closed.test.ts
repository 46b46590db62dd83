import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Refusal } from '../../src/kernel/refusal.ts';
import { closeBusiness } from '../../src/parties/businesses/change-state.ts';
import { makePayout } from '../../src/settlement/payout.ts';
import { switchPayouts } from '../../src/settlement/switch-payouts.ts';
import { payOutInTheMorning } from '../../src/settlement/timers.ts';
import { comeBack, nextDay, openPaidTill, originate, why } from './paid-till.ts';
import { makeBank } from './till.ts';

const fixture = await makeBank({ after });

test('a business that was closed is paid out what it has earned, once an operator requests that', async (t) => {
  const till = await openPaidTill(t, fixture);
  const { id } = till.caller.business;
  await nextDay(fixture);
  await till.pay();
  await till.close();
  await till.pay();
  await closeBusiness(till.world, id, why);
  assert.equal(await makePayout(till.world, id), undefined);
  assert.equal(await payOutInTheMorning(till.world, id), undefined);
  await fixture.db.query(`delete from jobs where business_id = $1 and kind = 'deposit.make'`, [id]);

  assert.equal((await switchPayouts(till.world, id, true, why)).state, 'closed');
  await assert.rejects(switchPayouts(till.world, id, true, why), Refusal);
  const jobs = await fixture.db.query(
    `select from jobs where business_id = $1 and kind = 'deposit.make'`,
    [id],
  );
  assert.equal(jobs.length, 1);
  assert.ok(await payOutInTheMorning(till.world, id));
  assert.equal((await depositsOf(id)).length, 1);
  await originate(till);
  // What was open when it was closed comes to its batch, and is paid out after that.
  await till.close();
  await nextDay(fixture);
  assert.equal((await makePayout(till.world, id))?.amountCents, 10_000n);
  await originate(till);

  await comeBack(till.world, id);
  await nextDay(fixture);
  assert.equal(await makePayout(till.world, id), undefined);
  await switchPayouts(till.world, id, false, why);
  await assert.rejects(switchPayouts(till.world, id, false, why), Refusal);
  assert.equal(await payOutInTheMorning(till.world, id), undefined);
  await switchPayouts(till.world, id, true, why);
  assert.equal((await makePayout(till.world, id))?.amountCents, 10_000n);
  const acts = await fixture.db.query<{ act: string }>(
    `select act from audit_trail where business_id = $1 and act like 'business.payouts%' order by n`,
    [id],
  );
  assert.deepEqual(
    acts.map(({ act }) => act),
    ['business.payouts_on', 'business.payouts_off', 'business.payouts_on'],
  );
  await till.audit();
});

async function depositsOf(businessId: bigint) {
  return await fixture.db.query(
    `select from ach_entries where business_id = $1 and kind = 'deposit'`,
    [businessId],
  );
}
