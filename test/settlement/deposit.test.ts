import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Refusal } from '../../src/kernel/refusal.ts';
import { resume } from '../../src/parties/applications/resume.ts';
import { suspendBusiness } from '../../src/parties/businesses/change-state.ts';
import { balances } from '../../src/payments/ledger/balance.ts';
import { changeTerms } from '../../src/settlement/change-terms.ts';
import { makePayout } from '../../src/settlement/payout.ts';
import { switchPayouts } from '../../src/settlement/switch-payouts.ts';
import type { World } from '../../src/world.ts';
import { comeBack, dayMs, nextDay, openPaidTill, originate, why } from './paid-till.ts';
import { giveBankAccount, makeBank, openTill, type Till } from './till.ts';

const fixture = await makeBank({ after });

test('reconciled batches are paid out once, and funded', async (t) => {
  const till = await openPaidTill(t, fixture);
  const { id } = till.caller.business;
  await changeTerms(till.world, id, { cardFeeCents: 50 }, 'test');
  await till.pay();
  await till.close();
  await till.pay();
  const deposit = await makePayout(till.world, id);
  assert.deepEqual([deposit?.amountCents, deposit?.batches], [9950n, 1]);
  assert.deepEqual(await entries(till), [
    {
      kind: 'deposit',
      state: 'queued',
      amount_cents: 9950n,
      sec_code: 'CCD',
      routing_number: '021000021',
      last4: '6543',
      holder: 'Park Bakery LLC',
      number_owner: 'application',
      next_at: new Date('2030-01-16T01:00:00Z'),
    },
  ]);
  assert.equal((await till.batches())[0]!.state, 'funded');
  assert.equal(await makePayout(till.world, id), undefined);
  await till.close();
  // One a day, and never twice for the same.
  assert.equal(await makePayout(till.world, id), undefined);
  fixture.clock.pass(dayMs);
  assert.equal((await makePayout(till.world, id))?.amountCents, 9950n);
  fixture.clock.pass(dayMs);
  assert.equal(await makePayout(till.world, id), undefined);
  await till.audit();
});

test('payouts without a webhook wait for none', async (t) => {
  const till = await openPaidTill(t, fixture);
  const { id } = till.caller.business;
  await fixture.db.query(
    `insert into webhook_endpoints (business_id, kind, url, created_at)
     values ($1, 'payments', 'http://127.0.0.1:9/', now())`,
    [id],
  );
  await till.pay();
  await till.close();
  await makePayout(till.world, id);
  const written = await fixture.db.query<{ kind: string; waits: boolean }>(
    `select kind, 'webhook' = any(untold) as waits from events where business_id = $1 order by id`,
    [id],
  );
  assert.deepEqual(written, [
    { kind: 'payment.captured', waits: true },
    { kind: 'batch.closed', waits: false },
    { kind: 'batch.reconciled', waits: false },
    { kind: 'deposit.made', waits: false },
  ]);
});

test('that the account of a business was opened for its deposit stands in the audit log', async (t) => {
  const till = await openPaidTill(t, fixture);
  const { id } = till.caller.business;
  await till.pay();
  await till.close();
  const deposit = await makePayout(till.world, id);
  const opened = await fixture.db.query(
    `select actor, object from audit_trail where business_id = $1 and act = 'number.opened'`,
    [id],
  );
  assert.deepEqual(opened, [{ actor: 'system', object: `deposit:${deposit!.id}` }]);
});

test('twenty workers at once make one deposit', async (t) => {
  const till = await openPaidTill(t, fixture);
  const { id } = till.caller.business;
  await till.pay();
  await till.close();
  const worlds = await Promise.all(Array.from({ length: 20 }, () => fixture.open()));
  const made = await Promise.all(worlds.map((world) => makePayout(world, id)));
  assert.equal(made.filter(Boolean).length, 1);
  assert.equal((await entries(till)).length, 1);
});

test('a negative balance is carried over', async (t) => {
  const till = await openPaidTill(t, fixture);
  const { id } = till.caller.business;
  const { invoice } = await till.pay();
  await till.close();
  await makePayout(till.world, id);
  await originate(till);
  assert.deepEqual(await till.ledger(), { bank: 10_000n, sales: -10_000n });
  await till.refund({ RefundType: 'Partial', Amount: '70.00', PaymentID: invoice });
  await till.close();
  await nextDay(fixture);
  assert.equal(await makePayout(till.world, id), undefined);
  const [, negative] = await till.batches();
  assert.deepEqual([negative?.state, negative?.net], ['reconciled', -7000n]);
  await till.pay();
  await till.close();
  assert.equal((await makePayout(till.world, id))?.amountCents, 3000n);
  const states = (await till.batches()).map(({ state }) => state);
  assert.deepEqual(states, ['funded', 'funded', 'funded']);
  await till.audit();
});

test('nothing is paid out on days of no bank', async (t) => {
  const till = await openPaidTill(t, fixture);
  const { id } = till.caller.business;
  await till.pay();
  await till.close();
  while (new Date(fixture.clock.now()).getUTCDay() !== 6) fixture.clock.pass(dayMs);
  assert.equal(await makePayout(till.world, id), undefined);
  await nextDay(fixture);
  assert.ok(await makePayout(till.world, id));
});

test('after a deposit came back none is made until payouts are switched on again', async (t) => {
  const till = await openPaidTill(t, fixture);
  const { id } = till.caller.business;
  await nextDay(fixture);
  await till.pay();
  await till.close();
  await makePayout(till.world, id);
  await originate(till);
  fixture.clock.pass(60_000);
  await comeBack(till.world, id);
  await nextDay(fixture);
  assert.equal(await makePayout(till.world, id), undefined);
  assert.equal((await till.batches())[0]!.state, 'reconciled', 'nothing has paid it');
  await suspendBusiness(till.world, id, why);
  await resume(till.world, id, why);
  assert.equal(
    await makePayout(till.world, id),
    undefined,
    'whoever resumes it switches nothing on',
  );
  await switchPayouts(till.world, id, false, why);
  await switchPayouts(till.world, id, true, why);
  const deposit = await makePayout(till.world, id);
  assert.deepEqual([deposit?.amountCents, deposit?.batches], [10_000n, 1]);
  const funded = await fixture.db.query(
    `select deposit_id as "depositId" from batches where business_id = $1 and state = 'funded'`,
    [id],
  );
  assert.deepEqual(funded, [{ depositId: deposit?.id }]);
  await till.audit();
});

test('a clock that was moved on and back neither skips a deposit nor frees one that came back', async (t) => {
  const till = await openPaidTill(t, fixture);
  const { id } = till.caller.business;
  await nextDay(fixture);
  const ahead = (days: number): World => ({
    ...till.world,
    now: () => new Date(fixture.clock.now().getTime() + days * dayMs),
  });
  await till.pay();
  await till.close();
  // Switched on by a clock that is ahead of the return, and the return is ahead of the next decision.
  await switchPayouts(ahead(28), id, false, why);
  await switchPayouts(ahead(28), id, true, why);
  assert.ok(await makePayout(ahead(7), id));
  await originate(till);
  await till.pay();
  await till.close();
  assert.equal((await makePayout(till.world, id))?.amountCents, 10_000n);
  await originate(till);

  await comeBack(ahead(14), id);
  await nextDay(fixture);
  assert.equal(await makePayout(till.world, id), undefined);
  await switchPayouts(till.world, id, false, why);
  await switchPayouts(till.world, id, true, why);
  assert.equal((await makePayout(till.world, id))?.amountCents, 10_000n);
});

test('payouts need a bank account that is known, and a business that takes payments', async (t) => {
  const till = await openTill(t, { fixture });
  const { business } = till.caller;
  const on = () => switchPayouts(till.world, business.id, true, why);
  await assert.rejects(on, /No bank account/);
  await giveBankAccount(fixture, business);
  assert.equal((await on()).state, 'payouts_enabled');
  await assert.rejects(on, Refusal);
  const jobs = await fixture.db.query(
    'select kind, run_at from jobs where business_id = $1 order by kind',
    [business.id],
  );
  assert.deepEqual(
    jobs.map((job) => (job as { kind: string }).kind),
    ['batch.close', 'deposit.make'],
  );
  const moves = await fixture.db.query(
    'select to_state, actor from business_moves where business_id = $1',
    [business.id],
  );
  assert.deepEqual(moves, [{ to_state: 'payouts_enabled', actor: why.actor }]);
});

test('a business whose application was declined is not paid out to the account in it', async (t) => {
  const till = await openTill(t, { fixture });
  const { business } = till.caller;
  await giveBankAccount(fixture, business);
  await fixture.db.query(`update applications set state = 'declined' where business_id = $1`, [
    business.id,
  ]);
  await assert.rejects(() => switchPayouts(till.world, business.id, true, why), /No bank account/);
});

test('an account can be asked for as of any moment', async (t) => {
  const till = await openTill(t, { fixture });
  const { id } = till.caller.business;
  const begun = new Date(fixture.clock.now().getTime() - 1);
  await till.pay({ TaxAmount: '8.00' });
  const paid = fixture.clock.now();
  fixture.clock.pass(60_000);
  await till.close();
  const at = async (moment?: Date) =>
    Object.fromEntries(
      (await balances(fixture.db, id, moment)).map(({ account, cents }) => [account, cents]),
    );
  assert.deepEqual(await at(begun), {});
  assert.deepEqual(await at(paid), {
    'receivable:simulator': 10_000n,
    sales: -9200n,
    tax: -800n,
  });
  assert.deepEqual(await at(), {
    clearing: 10_000n,
    'receivable:simulator': 0n,
    sales: -9200n,
    tax: -800n,
  });
  assert.deepEqual(await at(fixture.clock.now()), await at());
});

async function entries({ caller }: Till) {
  return await fixture.db.query(
    `select kind, state, amount_cents, sec_code, routing_number, last4, holder, number_owner, next_at
     from ach_entries where business_id = $1 order by id`,
    [caller.business.id],
  );
}
