import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { formatFinding } from '../../src/backoffice/reconciliation/finding.ts';
import { historyRules } from '../../src/backoffice/reconciliation/history-rules.ts';
import { checkRule } from '../../src/backoffice/reconciliation/table-rules.ts';
import { Secret } from '../../src/kernel/secret.ts';
import { activate } from '../../src/parties/applications/activate.ts';
import { answer, approve, decline, request } from '../../src/parties/applications/review.ts';
import { readApplication, readStandingApplication } from '../../src/parties/applications/store.ts';
import { submitWithSecrets } from '../../src/parties/applications/submit.ts';
import type { Business } from '../../src/parties/businesses/business.ts';
import { resumeBusiness, suspendBusiness } from '../../src/parties/businesses/change-state.ts';
import { createBusiness } from '../../src/parties/businesses/create-business.ts';
import type { NewBusiness } from '../../src/parties/businesses/new-business.ts';
import { readProfile } from '../../src/parties/businesses/profile.ts';
import { readBusiness } from '../../src/parties/businesses/store.ts';
import { verifyAuditLog } from '../../src/records/verify-audit-log.ts';
import { readPayoutAccount } from '../../src/settlement/payout-account.ts';
import { makeFixture } from '../fixture.ts';
import { apply, canaries, keys, newApplication, statesOf } from './applicant.ts';
import { plainBusiness } from './plain-business.ts';

const fixture = await makeFixture({ after });
const world = await fixture.open();
const decision = { actor: 'operator:ann', reason: 'Looked at it.' };
const bank = { RoutingNumber: '021000021', AccountName: 'Park Flowers', AccountType: 'Savings' };

async function make(changes: Partial<NewBusiness> = {}): Promise<Business> {
  const made = await createBusiness(world, { ...plainBusiness, ...changes });
  assert.ok('business' in made);
  return made.business;
}

/** As the operator hands one in. */
async function hand(business: Business, options: Parameters<typeof newApplication>[0] = {}) {
  const told = newApplication({ ...options, details: { ...bank, ...options.details } });
  const { actor } = decision;
  const secrets = (options.secrets ?? newSecrets()).map(({ field, value }) => ({ field, value }));
  const profile = { EIN: told.details.EIN!, DBA: told.details.DBA! };
  return await submitWithSecrets(world, business, { ...told, secrets, profile, actor });
}

function newSecrets(changes: Partial<Record<keyof typeof canaries, string>> = {}) {
  return Object.entries({ ...canaries, ...changes }).map(([field, value]) => ({
    owner: 'application',
    field: field as keyof typeof canaries,
    value: new Secret(value),
  }));
}

async function inVault({ id: businessId }: Business, field: keyof typeof canaries) {
  const record = { businessId, owner: 'application', field };
  const [found] = await world.vault.openMany(world.db, [record]);
  return found instanceof Secret ? found : undefined;
}

async function stateOf({ id }: Business) {
  return (await readBusiness(world.db, id))!.state;
}

test('a business that was made without an application hands one in, and is paid out to its account', async () => {
  const business = await make();
  const application = await hand(business);
  assert.equal(application.state, 'active');
  assert.equal(await stateOf(business), 'payments_enabled');
  const {
    routingNumber,
    holder,
    accountKind: kind,
  } = (await readPayoutAccount(world.db, business.id))!;
  assert.deepEqual([routingNumber, holder, kind], ['021000021', 'Park Flowers', 'savings']);
  assert.ok((await inVault(business, 'account_number'))?.holds(canaries.account_number));
  assert.equal((await readProfile(world.db, business.id))?.details.EIN, '123456789');
});

test('in live it is screened and reviewed as any other', async () => {
  const business = await make({ environment: 'live' });
  const application = await hand(business, { details: { MccCode: '7995' } });
  assert.deepEqual(
    [application.state, await stateOf(business)],
    ['enhanced_review', 'payments_pending'],
  );
});

test('a business that takes payments already goes on to, whatever becomes of its application', async () => {
  for (const state of ['payments_enabled', 'payouts_enabled'] as const) {
    const business = await make({ environment: 'live', state });
    const applicant = { business, application: await hand(business) };
    assert.deepEqual(await statesOf(world, applicant), ['in_review', state]);
    assert.equal(await readPayoutAccount(world.db, business.id), undefined, 'not looked at yet');
    const outcomeCodes = ['credit_risk'];
    await decline(world, ...keys(applicant), { ...decision, outcomeCodes });
    assert.deepEqual(await statesOf(world, applicant), ['declined', state]);

    const again = { business, application: await hand(business) };
    await approve(world, ...keys(again), decision);
    assert.deepEqual(await statesOf(world, again), ['active', state]);
    assert.ok(await readPayoutAccount(world.db, business.id));
  }
});

test('what was approved while its business was suspended is activated by hand afterwards', async () => {
  const business = await make({ environment: 'live' });
  const { id } = business;
  await activate(world, id, decision);
  await hand((await readBusiness(world.db, id))!);
  await suspendBusiness(world, id, decision);
  const application = (await readStandingApplication(world.db, id))!;
  await approve(world, id, application.id, decision);
  await resumeBusiness(world, id, decision, async (_, before) => before);
  assert.equal((await readStandingApplication(world.db, id))?.state, 'provisioning');
  await activate(world, id, decision);
  assert.equal(await stateOf(business), 'payments_enabled');
  assert.equal((await readStandingApplication(world.db, id))?.state, 'active');
  assert.ok(await readPayoutAccount(world.db, id));
  await assert.rejects(activate(world, id, decision));
});

test('after a decline another is handed in, and nothing of the former is left in the vault', async () => {
  const { business } = await apply(world, (await fixture.addBusiness()).business, {
    email: 'ann+outcome-declined@example.com',
  });
  assert.equal(await stateOf(business), 'messaging_only');
  const secrets = newSecrets({ account_number: '5544332211' }).filter(
    ({ field }) => field !== 'passkey',
  );
  assert.equal((await hand(business, { secrets })).state, 'active');
  assert.ok((await inVault(business, 'account_number'))?.holds('5544332211'));
  assert.equal(await inVault(business, 'passkey'), undefined);
});

test('while one is looked at or was approved no other is handed in, and the vault stays as it is', async () => {
  const secrets = newSecrets({ account_number: '5544332211' });
  for (const marker of ['outcome-in-review', 'outcome-approved']) {
    const business = await make();
    await hand(business, { email: `ann+${marker}@example.com` });
    const before = await stateOf(business);
    await assert.rejects(hand(business, { secrets }), { code: 'wrong_state' });
    assert.equal(await stateOf(business), before);
    assert.ok((await inVault(business, 'account_number'))?.holds(canaries.account_number));
  }
});

test('of five that hand one in at once one does', async () => {
  const business = await make();
  const ends = await Promise.allSettled(Array.from({ length: 5 }, () => hand(business)));
  assert.equal(ends.filter(({ status }) => status === 'fulfilled').length, 1);
});

test('a business that is suspended or closed hands in none', async () => {
  for (const state of ['suspended', 'closed'] as const) {
    await assert.rejects(hand(await make({ state })), { code: 'wrong_state' });
  }
});

test('one that waits for its review is activated by the review alone', async () => {
  const business = await make();
  await hand(business, { email: 'ann+outcome-in-review@example.com' });
  await assert.rejects(activate(world, business.id, decision), { code: 'wrong_state' });
});

test('what an answer tells anew takes the place of what was told, and the audit log names it', async () => {
  const business = await make();
  const first = await hand(business, { email: 'ann+outcome-in-review@example.com' });
  const key = [business.id, first.id] as const;
  await request(world, ...key, { ...decision, requirements: ['bank_account', 'business_ein'] });
  const details = { RoutingNumber: '011000015', EIN: '987654321' };
  const profile = { EIN: '987654321' };
  const secrets = [{ field: 'account_number', value: new Secret('5544332211') }] as const;
  await answer(world, ...key, { ...decision, details, secrets, profile });

  const now = (await readApplication(world.db, ...key))!;
  assert.deepEqual(
    [now.state, now.details.RoutingNumber, now.details.EIN, now.details.AccountName],
    ['in_review', '011000015', '987654321', 'Park Flowers'],
  );
  assert.ok((await inVault(business, 'account_number'))?.holds('5544332211'));
  assert.ok((await inVault(business, 'passkey'))?.holds(canaries.passkey), 'stays as it was');
  assert.equal((await readProfile(world.db, business.id))?.details.EIN, '987654321');
  const acts = await world.db.query<{ actor: string; facts: object }>(
    `select actor, facts from audit_trail where business_id = $1 and act = 'application.told'
     order by n desc limit 1`,
    [business.id],
  );
  const facts = { details: ['RoutingNumber', 'EIN'], secrets: ['account_number'] };
  assert.deepEqual(acts, [{ actor: decision.actor, facts }]);
});

test('an answer to what was not asked changes nothing, not even in the vault', async () => {
  const business = await make();
  const { id } = await hand(business);
  const secrets = [{ field: 'account_number', value: new Secret('5544332211') }] as const;
  const answered = answer(world, business.id, id, { ...decision, secrets });
  await assert.rejects(answered, { code: 'wrong_state' });
  assert.ok((await inVault(business, 'account_number'))?.holds(canaries.account_number));
});

test('after all this the reconciliation finds nothing, and the audit log is whole', async () => {
  for (const rule of historyRules) {
    const findings = await Array.fromAsync(checkRule(fixture.db, rule));
    assert.deepEqual(findings.map(formatFinding), []);
  }
  const { isWhole } = await verifyAuditLog(world.db, {
    report: ({ businessId }) => assert.fail(`${businessId} is broken`),
  });
  assert.ok(isWhole);
});
