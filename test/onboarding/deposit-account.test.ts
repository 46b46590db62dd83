import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { ApplicationState } from '../../src/applications/application.ts';
import type { Business } from '../../src/businesses/business.ts';
import { readDepositAccount } from '../../src/settlement/bank-account.ts';
import { makeDeposit } from '../../src/settlement/deposit.ts';
import { switchPayouts } from '../../src/settlement/payouts.ts';
import { giveBankAccount, makeBank, openTill } from '../settlement/till.ts';

const house = await makeBank({ after });
const why = { actor: 'operator:ada', reason: 'agreed' };

/** As the application of a business came, or was written down by an older release. */
async function tell(
  { id }: Business,
  changes: { type?: string | undefined; state?: ApplicationState },
) {
  const { type, state = 'active' } = changes;
  const told = type === undefined ? {} : { AccountType: type };
  await house.db.query(
    `update applications set details = (details::jsonb || $2::jsonb)::json, state = $3
     where business_id = $1`,
    [id, JSON.stringify(told), state],
  );
}

test('deposits go to a savings account where the application says so, else to a checking account', async () => {
  const said = [
    [undefined, 'checking'],
    ['Checking', 'checking'],
    ['Business Checking', 'checking'],
    ['Savings', 'savings'],
    ['Business Savings', 'savings'],
    ['PERSONAL SAVING', 'savings'],
  ] as const;
  for (const [type, kind] of said) {
    const { business } = await house.addBusiness();
    await giveBankAccount(house, business);
    await tell(business, { type });
    assert.equal((await readDepositAccount(house.db, business.id))?.kind, kind, String(type));
  }
});

test('a deposit to a savings account is written down as one', async (t) => {
  const till = await openTill(t, { house });
  const { business } = till.caller;
  await giveBankAccount(house, business);
  await tell(business, { type: 'Business Savings' });
  await switchPayouts(till.world, business.id, true, why);
  await till.pay();
  await till.close();
  assert.ok(await makeDeposit(till.world, business.id));
  const rows = await house.db.query(
    `select account_kind from ach_entries where business_id = $1 and kind = 'deposit'`,
    [business.id],
  );
  assert.deepEqual(rows, [{ account_kind: 'savings' }]);
});

test('nobody is paid out to an account that nobody looked at yet', async () => {
  const { business } = await house.addBusiness();
  await giveBankAccount(house, business);
  for (const state of ['in_review', 'needs_information', 'provisioning', 'declined'] as const) {
    await tell(business, { state });
    assert.equal(await readDepositAccount(house.db, business.id), undefined, state);
  }
});
