import { strict as assert } from 'node:assert';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { inspect } from 'node:util';
import { Secret } from '../../src/kernel/secret.ts';
import type { Sent, TextCarrier } from '../../src/ports/carriers/carrier.ts';
import { twilioTexts } from '../../src/ports/carriers/twilio.ts';
import { limitByHand, never } from '../limits.ts';
import { selfSigned } from '../webhooks/self-signed.ts';
import { type Answer, account, farTwilio, token } from './far-twilio.ts';

const text = {
  businessId: 100001n,
  reference: '100001/7',
  from: '6175550201',
  to: '2125550123',
  body: 'Hello & good-bye: 100 % ünïcode + 👋\nhttps://x.example/?a=b',
};

test('a text is handed over with where to tell what became of it', async (t) => {
  const { far, carrier } = await open(t);
  const sent = await carrier.send(text);
  assert.deepEqual(sent, { outcome: 'accepted', carrierId: `SM${'0'.repeat(31)}1` });
  const [{ form, authorization, path }] = far.heard as [(typeof far.heard)[number]];
  assert.equal(path, `/2010-04-01/Accounts/${account}/Messages.json`);
  assert.deepEqual(Object.fromEntries(form), {
    To: '+12125550123',
    From: '+16175550201',
    Body: text.body,
    StatusCallback: 'https://pay.example.com/carriers/twilio/status?message=100001%2F7',
  });
  assert.equal(Buffer.from(authorization!.slice(6), 'base64').toString(), `${account}:${token}`);
});

const sid = `SM${'0'.repeat(31)}1`;
const answers: readonly [string, Answer, Sent][] = [
  ['taken', { status: 201, body: { sid } }, { outcome: 'accepted', carrierId: sid }],
  ['the login page of a proxy', { status: 200, body: '<html>' }, unknown('carrier_error')],
  ['half an answer', { status: 201, body: `{"sid":"${sid}","sta` }, unknown('carrier_error')],
  ['a name that is none', { status: 201, body: { sid: 'SM1' } }, unknown('carrier_error')],
  ['opted out', said(21610), refused('opted_out')],
  ['no such number', said(21211), refused('not_textable')],
  ['not a mobile', said(21614), refused('not_textable')],
  ['a landline', said(30006), refused('landline')],
  ['filtered', said(30007), refused('filtered')],
  ['unreachable', said(30003), refused('unreachable')],
  ['unknown number', said(30005), refused('unknown_number')],
  ['a sender that is not ours', said(21606), refused('bad_sender')],
  ['not in the table', said(29999), refused('twilio_29999')],
  ['a code that is none', { status: 400, body: { code: 'toString' } }, refused('carrier_error')],
  ['no code', { status: 400, body: 'no' }, refused('refused_by_carrier')],
  ['too many', said(20429, 429), notSent('carrier_busy')],
  ['a full queue', said(21611), notSent('carrier_busy')],
  ['another token', said(20003, 401), notSent('carrier_login_refused')],
  ['another account', said(20404, 404), notSent('carrier_not_found')],
  ['a fault of theirs', said(20500, 500), unknown('carrier_error')],
  ['a gateway in between', { status: 502, body: '<html>' }, unknown('carrier_error')],
  ['a redirect', { status: 302, body: '' }, unknown('carrier_error')],
];

for (const [what, answer, outcome] of answers) {
  test(`what is answered decides: ${what}`, async (t) => {
    const { far, carrier } = await open(t);
    far.instead = () => answer;
    assert.deepEqual(await carrier.send(text), outcome);
    assert.equal(far.heard.length, 1);
  });
}

test('an answer that is lost leaves it open whether the text went out', async (t) => {
  const { signalAfter, fallSilent } = untilSilence();
  const { far, carrier } = await open(t, { signalAfter });
  far.instead = fallSilent;
  assert.deepEqual(await carrier.send(text), unknown('no_answer'));
  far.instead = (_heard, response) => {
    response.destroy();
    return 'silence';
  };
  assert.deepEqual(await carrier.send(text), unknown('no_answer'));
  assert.equal(far.heard.length, 2);
});

test('where nobody listens, or nobody can be trusted, nothing was sent', async (t) => {
  const { carrier: nowhere } = await open(t, { url: 'http://127.0.0.1:1' });
  assert.deepEqual(await nowhere.send(text), notSent('carrier_unreachable'));
  let requests = 0;
  const server = createServer(selfSigned('localhost'), () => {
    requests += 1;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const { carrier } = await open(t, { url: `https://localhost:${port}` });
  assert.deepEqual(await carrier.send(text), notSent('carrier_unreachable'));
  assert.equal(requests, 0);
});

test('nobody reads the token of what carries it', async (t) => {
  const { carrier } = await open(t);
  assert.ok(!inspect(carrier, { depth: 9, showHidden: true }).includes(token));
});

test('lines are told as we name them', async (t) => {
  const { far, carrier } = await open(t);
  const kinds = {
    mobile: 'mobile',
    landline: 'landline',
    fixedVoip: 'voip',
    nonFixedVoip: 'voip',
    tollFree: 'tollfree',
    premium: 'premium',
    sharedCost: 'premium',
    personal: 'unknown',
    pager: 'unknown',
    toString: 'unknown',
  };
  for (const [theirs, ours] of Object.entries(kinds)) {
    far.lines.set('+12125550123', { type: theirs, carrier_name: null, error_code: null });
    const found = await carrier.lookUp!('2125550123');
    assert.deepEqual(found, { outcome: 'known', type: ours, carrier: undefined });
  }
  const { path, query } = far.heard[0]!;
  assert.equal(decodeURIComponent(path), '/v2/PhoneNumbers/+12125550123');
  assert.equal(query.get('Fields'), 'line_type_intelligence');
});

test('a line that nobody tells is not known, and why', async (t) => {
  const { signalAfter, fallSilent } = untilSilence();
  const { far, carrier } = await open(t, { signalAfter });
  const lookUp = () => carrier.lookUp!('4165550123');
  far.lines.set('+14165550123', { type: null, carrier_name: null, error_code: 60601 });
  assert.deepEqual(await lookUp(), { outcome: 'not_known', code: 'twilio_60601' });
  far.instead = () => ({ status: 200, body: '[]' });
  assert.deepEqual(await lookUp(), { outcome: 'not_known', code: 'carrier_error' });
  far.instead = () => said(20429, 429);
  assert.deepEqual(await lookUp(), { outcome: 'not_known', code: 'twilio_20429' });
  far.instead = fallSilent;
  assert.deepEqual(await lookUp(), { outcome: 'not_known', code: 'no_answer' });
  far.instead = () => ({ status: 200, body: { valid: false } });
  assert.deepEqual(await lookUp(), { outcome: 'known', type: 'unknown', carrier: undefined });
});

const request = { areaCode: '617', reference: '100001 one', withinMs: 5000 };

test('a number is bought in the area, for texts and calls that come to us', async (t) => {
  const { far, carrier } = await open(t);
  const bought = await carrier.numbers!.buy(request);
  const callsAt = 'https://pay.example.com/carriers/twilio/voice';
  const carrierId = `PN${'0'.repeat(31)}1`;
  assert.deepEqual(bought, { number: '6175550201', carrierId, callsAt });
  assert.deepEqual(Object.fromEntries(far.heard.at(-1)!.form), {
    PhoneNumber: '+16175550201',
    FriendlyName: '100001 one',
    SmsUrl: 'https://pay.example.com/carriers/twilio/inbound',
    SmsMethod: 'POST',
    VoiceUrl: callsAt,
    VoiceMethod: 'POST',
  });
  for (const able of ['SmsEnabled', 'VoiceEnabled']) {
    assert.equal(far.heard[1]!.query.get(able), 'true');
  }
});

test('under the same reference there is one number, whatever becomes of the answers', async (t) => {
  const { far, carrier } = await open(t);
  for (let lost = 1; lost <= 6; lost += 1) {
    let moments = 0;
    // Dies at its n-th moment, then goes on: before something is done, and behind it.
    far.atMoment = () => {
      moments += 1;
      if (moments === lost) throw new Error('lost');
    };
    assert.equal(await carrier.numbers!.buy(request), undefined, `lost at ${lost}`);
    if (lost === 6) break;
    far.atMoment = () => {};
    assert.equal(far.bought.length, 0, `bought before it was asked for, at ${lost}`);
  }
  far.atMoment = () => {};
  const { number } = (await carrier.numbers!.buy(request))!;
  assert.equal((await carrier.numbers!.buy(request))!.number, number);
  assert.equal(far.bought.length, 1);
  const other = await carrier.numbers!.buy({ ...request, reference: '100001 on' });
  assert.notEqual(other!.number, number);
});

test('where an area has none it is another, and one that is gone is not the last', async (t) => {
  const { far, carrier } = await open(t);
  const far212 = await carrier.numbers!.buy({ ...request, areaCode: '907', reference: 'a' });
  assert.equal(far212!.number, '6175550201');
  far.instead = ({ path, query }) => {
    if (!path.endsWith('Local.json')) return undefined;
    assert.equal(query.get('AreaCode'), '617');
    const numbers = ['+16175550201', '+16175550202'].map((number) => ({ phone_number: number }));
    return { status: 200, body: { available_phone_numbers: numbers } };
  };
  assert.equal((await carrier.numbers!.buy({ ...request, reference: 'b' }))!.number, '6175550202');
});

test('nothing is bought as long as it is not known whether something was', async (t) => {
  const { far, carrier } = await open(t);
  for (const answer of [said(20500, 500), { status: 200, body: '{}' }, said(20003, 401)]) {
    far.instead = ({ method }) => (method === 'GET' ? answer : undefined);
    assert.equal(await carrier.numbers!.buy(request), undefined);
  }
  far.offers.length = 0;
  far.instead = undefined;
  assert.equal(await carrier.numbers!.buy(request), undefined);
  assert.equal(far.bought.length, 0);
});

test('buying ends when it must, and goes on behind nobody’s back', async (t) => {
  const { signalAfter: whole, fallSilent } = untilSilence();
  // The limit of all of it passes, and that of no single request.
  const signalAfter = (ms: number) => (ms === request.withinMs ? whole() : never());
  const { far, carrier } = await open(t, { signalAfter });
  far.instead = ({ path }) => (path.endsWith('Local.json') ? fallSilent() : undefined);
  assert.equal(await carrier.numbers!.buy(request), undefined);
  // By then it would have gone on.
  await carrier.lookUp!('2125550123');
  assert.ok(far.heard.length > 2 && far.heard.every(({ method }) => method === 'GET'));
});

/** The limit passes once a request was heard and is not answered. */
function untilSilence() {
  const { signalAfter, pass } = limitByHand();
  return {
    signalAfter,
    fallSilent(): 'silence' {
      pass();
      return 'silence';
    },
  };
}

type Changes = { readonly url?: string; readonly signalAfter?: (ms: number) => AbortSignal };

async function open(t: TestContext, { url, signalAfter = never }: Changes = {}) {
  const far = await farTwilio(t);
  const carrier: TextCarrier = twilioTexts({
    account,
    token: new Secret(token),
    url: url ?? far.url,
    lookupUrl: far.url,
    publicUrl: 'https://pay.example.com',
    buysNumbers: true,
    signalAfter,
  });
  return { far, carrier };
}

function said(code: number, status = 400): Answer {
  return { status, body: { code, message: 'The number +12125550123 …', status } };
}

function refused(code: string): Sent {
  return { outcome: 'refused', code };
}

function notSent(code: string): Sent {
  return { outcome: 'not_sent', code };
}

function unknown(code: string): Sent {
  return { outcome: 'unknown', code };
}
