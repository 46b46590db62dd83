import { strict as assert } from 'node:assert';
import { type TestContext, test } from 'node:test';
import type { Business } from '../../src/parties/businesses/business.ts';
import { openDoor } from '../caller.ts';
import { type Caller, makeFixture } from '../fixture.ts';
import { farTwilio, settingsFor } from './far-twilio.ts';

const day = 24 * 3_600_000;

test('no carrier is asked about a phone that the numbering plan decides', async (t) => {
  const { check, far } = await open(t);
  assert.deepEqual(await kindOf(check('8005550123')), ['tollfree', null]);
  assert.deepEqual(await kindOf(check('9005550123')), ['premium', null]);
  assert.deepEqual(await kindOf(check('2125550123')), ['unknown', null]);
  assert.equal(far.heard.length, 0);
});

test('a number is asked about once in thirty days, whoever wants to know', async (t) => {
  const { check, far, fixture, add } = await open(t);
  assert.deepEqual(await kindOf(check('2125551234')), ['mobile', 'Far Wireless']);
  const other = await add();
  assert.deepEqual(await kindOf(check('2125551234', other)), ['mobile', 'Far Wireless']);
  assert.equal(far.heard.length, 1);
  const [row] = await fixture.db.query('select number, type, carrier, source from phone_lookups');
  const known = { number: '2125551234', type: 'mobile', carrier: 'Far Wireless' };
  assert.deepEqual(row, { ...known, source: 'twilio' });

  far.lines.set('+12125551234', { type: 'landline', carrier_name: null });
  fixture.clock.pass(30 * day - 1000);
  assert.deepEqual(await kindOf(check('2125551234')), ['mobile', 'Far Wireless']);
  fixture.clock.pass(2000);
  assert.deepEqual(await kindOf(check('2125551234')), ['landline', null]);
  assert.equal(far.heard.length, 2);
});

test('where the carrier does not answer, what was known stands, and else the plan', async (t) => {
  const { check, far, fixture } = await open(t);
  await check('2125551234');
  fixture.clock.pass(40 * day);
  far.instead = () => ({ status: 503, body: '' });
  assert.deepEqual(await kindOf(check('2125551234')), ['mobile', 'Far Wireless']);
  assert.deepEqual(await kindOf(check('2125551235')), ['unknown', null]);
  far.instead = undefined;
  assert.deepEqual(await kindOf(check('2125551235')), ['mobile', 'Far Wireless']);
});

test('a live business asks so often in a minute; what is known already is free', async (t) => {
  const { check, far, fixture, add } = await open(t, { LOOKUPS_PER_MINUTE: '3' });
  const wireless = ['mobile', 'Far Wireless'];
  for (const last of [1, 2, 3]) assert.deepEqual(await kindOf(check(`212555123${last}`)), wireless);
  const refused = await check('2125551239');
  // The text of the universal envelope has no status of its own.
  assert.match(await refused.text(), /"IsSuccess":false,"Message":"There were too many requests/);
  assert.equal(refused.headers.get('retry-after'), '20');
  assert.deepEqual(await kindOf(check('2125551231')), wireless);
  assert.deepEqual(await kindOf(check('8005551239')), ['tollfree', null]);
  assert.deepEqual(await kindOf(check('2125551239', await add())), wireless);
  assert.equal(far.heard.length, 4);
  fixture.clock.pass(20_000);
  assert.deepEqual(await kindOf(check('2125551238')), wireless);
});

test('a sandbox business asks nobody, unless its texts go by Twilio', async (t) => {
  const { check, far, add } = await open(t);
  const sandbox = await add({ environment: 'sandbox' });
  assert.deepEqual(await kindOf(check('2125551234', sandbox)), ['unknown', null]);
  assert.equal(far.heard.length, 0);
  const real = await open(t, { SANDBOX_TEXTS: 'twilio' });
  const other = await real.add({ environment: 'sandbox', clockAheadMs: 90 * day });
  assert.deepEqual(await kindOf(real.check('2125551234', other)), ['mobile', 'Far Wireless']);
  const [row] = await real.fixture.db.query<{ at: Date }>(
    'select looked_up_at as at from phone_lookups',
  );
  assert.ok(row!.at <= real.fixture.clock.now());
});

async function open(t: TestContext, settings: Readonly<Record<string, string>> = {}) {
  const far = await farTwilio(t);
  const fixture = await makeFixture(t, { settings: { ...settingsFor(far), ...settings } });
  const { baseUrl, close } = await openDoor(await fixture.open());
  t.after(close);
  const add = (changes: Partial<Business> = {}) =>
    fixture.addBusiness({ environment: 'live', limited: true, ...changes });
  const usual = await add();
  const check = async (PhoneNumber: string, { username, apiKey }: Caller = usual) =>
    await fetch(`${baseUrl}/Service.asmx/CheckPhoneType`, {
      method: 'POST',
      body: new URLSearchParams({ Token: apiKey, Username: username, PhoneNumber }),
    });
  return { far, fixture, add, check };
}

async function kindOf(asked: Promise<Response>): Promise<[string, string | null]> {
  const text = await (await asked).text();
  const json = text.replaceAll(/<[^>]*>/g, '').replaceAll('&quot;', '"');
  const { PhoneType, Carrier } = JSON.parse(json).Data;
  return [PhoneType, Carrier];
}
