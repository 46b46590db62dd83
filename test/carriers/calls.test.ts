import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { callInSandbox } from '../../src/notify/conversations/calls.ts';
import { readInbox } from '../../src/notify/conversations/sandbox-inbox.ts';
import { closeBusiness, suspendBusiness } from '../../src/parties/businesses/change-state.ts';
import { claimMobileNumber } from '../../src/parties/businesses/claims.ts';
import { setBusinessPhone } from '../../src/parties/businesses/profile.ts';
import { routeCalls } from '../../src/parties/businesses/route-calls.ts';
import { scheduleRecurring } from '../../src/worker/schedule.ts';
import { workOnce } from '../../src/worker/worker.ts';
import { client, openDoor } from '../caller.ts';
import { makeFixture } from '../fixture.ts';
import { businessFields } from '../onboarding/fields.ts';
import { signatureFor } from './far-twilio.ts';
import { openNumberShop } from './number-shop.ts';

const publicUrl = 'https://pay.example.com';
const voice = '/carriers/twilio/voice';
const caller = '2125550190';
const why = { actor: 'operator:ann', reason: 'test' };
const twiml = (verb: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><Response>${verb}</Response>`;
const dial = (to: string) => twiml(`<Dial answerOnBridge="true">+1${to}</Dial>`);
const busy = twiml('<Reject reason="busy"/>');
const notInService = twiml('<Reject reason="rejected"/>');

test('a number knows where its calls are asked about when it is bought', async (t) => {
  const { shop, number } = await open(t);
  assert.deepEqual(
    shop.far.bought.map(({ phone_number, voice_url }) => [phone_number, voice_url]),
    [[`+1${number}`, publicUrl + voice]],
  );
});

test('a call to the number of a business is forwarded to its phone, and to another when that changes', async (t) => {
  const { shop, world, id, call } = await open(t);
  assert.deepEqual(await call(), {
    status: 200,
    type: 'text/xml; charset=utf-8',
    body: dial('6175550123'),
  });
  await setBusinessPhone(world, id, '4155550111', why.actor);
  assert.equal((await call()).body, dial('4155550111'));
  const acts = await shop.fixture.db.query(
    `select act, facts from audit_trail where business_id = $1 and act = 'business.phone_set'`,
    [id],
  );
  assert.deepEqual(acts, [{ act: 'business.phone_set', facts: { phone: '4155550111' } }]);
  await suspendBusiness(world, id, why);
  assert.equal((await call()).body, dial('4155550111'), 'its customers may want to reach it');
  await closeBusiness(world, id, why);
  assert.equal((await call()).body, notInService);
});

test('a call that could not ring, costs by the call or would come back is told to be busy', async (t) => {
  const { shop, world, id, call, number } = await open(t);
  const other = '3105550177';
  const { business } = await shop.fixture.addBusiness();
  await claimMobileNumber(world.db, other, business.id);
  for (const phone of ['12', '9112345678', '9005550100', number, other]) {
    await setBusinessPhone(world, id, phone, why.actor);
    assert.equal((await call()).body, busy, phone);
  }
  assert.equal((await call('2125550999')).body, notInService);
  assert.equal((await call('15112345678')).body, notInService);
});

test('a call that Twilio did not sign is told nothing', async (t) => {
  const { baseUrl, number, post } = await open(t);
  const form = { To: `+1${number}`, From: `+1${caller}`, CallSid: `CA${'a'.repeat(32)}` };
  const forged = signatureFor(publicUrl + voice, form, 'another token');
  assert.equal((await post(form, forged)).status, 403);
  const moved = signatureFor(publicUrl + voice, { ...form, To: '+12125550999' });
  assert.equal((await post(form, moved)).status, 403);
  assert.equal((await fetch(baseUrl + voice)).status, 405);
});

test('numbers that were bought before, or for another address, are told it after a start', async (t) => {
  const { shop, world } = await open(t);
  const { far, fixture } = shop;
  await shop.make(world);
  await shop.workOff();
  const [first, second] = far.bought;
  first!.voice_url = null;
  second!.voice_url = 'https://old.example.com/voice';
  await fixture.db.query('update mobile_numbers set calls_at = null where number = $1', [
    first!.phone_number.slice(2),
  ]);
  await fixture.db.query(`update mobile_numbers set calls_at = $1 where calls_at is not null`, [
    second!.voice_url,
  ]);
  far.instead = () => ({ status: 503, body: '' });
  assert.equal(await routeCalls(world), false);
  far.instead = undefined;
  await scheduleRecurring(world);
  while ((await workOnce(world)) > 0);
  assert.deepEqual(
    far.bought.map(({ voice_url }) => voice_url),
    [publicUrl + voice, publicUrl + voice],
  );
  const asked = far.heard.length;
  assert.equal(await routeCalls(world), true);
  assert.equal(far.heard.length, asked, 'once is enough');
});

test('a number that was released at the carrier keeps no other from being told', async (t) => {
  const { shop, world } = await open(t);
  await shop.make(world);
  await shop.workOff();
  await shop.fixture.db.query(
    `update mobile_numbers set calls_at = null, carrier_id = case
       when number = (select min(number) from mobile_numbers) then 'PN${'9'.repeat(32)}' else carrier_id end`,
  );
  for (const one of shop.far.bought) one.voice_url = null;
  assert.equal(await routeCalls(world), true);
  const told = shop.far.bought.filter(({ voice_url }) => voice_url === publicUrl + voice);
  assert.equal(told.length, 1);
  const left = await shop.fixture.db.query('select from mobile_numbers where calls_at is null');
  assert.deepEqual(left, []);
});

test('in the sandbox a call shows which phone rings', async (t) => {
  const fixture = await makeFixture(t);
  const world = await fixture.open();
  const { baseUrl, close } = await openDoor(world);
  t.after(close);
  const { call, close: hangUp } = client(baseUrl, await fixture.addBusiness());
  t.after(async () => hangUp());
  const make = async (fields: object) => {
    const { body } = await call('CreateNewBusiness', { ...businessFields, ...fields });
    const { Data, Message } = JSON.parse(body);
    assert.ok(Data, Message);
    return { id: BigInt(Data.SalesSiteID), number: String(Data.MobileNumber) };
  };
  const told = await make({ Phone: '6175550123', BusinessPhone: '4155550111' });
  const blank = await make({ Phone: '6175550123', BusinessPhone: '' });
  for (const [{ id, number }, to] of [
    [told, '4155550111'],
    [blank, '6175550123'],
  ] as const) {
    const route = await callInSandbox(world, { from: caller, number });
    assert.deepEqual(route, { outcome: 'forwarded', businessId: id, to });
    const [rang, ...others] = await readInbox(world.db, id, { most: 10 });
    assert.deepEqual([rang!.channel, rang!.sender, rang!.recipient], ['call', caller, to]);
    assert.deepEqual(others, []);
  }
});

async function open(t: TestContext) {
  const shop = await openNumberShop(t);
  const world = await shop.fixture.open();
  const { business, mobileNumber } = await shop.make(world);
  await shop.workOff();
  const { baseUrl, close } = await openDoor(world);
  t.after(close);
  const post = async (form: Record<string, string>, signature: string) => {
    const answer = await fetch(baseUrl + voice, {
      method: 'POST',
      headers: { 'X-Twilio-Signature': signature },
      body: new URLSearchParams(form),
    });
    const type = answer.headers.get('content-type');
    return { status: answer.status, type, body: await answer.text() };
  };
  return {
    shop,
    world,
    baseUrl,
    id: business.id,
    number: mobileNumber!,
    post,
    /** As Twilio asks when somebody calls. */
    async call(number = mobileNumber!) {
      const form = { To: `+1${number}`, From: `+1${caller}`, CallSid: `CA${'a'.repeat(32)}` };
      return await post(form, signatureFor(publicUrl + voice, form));
    },
  };
}
