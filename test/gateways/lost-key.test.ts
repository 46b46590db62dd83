import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { accountsOf } from '../../src/payments/accounts/account.ts';
import { checkAccount } from '../../src/payments/accounts/check-account.ts';
import { workOnce } from '../../src/worker/worker.ts';
import { makeFixture } from '../fixture.ts';
import { dayMs, type LiveBusiness } from './live-business.ts';
import { openLive } from './nmi-business.ts';

/* The vault has lost the key of an account: nothing can be sent there, and nothing found out. */

const fixture = await makeFixture({ after });
const { db, clock } = fixture;

async function loseKey({ businessId }: LiveBusiness<unknown>): Promise<void> {
  await db.query(`delete from vault_records where business_id = $1 and field = 'processor_key'`, [
    businessId,
  ]);
}

test('what cannot be sent is told so, and its order number is free', async (t) => {
  const live = await openLive(t, fixture);
  await live.connect();
  await loseKey(live);
  const told = await live.pay({ Amount: '10.00', OrderNumber: 'no key' });
  assert.equal(told.status, 503, told.text);
  assert.equal(await live.stateOf('no key'), 'canceled');
  assert.match(fixture.logged.join(''), /"processor.not_opened"/);
  await live.connect();
  const sold = await live.pay({ Amount: '10.00', OrderNumber: 'no key' });
  assert.equal(sold.state, 'captured', sold.text);
  assert.deepEqual(live.done(), ['sale 1000']);
});

test('a refund that cannot be sent may be tried again', async (t) => {
  const live = await openLive(t, fixture);
  await live.connect();
  const sold = await live.pay({ Amount: '10.00', OrderNumber: 'sale' });
  await loseKey(live);
  // The key of before is known to a process that has used it.
  await db.query(
    'update processor_accounts set key_number = key_number + 1 where business_id = $1',
    [live.businessId],
  );
  const refund = () => live.refund({ RefundType: 'Full', PaymentID: sold.invoice });
  assert.match((await refund()).text, /could not be sent/);
  await live.connect();
  assert.equal((await refund()).state, 'succeeded');
});

test('what was sent before is found out by nobody, and becomes a case in its time', async (t) => {
  const live = await openLive(t, fixture);
  await live.connect();
  const sale = await live.nextReference();
  const sold = await live.pay({ Amount: '10.00', OrderNumber: 'sale' });
  live.double.script(await live.nextReference(), { answer: 'lost' });
  await live.pay({ Amount: '20.00', OrderNumber: 'lost' });
  live.double.script(`${sale} void`, { answer: 'lost' });
  await live.refund({ RefundType: 'Full', PaymentID: sold.invoice });
  await loseKey(live);

  const world = await fixture.open();
  const [account] = await accountsOf(db, live.businessId);
  const checked = await checkAccount(world, account!, { actor: 'system', resumes: false });
  assert.equal(checked.isGood, undefined);
  const casesOf = async () =>
    await db.query<{ kind: string }>(
      'select kind from open_questions where business_id = $1 order by kind',
      [live.businessId],
    );
  for (let days = 0; days < 6; days += 1) {
    clock.pass(dayMs);
    while ((await workOnce(world)) > 0);
  }
  assert.deepEqual(await casesOf(), [{ kind: 'no_report' }]);
  for (let days = 0; days < 4; days += 1) {
    clock.pass(dayMs);
    while ((await workOnce(world)) > 0);
  }
  assert.equal(await live.stateOf('lost'), 'unknown');
  const kinds = (await casesOf()).map(({ kind }) => kind);
  assert.deepEqual(kinds, ['followup_unknown', 'no_report', 'outcome_unknown']);
});
