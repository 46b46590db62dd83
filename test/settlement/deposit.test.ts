import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Refusal } from '../../src/base/refusal.ts';
import { balances } from '../../src/ledger/balance.ts';
import { writeTransfers } from '../../src/ledger/write.ts';
import { makeDeposit } from '../../src/settlement/deposit.ts';
import { switchPayouts } from '../../src/settlement/payouts.ts';
import { changeTerms } from '../../src/settlement/terms.ts';
import { giveBankAccount, makeBank, openTill, type Till } from './till.ts';

const house = await makeBank({ after });
const why = { actor: 'operator:ada', reason: 'agreed' };
const dayMs = 24 * 3_600_000;

test('what is reconciled is paid out once, and its batches are funded', async (t) => {
  const till = await openPaidTill(t);
  const { id } = till.caller.business;
  await changeTerms(till.world, id, { cardFeeCents: 50 }, 'test');
  await till.pay();
  await till.close();
  await till.pay();
  const deposit = await makeDeposit(till.world, id);
  assert.deepEqual([deposit?.amountCents, deposit?.batches], [9950n, 1]);
  assert.deepEqual(await entries(till), [
    {
      kind: 'deposit',
      state: 'queued',
      amount_cents: 9950n,
      sec_code: 'CCD',
      routing_number: '021000021',
      holder: 'Park Bakery LLC',
      number_owner: 'application',
      next_at: new Date('2030-01-16T01:00:00Z'),
    },
  ]);
  assert.equal((await till.batches())[0]!.state, 'funded');
  assert.equal(await makeDeposit(till.world, id), undefined);
  await till.close();
  // One a day, and never twice for the same.
  assert.equal(await makeDeposit(till.world, id), undefined);
  house.clock.pass(dayMs);
  assert.equal((await makeDeposit(till.world, id))?.amountCents, 9950n);
  house.clock.pass(dayMs);
  assert.equal(await makeDeposit(till.world, id), undefined);
  await till.audit();
});

test('twenty workers at once make one deposit', async (t) => {
  const till = await openPaidTill(t);
  const { id } = till.caller.business;
  await till.pay();
  await till.close();
  const worlds = await Promise.all(Array.from({ length: 20 }, () => house.open()));
  const made = await Promise.all(worlds.map((world) => makeDeposit(world, id)));
  assert.equal(made.filter(Boolean).length, 1);
  assert.equal((await entries(till)).length, 1);
});

test('what is less than nothing is carried until there is more', async (t) => {
  const till = await openPaidTill(t);
  const { id } = till.caller.business;
  const { invoice } = await till.pay();
  await till.close();
  await makeDeposit(till.world, id);
  await originate(till);
  assert.deepEqual(await till.ledger(), { bank: 10_000n, sales: -10_000n });
  await till.refund({ RefundType: 'Partial', Amount: '70.00', PaymentID: invoice });
  await till.close();
  await nextDay();
  assert.equal(await makeDeposit(till.world, id), undefined);
  assert.equal((await till.batches())[1]!.state, 'reconciled');
  await till.pay();
  await till.close();
  assert.equal((await makeDeposit(till.world, id))?.amountCents, 3000n);
  const states = (await till.batches()).map(({ state }) => state);
  assert.deepEqual(states, ['funded', 'funded', 'funded']);
  await till.audit();
});

test('nothing is paid out on days of no bank', async (t) => {
  const till = await openPaidTill(t);
  const { id } = till.caller.business;
  await till.pay();
  await till.close();
  while (new Date(house.clock.now()).getUTCDay() !== 6) house.clock.pass(dayMs);
  assert.equal(await makeDeposit(till.world, id), undefined);
  await nextDay();
  assert.ok(await makeDeposit(till.world, id));
});

test('after a deposit came back none is made until payouts are switched on again', async (t) => {
  const till = await openPaidTill(t);
  const { id } = till.caller.business;
  await nextDay();
  await till.pay();
  await till.close();
  await makeDeposit(till.world, id);
  await originate(till);
  house.clock.pass(60_000);
  await house.db.query(
    `update ach_entries set state = 'returned', returned_at = $2 where business_id = $1`,
    [id, house.clock.now()],
  );
  await till.world.db.begin(async (tx) => {
    const [entry] = await tx.query<{ id: bigint }>(
      'select id from ach_entries where business_id = $1',
      [id],
    );
    const moved = { debit: 'clearing', credit: 'bank', cents: 10_000n } as const;
    const lineId = await till.world.ids.next(id);
    const madeAt = house.clock.now();
    await writeTransfers(tx, [
      { ...moved, businessId: id, id: lineId, entryId: entry!.id, madeAt },
    ]);
  });
  await nextDay();
  assert.equal(await makeDeposit(till.world, id), undefined);
  await switchPayouts(till.world, id, false, why);
  await switchPayouts(till.world, id, true, why);
  assert.equal((await makeDeposit(till.world, id))?.amountCents, 10_000n);
  await till.audit();
});

test('payouts need a bank account that is known, and a business that takes payments', async (t) => {
  const till = await openTill(t, { house });
  const { business } = till.caller;
  const on = () => switchPayouts(till.world, business.id, true, why);
  await assert.rejects(on, /No bank account/);
  await giveBankAccount(house, business);
  assert.equal((await on()).state, 'payouts_enabled');
  await assert.rejects(on, Refusal);
  const jobs = await house.db.query(
    'select kind, run_at from jobs where business_id = $1 order by kind',
    [business.id],
  );
  assert.deepEqual(
    jobs.map((job) => (job as { kind: string }).kind),
    ['batch.close', 'deposit.make'],
  );
  const moves = await house.db.query(
    'select to_state, actor from business_moves where business_id = $1',
    [business.id],
  );
  assert.deepEqual(moves, [{ to_state: 'payouts_enabled', actor: why.actor }]);
});

test('a business whose application was declined is not paid out to the account in it', async (t) => {
  const till = await openTill(t, { house });
  const { business } = till.caller;
  await giveBankAccount(house, business);
  await house.db.query(`update applications set state = 'declined' where business_id = $1`, [
    business.id,
  ]);
  await assert.rejects(() => switchPayouts(till.world, business.id, true, why), /No bank account/);
});

test('an account can be asked for as of any moment', async (t) => {
  const till = await openTill(t, { house });
  const { id } = till.caller.business;
  const begun = new Date(house.clock.now().getTime() - 1);
  await till.pay({ TaxAmount: '8.00' });
  const paid = house.clock.now();
  house.clock.pass(60_000);
  await till.close();
  const at = async (moment?: Date) =>
    Object.fromEntries(
      (await balances(house.db, id, moment)).map(({ account, cents }) => [account, cents]),
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
  assert.deepEqual(await at(house.clock.now()), await at());
});

async function openPaidTill(t: Parameters<typeof openTill>[0]): Promise<Till> {
  const till = await openTill(t, { house });
  const { business } = till.caller;
  await giveBankAccount(house, business);
  await switchPayouts(till.world, business.id, true, why);
  return till;
}

async function nextDay(): Promise<void> {
  do house.clock.pass(dayMs);
  while ([0, 6].includes(house.clock.now().getUTCDay()) || isHoliday(house.clock.now()));
}

function isHoliday(at: Date): boolean {
  return at.toISOString().startsWith('2030-01-21');
}

async function entries({ caller }: Till) {
  return await house.db.query(
    `select kind, state, amount_cents, sec_code, routing_number, holder, number_owner, next_at
     from ach_entries where business_id = $1 order by id`,
    [caller.business.id],
  );
}

/** As it is done when its file is at the bank. */
async function originate({ world, caller }: Till): Promise<void> {
  const { id: businessId } = caller.business;
  await world.db.begin(async (tx) => {
    const rows = await tx.query<{ id: bigint; cents: bigint }>(
      `update ach_entries set state = 'originated', next_at = null
       where business_id = $1 and kind = 'deposit' and state = 'queued'
       returning id, amount_cents as cents`,
      [businessId],
    );
    for (const { id: entryId, cents } of rows) {
      const id = await world.ids.next(businessId);
      const moved = { debit: 'bank', credit: 'clearing', cents } as const;
      await writeTransfers(tx, [{ ...moved, businessId, id, entryId, madeAt: world.now() }]);
    }
  });
}
