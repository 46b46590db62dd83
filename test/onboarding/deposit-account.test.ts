import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { activate } from '../../src/parties/applications/activate.ts';
import { answer, approve, request } from '../../src/parties/applications/review.ts';
import { makePayout } from '../../src/settlement/payout.ts';
import { readPayoutAccount } from '../../src/settlement/payout-account.ts';
import { switchPayouts } from '../../src/settlement/switch-payouts.ts';
import { giveBankAccount, makeBank, openTill } from '../settlement/till.ts';
import { apply, keys } from './applicant.ts';

const fixture = await makeBank({ after });
const why = { actor: 'operator:ada', reason: 'agreed' };

test('deposits go to a savings account where the application says so, else to a checking account', async () => {
  const said = [
    [undefined, 'checking'],
    ['Checking', 'checking'],
    ['Business Checking', 'checking'],
    ['Savings', 'savings'],
    ['Business Savings', 'savings'],
    ['PERSONAL SAVING', 'savings'],
    ['Money market', 'checking'],
  ] as const;
  for (const [type, kind] of said) {
    const { business } = await fixture.addBusiness();
    await giveBankAccount(fixture, business, type === undefined ? {} : { AccountType: type });
    assert.equal(
      (await readPayoutAccount(fixture.db, business.id))?.accountKind,
      kind,
      String(type),
    );
  }
});

test('a deposit to a savings account is written down as one', async (t) => {
  const till = await openTill(t, { fixture });
  const { business } = till.caller;
  await giveBankAccount(fixture, business, { AccountType: 'Business Savings' });
  await switchPayouts(till.world, business.id, true, why);
  await till.pay();
  await till.close();
  assert.ok(await makePayout(till.world, business.id));
  const rows = await fixture.db.query(
    `select account_kind from ach_entries where business_id = $1 and kind = 'deposit'`,
    [business.id],
  );
  assert.deepEqual(rows, [{ account_kind: 'savings' }]);
});

test('nobody is paid out to an account that nobody looked at yet', async () => {
  const { business } = await fixture.addBusiness();
  await giveBankAccount(fixture, business);
  for (const state of ['in_review', 'needs_information', 'provisioning', 'declined'] as const) {
    await fixture.db.query('update applications set state = $2 where business_id = $1', [
      business.id,
      state,
    ]);
    assert.equal(await readPayoutAccount(fixture.db, business.id), undefined, state);
  }
});

test('an answer corrects the account that an application names, and keeps what it does not name', async () => {
  const world = await fixture.open();
  const master = (await fixture.addBusiness({ environment: 'live' })).business;
  const details = { RoutingNumber: '021000021', AccountType: 'Savings' };
  const applicant = await apply(world, master, { environment: 'live', details });
  const named = { routing: '021000021', holder: 'Park', kind: 'savings' };
  assert.deepEqual(await columnsOf(applicant.business.id), named);

  const requirements = ['bank_account'];
  await request(world, ...keys(applicant), { ...why, requirements });
  assert.deepEqual(await columnsOf(applicant.business.id), named);
  const corrected = { RoutingNumber: '011401533', AccountName: 'Park Flowers LLC' };
  await answer(world, ...keys(applicant), { ...why, details: corrected });
  await approve(world, ...keys(applicant), why);
  await activate(world, applicant.business.id, why);
  assert.deepEqual(await columnsOf(applicant.business.id), {
    routing: '011401533',
    holder: 'Park Flowers LLC',
    kind: 'savings',
  });
});

test('an application without a routing number names no account', async () => {
  const master = (await fixture.addBusiness()).business;
  const details = { AccountName: 'Park Flowers LLC', AccountType: 'Savings' };
  const { business } = await apply(await fixture.open(), master, { details });
  const none = { routing: null, holder: null, kind: null };
  assert.deepEqual(await columnsOf(business.id), none);
  assert.equal(await readPayoutAccount(fixture.db, business.id), undefined);
});

async function columnsOf(businessId: bigint): Promise<unknown> {
  const [row] = await fixture.db.query(
    `select payout_routing_number as routing, payout_holder as holder, payout_account_kind as kind
     from applications where business_id = $1`,
    [businessId],
  );
  return row;
}
