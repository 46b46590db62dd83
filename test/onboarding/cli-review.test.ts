import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openServedOffice } from '../cli/office.ts';

type Office = Awaited<ReturnType<typeof openServedOffice>>;

const because = ['--reason', 'agreed by phone'];

test('an account specialist reviews applications, and the audit log says when somebody changed it', async (t) => {
  const office = await openServedOffice(t);
  const business = await reviews(office);
  await tampers(office, business);
});

/** Applications that wait for a person, each for another answer. */
async function reviews({ ask, run, call }: Office): Promise<string> {
  const apply = async () => {
    const reply = await call('CreateNewMerchantAccount', {
      ...merchant,
      ReferralId: 'Agent 7',
    });
    assert.equal(reply.status, 200, reply.body);
    return String(JSON.parse(reply.body).Data.SalesSiteID);
  };
  const nameOf = async (business: string) => {
    const [found] = await ask('application', 'list', '--business', business);
    assert.equal(found.state, 'in_review');
    assert.equal(found.referral, 'Agent 7');
    return `${found.businessId}/${found.id}`;
  };

  const good = await apply();
  const approved = await ask('application', 'approve', await nameOf(good), ...because);
  assert.equal(approved.state, 'active');
  assert.equal((await ask('business', 'show', good)).state, 'payments_enabled');

  const name = await nameOf(await apply());
  const asked = await ask('application', 'request', name, ...because, '--needs', 'website');
  assert.deepEqual([asked.state, asked.requirements], ['needs_information', ['website']]);
  const codes = ['--because', 'credit_risk,untrue'];
  const declined = await ask('application', 'decline', name, ...because, ...codes);
  assert.deepEqual(declined.outcomeCodes, ['credit_risk', 'untrue']);
  const tooLate = await run('application', 'withdraw', name, ...because);
  assert.equal(tooLate.code, 1);
  assert.match(tooLate.err, /is declined, its business messaging_only: it cannot be withdrawn\n$/);

  const [refused] = name.split('/');
  const stays = await run('business', 'activate', refused!, ...because);
  assert.equal(stays.code, 1);
  assert.match(
    stays.err,
    /last application of business \d+ was declined: .*--despite-decline is said\n$/,
  );
  const passed = await ask('business', 'activate', refused!, ...because, '--despite-decline');
  assert.equal(passed.state, 'payments_enabled');

  const shown = await ask('application', 'show', name);
  assert.equal(shown.moves.at(-1).reason, 'agreed by phone');
  assert.equal(shown.referral, 'Agent 7');
  assert.ok(!JSON.stringify(shown).includes(merchant.SSN), 'secrets stay in the vault');
  return good;
}

/** The audit log before and after somebody changed it in the database. */
async function tampers({ ask, run, fixture }: Office, of: string): Promise<void> {
  const whole = await ask('audit', 'verify');
  assert.deepEqual([whole.isWhole, whole.broken], [true, []]);
  const unknown = await run('audit', 'verify', '--business', '999999');
  assert.deepEqual([unknown.code, unknown.err], [1, 'quittance: there is no business 999999\n']);
  assert.ok(whole.chains >= 2 && whole.links > whole.chains);

  await fixture.db.query(
    `update audit_trail set actor = 'system' where business_id = $1 and n = 3`,
    [of],
  );

  const { code, out } = await run('audit', 'verify');
  assert.equal(code, 1);
  assert.ok(out.startsWith(`business ${of} link 3: changed\n`), out);
  const one = await run('audit', 'verify', '--business', of, '--json');
  assert.equal(one.code, 1);
  const breaks = [{ n: '3', upTo: '3', kind: 'changed' }];
  assert.deepEqual(JSON.parse(one.out).broken, [{ businessId: of, breaks, untold: 0 }]);
}

const merchant = {
  FirstName: 'Ann',
  LastName: 'Lee',
  DateOfBirth: '01-31-1980',
  SSN: '123456789',
  Email: 'ann@example.com',
  Phone: '6175550123',
  Address1: '1 Main St',
  City: 'Boston',
  State: 'MA',
  PostalCode: '02108',
  BusinessLegalName: 'Lee Flowers outcome-in-review',
  DBA: 'Lee Flowers',
  EIN: '123456789',
  URL: 'https://example.com',
  BusinessAddress: '1 Main St',
  BusinessCity: 'Boston',
  BusinessState: 'MA',
  BusinessPostalCode: '02108',
  AccountName: 'Lee Flowers',
  AccountNumber: '12345678',
  BankName: 'First Bank',
  RoutingNumber: '011000015',
  IPAddress: '192.0.2.1',
};
