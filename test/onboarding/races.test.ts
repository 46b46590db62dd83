import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type BindingName, bindings, callBy, resultText } from '../asmx/bindings.ts';
import { client, type Fields, type Headers, openDoor } from '../caller.ts';
import { type Caller, makeFixture } from '../fixture.ts';
import { atEnd } from '../scope.ts';
import { businessFields, merchantFields } from './fields.ts';
import { checkNewRows, countRows } from './new-rows.ts';

/** What many ask for at once, of two processes over one database. */
const fixture = await makeFixture({ after });
const shop = await fixture.addBusiness();
const doors = [await openDoor(await fixture.open()), await openDoor(await fixture.open())] as const;
const callers = doors.map(({ baseUrl }) => client(baseUrl, shop, { connections: 50 }));
atEnd({ after }, async () => {
  for (const { close } of callers) close();
  for (const { close } of doors) await close();
});
const fifty = Array.from({ length: 50 }, (_, i) => i);

test('of fifty that want one ExternalID at once, in every way there is, one is made', async () => {
  for (const ExternalID of ['shop-1', 'shop-2', 'shop-3']) {
    const before = await countRows(fixture.db);
    const asks = fifty.map((i) => {
      const binding = bindings[(i % 6) - 2];
      if (binding) return onboard(i, binding, { providerId: ExternalID });
      return i % 6 === 0
        ? ask(i, 'CreateNewBusiness', { ...businessFields, ExternalID })
        : ask(i, 'CreateNewMerchantAccount', { ...merchantFields, ExternalID });
    });
    const answers = await Promise.all(asks);
    const [made, ...more] = answers.filter(({ IsSuccess }) => IsSuccess);
    assert.ok(made && more.length === 0);
    assert.match(made.Data.APIKey, /^qk_test_/);

    const { SalesSiteID, Username, UserName } = made.Data;
    const told = answers.filter(({ IsSuccess }) => !IsSuccess);
    assert.equal(told.length, 49);
    for (const { status, isJson, Data, Message } of told) {
      assert.equal(status, isJson ? 409 : 200);
      assert.match(Message, /^There is a business with this ExternalID already/);
      assert.deepEqual(Data, { SalesSiteID, Username, UserName });
    }
    await checkNewRows(fixture.db, before, [BigInt(SalesSiteID)]);
    await wasLetIn(made.Data);
  }
});

test('fifty under one Idempotency-Key make one business, and hear the same to the letter', async () => {
  const before = await countRows(fixture.db);
  const headers = { 'Idempotency-Key': 'one key' };
  const fields = { ...merchantFields, ExternalID: 'asked once' };
  const answers = await Promise.all(
    fifty.map((i) => ask(i, 'CreateNewMerchantAccount', fields, headers)),
  );
  assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
  const [first] = answers;
  assert.deepEqual([first!.status, first!.IsSuccess], [200, true]);
  await checkNewRows(fixture.db, before, [BigInt(first!.Data.SalesSiteID)]);
  await wasLetIn(first!.Data);
});

test('fifty under one Idempotency-Key make one business, whichever binding each takes', async () => {
  const before = await countRows(fixture.db);
  const headers = { 'Idempotency-Key': 'one provider' };
  const answers = await Promise.all(
    fifty.map((i) => onboard(i, bindings[i % 4]!, { provideruserName: 'one clinic' }, headers)),
  );
  assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
  const [{ Data, IsSuccess }] = answers as [Answer];
  assert.deepEqual([IsSuccess, Data.Username], [true, 'one clinic']);
  await checkNewRows(fixture.db, before, [BigInt(Data.SalesSiteID)]);
});

test('a request under fifty keys of its own is still made once', async () => {
  const before = await countRows(fixture.db);
  const keysBefore = await countKeys();
  const fields = { ...businessFields, ExternalID: 'fifty keys' };
  const answers = await Promise.all(
    fifty.map((i) => ask(i, 'CreateNewBusiness', fields, { 'Idempotency-Key': `key ${i}` })),
  );
  const made = answers.filter(({ IsSuccess }) => IsSuccess);
  assert.equal(made.length, 1);
  await checkNewRows(fixture.db, before, [BigInt(made[0]!.Data.SalesSiteID)]);
  const keys = await countKeys();
  assert.equal(keys - keysBefore, 1, 'the key of a call that made nothing is free');
});

test('of fifty that ask for one username one gets it, and all are made', async () => {
  const before = await countRows(fixture.db);
  const answers = await Promise.all(
    fifty.map((i) => onboard(i, bindings[i % 4]!, { provideruserName: 'wanted' })),
  );
  const names = answers.map(({ Data }) => Data.Username);
  assert.equal(names.filter((name) => name === 'wanted').length, 1);
  for (const { IsSuccess, Data } of answers) {
    assert.equal(IsSuccess, true);
    assert.ok(Data.Username === 'wanted' || Data.Username === String(Data.SalesSiteID));
  }
  assert.equal(new Set(names).size, 50);
  await checkNewRows(
    fixture.db,
    before,
    answers.map(({ Data }) => BigInt(Data.SalesSiteID)),
  );
});

test('of fifty that assign one mobile number one gets it, and the others are not made', async () => {
  const before = await countRows(fixture.db);
  const fields = { ...businessFields, MobileNumberAssigned: '6175567890' };
  const answers = await Promise.all(
    fifty.map((i) => ask(i, 'CreateNewBusiness', { ...fields, ExternalID: `assigned ${i}` })),
  );
  const made = answers.filter(({ IsSuccess }) => IsSuccess);
  assert.deepEqual(
    made.map(({ Data }) => Data.MobileNumber),
    ['6175567890'],
  );
  for (const { IsSuccess, status, Message } of answers) {
    if (IsSuccess) continue;
    assert.equal(status, 400);
    assert.equal(Message, 'MobileNumberAssigned belongs to another business.');
  }
  await checkNewRows(fixture.db, before, [BigInt(made[0]!.Data.SalesSiteID)]);
});

async function countKeys(): Promise<number> {
  return (await fixture.db.query('select 1 from site_requests')).length;
}

type Answer = {
  readonly status: number;
  readonly isJson: boolean;
  readonly text: string;
  readonly IsSuccess: boolean;
  readonly Message: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every kind.
  readonly Data: any;
};

/** By turns of either process. */
async function ask(
  i: number,
  name: string,
  fields: Fields,
  headers: Headers = {},
): Promise<Answer> {
  const { status, body } = await callers[i % 2]!.call(name, fields, headers);
  return { status, isJson: true, text: body, ...JSON.parse(body) };
}

async function onboard(
  i: number,
  binding: BindingName,
  changes: Headers,
  headers: Headers = {},
): Promise<Answer> {
  const sent = { Token: shop.apiKey, Username: shop.username, ...provider, ...changes };
  const { baseUrl } = doors[Math.floor(i / 4) % 2]!;
  const heard = await callBy(binding, baseUrl, 'OnboardNewBusiness', sent, headers);
  const text = resultText(binding, 'OnboardNewBusiness', heard.body)!;
  return { status: heard.status, isJson: false, text, ...JSON.parse(text) };
}

const provider = {
  providerId: '',
  providerName: 'Park Clinic',
  providerTaxId: '987654321',
  providerAddress1: '3 Main Street',
  providerAddress2: '',
  providerCity: 'Boston',
  providerState: 'MA',
  providerZipcode: '02101',
  providerPhone1: '6175550125',
  providerPhone2: '',
  providerEmail: 'clinic@example.com',
  provideruserName: '',
};

/** The credentials of an answer open the door. */
async function wasLetIn({ Username: username, APIKey: apiKey }: Answer['Data']): Promise<void> {
  const { call, close } = client(doors[0].baseUrl, { username, apiKey } as Caller);
  const { status, body } = await call('CreateNewBusiness', {});
  close();
  assert.equal(status, 400, body);
}
