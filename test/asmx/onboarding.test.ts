import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { serviceOperations } from '../../src/api/operations/index.ts';
import { readApplication } from '../../src/parties/applications/store.ts';
import { readProfile } from '../../src/parties/businesses/profile.ts';
import { readBusiness } from '../../src/parties/businesses/store.ts';
import { openDoor } from '../caller.ts';
import { type Caller, makeFixture } from '../fixture.ts';
import { atEnd } from '../scope.ts';
import { type BindingName, bindings, callBy, resultText, type Sent } from './bindings.ts';
import { goodValues } from './good-values.ts';

/** The operations of Service.asmx that make businesses: what they answer, and what is there then. */
const fixture = await makeFixture({ after });
const { baseUrl, close } = await openDoor(await fixture.open());
atEnd({ after }, close);
const shop = await fixture.addBusiness();
const merchants = ['CreateMerchantAccount', 'CreateMerchantAccountTest'] as const;

test('a merchant account is answered with its credentials and its application, in every binding', async () => {
  for (const name of merchants) {
    for (const binding of bindings) {
      const { Data, ...envelope } = await ask(name, {}, { binding });
      const Message = 'Business created; it can take payments.';
      assert.deepEqual(envelope, { IsSuccess: true, Message, OrderNumber: null, SMSID: null });
      const { MobileNumber, SalesSiteID, APIKey, ApplicationID, ...rest } = Data;
      const username = String(SalesSiteID);
      assert.deepEqual(rest, { Username: username, UserName: username, Status: 'active' });
      assert.match(MobileNumber, /^617555\d{4}$/);
      assert.equal(typeof SalesSiteID, 'number');
      assert.match(APIKey, /^qk_test_/);
      assert.equal(typeof ApplicationID, 'string');
    }
  }
});

test('an application keeps what was told, by one name for each fact', async () => {
  const { Data: own } = await ask('CreateMerchantAccount');
  const { details } = await applicationOf(own);
  assert.equal(details.AccountName, goodValues.accountName);
  assert.equal(details.IPAddress, goodValues.IPAddress);
  const { Data: tried } = await ask('CreateMerchantAccountTest');
  assert.equal((await applicationOf(tried)).details.MessageType, goodValues.MessageType);
  for (const text of [JSON.stringify(details), JSON.stringify(await profileOf(own))]) {
    for (const secret of ['SSN', 'AccountNumber', 'DateOfBirth'] as const) {
      assert.ok(!text.includes(secret) && !text.includes(goodValues[secret]!), secret);
    }
  }
});

test('an application that is not decided says so', async () => {
  const sent = { BusinessLegalName: 'Park outcome-in-review' };
  const { IsSuccess, Data } = await ask('CreateMerchantAccount', sent);
  assert.deepEqual([IsSuccess, Data.Status], [true, 'in_review']);
});

test('a test account of a live business is made in the sandbox, and a live one waits', async () => {
  const live = await fixture.addBusiness({ environment: 'live' });
  const { Data: tried } = await ask('CreateMerchantAccountTest', {}, { caller: live });
  const sandbox = await businessOf(tried);
  assert.deepEqual([sandbox.environment, sandbox.state], ['sandbox', 'payments_enabled']);
  assert.deepEqual(sandbox.ancestors, [live.business.id]);
  const { Data: own } = await ask('CreateMerchantAccount', {}, { caller: live });
  const real = await businessOf(own);
  assert.deepEqual([real.environment, real.state], ['live', 'payments_pending']);
  assert.deepEqual([own.MobileNumber, own.Status], [null, 'in_review']);
});

test('a provider is onboarded without an application, under the name that it asked for', async () => {
  for (const [i, binding] of bindings.entries()) {
    const sent = { providerId: `p-${i}`, provideruserName: `clinic ${i}` };
    const { Data, Message } = await ask('OnboardNewBusiness', sent, { binding });
    assert.equal(Message, 'Business created; its account manager can activate payments.');
    const { ApplicationID, Status, Username, UserName } = Data;
    assert.deepEqual([ApplicationID, Status], [null, 'messaging_only']);
    assert.deepEqual([Username, UserName], [`clinic ${i}`, `clinic ${i}`]);
    assert.equal((await businessOf(Data)).username, Username);
  }
});

test('a username that is taken, or is a number, gives way to the SalesSiteID', async () => {
  for (const provideruserName of ['clinic 0', '4711', '']) {
    const { Data } = await ask('OnboardNewBusiness', { provideruserName });
    assert.equal(Data.Username, String(Data.SalesSiteID));
  }
});

test('a provider is kept by the names that the other operations have', async () => {
  const { Data } = await ask('OnboardNewBusiness', { providerPhone2: '6175550126' });
  const { email, phone, details } = (await profileOf(Data))!;
  assert.deepEqual([email, phone], [goodValues.providerEmail, goodValues.providerPhone1]);
  assert.deepEqual(details, {
    BusinessLegalName: goodValues.providerName,
    EIN: goodValues.providerTaxId,
    BusinessAddress1: goodValues.providerAddress1,
    BusinessCity: goodValues.providerCity,
    BusinessState: goodValues.providerState,
    BusinessPostalCode: goodValues.providerZipcode,
    providerPhone2: '6175550126',
  });
});

test('a provider that was onboarded before is named, and none is made', async () => {
  const { Data: first } = await ask('OnboardNewBusiness', { providerId: 'twice' });
  const before = await count();
  for (const binding of bindings) {
    const { Data, ...rest } = await ask('OnboardNewBusiness', { providerId: 'twice' }, { binding });
    const { SalesSiteID, Username, UserName } = first;
    assert.deepEqual(Data, { SalesSiteID, Username, UserName });
    const Message = 'There is a business with this ExternalID already, so none was created.';
    assert.deepEqual(rest, { IsSuccess: false, Message, OrderNumber: null, SMSID: null });
  }
  assert.equal(await count(), before);
});

test('an Idempotency-Key replays the same business and application', async () => {
  const url = `${baseUrl}/Service.asmx/CreateMerchantAccount`;
  const headers = { 'Idempotency-Key': 'once' };
  const texts = [];
  for (let i = 0; i < 2; i += 1) {
    const body = new URLSearchParams(sentTo('CreateMerchantAccount', shop));
    const answer = await fetch(url, { method: 'POST', headers, body });
    texts.push(resultText('HTTP POST', 'CreateMerchantAccount', await answer.text()));
  }
  assert.equal(JSON.parse(texts[0]!).IsSuccess, true);
  assert.equal(texts[1], texts[0]);
});

type Made = {
  readonly MobileNumber: string;
  readonly SalesSiteID: number;
  readonly APIKey: string;
  readonly Username: string;
  readonly UserName: string;
  readonly ApplicationID: string;
  readonly Status: string;
};
type Answer = { readonly IsSuccess: boolean; readonly Message: string; readonly Data: Made };

async function ask(
  name: string,
  changes: Sent = {},
  { binding = 'SOAP 1.1', caller = shop }: { binding?: BindingName; caller?: Caller } = {},
): Promise<Answer> {
  const sent = { ...sentTo(name, caller), ...changes };
  const bySafeWay = caller.business.environment === 'live' ? 'SOAP 1.2' : binding;
  const { body } = await callBy(bySafeWay, baseUrl, name, sent);
  return JSON.parse(resultText(bySafeWay, name, body)!);
}

/** Good values in the order of the wire, without an identifier of the caller's and a username. */
function sentTo(name: string, { apiKey, username }: Caller): Record<string, string> {
  const { parameters } = serviceOperations.find((operation) => operation.name === name)!;
  const own = { provideruserName: '', providerId: '' };
  const values = Object.keys(parameters).map((field) => [field, goodValues[field] ?? '']);
  return { Token: apiKey, Username: username, ...Object.fromEntries(values), ...own };
}

async function businessOf({ SalesSiteID: id }: Made) {
  return (await readBusiness(fixture.db, BigInt(id)))!;
}

async function profileOf({ SalesSiteID: id }: Made) {
  return await readProfile(fixture.db, BigInt(id));
}

async function applicationOf({ SalesSiteID: id, ApplicationID: application }: Made) {
  return (await readApplication(fixture.db, BigInt(id), BigInt(application)))!;
}

async function count(): Promise<number> {
  return (await fixture.db.query('select 1 from businesses')).length;
}
