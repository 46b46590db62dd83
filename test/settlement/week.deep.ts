import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeTerms } from '../../src/settlement/change-terms.ts';
import { switchPayouts } from '../../src/settlement/switch-payouts.ts';
import { nextDue } from '../../src/time-machine/due.ts';
import { scheduleRecurring } from '../../src/worker/schedule.ts';
import { workOnce } from '../../src/worker/worker.ts';
import { bankFields } from '../caller.ts';
import { ownWorld } from '../subscriptions/club.ts';
import { findings, giveBankAccount, makeBank, openTill, type Till } from './till.ts';

const noCard = { CCNumber: '', ExpirationMonth: '', ExpirationYear: '', CVV: '' };
const hourMs = 3_600_000;

test('in two weeks of cards and bank payments each hour is explained, and all is paid out', async (t) => {
  const fixture = await makeBank(t);
  const till = await openTill(t, { fixture });
  const { id } = till.caller.business;
  await giveBankAccount(fixture, till.caller.business);
  await switchPayouts(till.world, id, true, { actor: 'operator:ada', reason: 'agreed' });
  await changeTerms(
    till.world,
    id,
    { cardFeeBps: 290, achFeeCents: 25, returnFeeCents: 400 },
    'test',
  );
  await scheduleRecurring(till.world);
  for (let hour = 0; hour < 16 * 24; hour += 1) {
    if (hour < 8 * 24 && hour % 24 === 0) {
      const { invoice } = await till.pay();
      await till.refund({ RefundType: 'Partial', Amount: '9.99', PaymentID: invoice });
      await till.pay({ ...bankFields, ...noCard });
    }
    await pass(till, hourMs);
    if (hour % 6 === 0) assert.deepEqual(await findings(fixture), [], `after ${hour} hours`);
  }
  const { bank = 0n, clearing = 0n, ...more } = await till.ledger();
  const { sales = 0n, refunds = 0n, platform_fees: fees = 0n, ...open } = more;
  assert.deepEqual([sales, refunds, clearing, open], [-160_000n, 7992n, 0n, {}]);
  assert.equal(bank, 160_000n - 7992n - fees);
  const states = await fixture.db.query(
    `select 'deposit' as what, state from ach_entries where business_id = $1 and kind = 'deposit'
     union select 'batch', state from batches where business_id = $1
     union select 'payment', state from payments where business_id = $1 order by what, state`,
    [id],
  );
  assert.deepEqual(
    states.map((row) => Object.values(row as object).join(' ')),
    ['batch funded', 'deposit settled', 'payment available', 'payment settled'],
  );
});

test('what comes back early, late and again is explained each hour of six weeks', async (t) => {
  const fixture = await makeBank(t);
  const till = await openTill(t, { fixture });
  const { id } = till.caller.business;
  await giveBankAccount(fixture, till.caller.business);
  await switchPayouts(till.world, id, true, { actor: 'operator:ada', reason: 'agreed' });
  await changeTerms(till.world, id, { achFeeCents: 25, returnFeeCents: 400 }, 'test');
  await scheduleRecurring(till.world);
  const back = ['99000201', '99100201', '99000110', '99002010', '99000102', '9876543'];
  for (const AccountNumber of back) await till.pay({ ...bankFields, ...noCard, AccountNumber });
  const refunded = await till.pay({ ...bankFields, ...noCard, AccountNumber: '99200101' });
  await till.pay();
  let asked = false;
  for (let hour = 0; hour < 42 * 24; hour += 2) {
    await pass(till, 2 * hourMs);
    const { state } = await till.payment(refunded.invoice);
    if (!asked && state === 'available') {
      asked = true;
      const { body } = await till.refund({ PaymentID: refunded.invoice });
      assert.equal(body.IsSuccess, true);
    }
    if (hour % 12 === 0) assert.deepEqual(await findings(fixture), [], `after ${hour} hours`);
  }
  assert.ok(asked);
  const {
    'receivable:simulator': card,
    'receivable:ach': ach,
    held,
    returns,
  } = await till.ledger();
  assert.deepEqual([card, ach, held], [undefined, undefined, undefined]);
  assert.equal(returns, 40_000n);
});

/** Whatever comes due is done in its moment; else nobody has to look. */
async function pass({ fixture, world, caller }: Till, ms: number): Promise<void> {
  const { clock } = fixture;
  const { id } = caller.business;
  const until = new Date(clock.now().getTime() + ms);
  const own = await ownWorld(world, id);
  for (;;) {
    const due = await nextDue(own, id, { after: own.now(), until, but: [] });
    clock.setTo(due?.at ?? until);
    if (!due) return;
    while ((await workOnce(world)) > 0);
  }
}
