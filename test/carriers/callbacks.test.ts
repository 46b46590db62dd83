import { strict as assert } from 'node:assert';
import { type TestContext, test } from 'node:test';
import { checkRule } from '../../src/backoffice/reconciliation/table-rules.ts';
import { textRules } from '../../src/backoffice/reconciliation/text-rules.ts';
import { prepareTexts, queueTexts } from '../../src/notify/conversations/queue-texts.ts';
import { sendTexts } from '../../src/notify/conversations/send-texts.ts';
import { openDoor } from '../caller.ts';
import { signatureFor, token } from './far-twilio.ts';
import { openNumberShop } from './number-shop.ts';

const publicUrl = 'https://pay.example.com';
const status = '/carriers/twilio/status';
const inbound = '/carriers/twilio/inbound';
const phone = '2125550190';

type Form = Record<string, string>;
type Message = {
  state: string;
  carrier_id: string | null;
  error_code: string | null;
  body: string;
  direction: string;
  media_count: number;
};

test('the state of a text is reported in any order and twice, and never moves back', async (t) => {
  const { post, send, messages } = await open(t);
  const { sid, callback } = await send();
  assert.deepEqual(await states(messages), ['sent']);
  const tell = (MessageStatus: string, more: Form = {}) =>
    post(callback, { MessageSid: sid, MessageStatus, ...more });
  assert.equal((await tell('queued')).status, 200);
  assert.deepEqual(await states(messages), ['sent']);
  await tell('delivered');
  assert.deepEqual(await states(messages), ['delivered']);
  await tell('sent');
  await tell('undelivered', { ErrorCode: '30003' });
  await tell('delivered');
  assert.deepEqual(await states(messages), ['delivered']);
});

test('why a text did not arrive is told in our words', async (t) => {
  const { post, send, messages } = await open(t);
  const { sid, callback } = await send();
  const answer = await post(callback, {
    MessageSid: sid,
    MessageStatus: 'undelivered',
    ErrorCode: '30006',
  });
  assert.equal(answer.status, 200);
  assert.equal(answer.body, '<?xml version="1.0" encoding="UTF-8"?><Response/>');
  assert.match(answer.type, /^text\/xml/);
  const [message] = await messages();
  assert.deepEqual([message!.state, message!.error_code], ['undelivered', 'landline']);
});

test('a text whose answer was lost is known by what is told of it', async (t) => {
  const { far, post, send, messages } = await open(t);
  far.instead = ({ path }, response) => {
    if (!path.endsWith('Messages.json')) return undefined;
    response.destroy();
    return 'silence';
  };
  const { callback } = await send();
  const [lost] = await messages();
  assert.deepEqual([lost!.state, lost!.error_code], ['failed', 'outcome_unknown']);
  await post(callback, { MessageSid: `SM${'a'.repeat(32)}`, MessageStatus: 'delivered' });
  const [found] = await messages();
  assert.deepEqual(
    [found!.state, found!.carrier_id, found!.error_code],
    ['delivered', `SM${'a'.repeat(32)}`, null],
  );
});

test('a text that a proxy answered for may have gone out, and what is told of it later is believed', async (t) => {
  const { far, post, send, messages } = await open(t);
  far.instead = () => ({ status: 200, body: '<html>Please log in</html>' });
  const { callback } = await send();
  const [lost] = await messages();
  assert.deepEqual([lost!.state, lost!.error_code], ['failed', 'outcome_unknown']);
  await post(callback, { MessageSid: `SM${'a'.repeat(32)}`, MessageStatus: 'delivered' });
  assert.deepEqual(await states(messages), ['delivered']);
});

test('whom Twilio knows to have opted out is opted out here, be it said at once or later', async (t) => {
  const { far, post, send, messages, consents, findings, written } = await open(t);
  const { sid, callback } = await send();
  const news = { MessageSid: sid, MessageStatus: 'undelivered', ErrorCode: '21610' };
  const outByCarrier = ['opted_out', 'carrier', 'refused a text: its reader had opted out'];
  assert.deepEqual(await consents(), { now: 'none', moves: [] });
  for (const _ of [1, 2]) await post(callback, news);
  assert.deepEqual(await consents(), { now: 'opted_out', moves: [outByCarrier] });
  await send();
  await post(inbound, written('START', 'f'));
  far.instead = () => ({ status: 400, body: { code: 21610 } });
  await send();
  assert.deepEqual(await consents(), {
    now: 'opted_out',
    moves: [outByCarrier, ['opted_in', 'payer', 'wrote START'], outByCarrier],
  });
  const ours = (await messages()).filter(({ direction }) => direction === 'out');
  assert.deepEqual(
    ours.map(({ state, error_code }) => [state, error_code]),
    [
      ['undelivered', 'opted_out'],
      ['blocked', 'opted_out'],
      ['failed', 'opted_out'],
      ['failed', 'opted_out'],
    ],
  );
  assert.deepEqual(await findings(), []);
});

test('a late report of a text from before an opt-in does not undo the opt-in', async (t) => {
  const { fixture, post, send, messages, consents, written } = await open(t);
  const { sid, callback } = await send();
  fixture.clock.pass(1000);
  await post(inbound, written('START', 'a'));
  await post(callback, { MessageSid: sid, MessageStatus: 'failed', ErrorCode: '21610' });
  const [late] = await messages();
  assert.deepEqual([late!.state, late!.error_code], ['failed', 'opted_out']);
  assert.deepEqual(await consents(), {
    now: 'opted_in',
    moves: [['opted_in', 'payer', 'wrote START']],
  });
});

test('a payer’s text is stored once, and its keyword is obeyed', async (t) => {
  const { post, messages, number } = await open(t);
  const text = {
    MessageSid: `SM${'b'.repeat(32)}`,
    AccountSid: 'AC',
    From: `+1${phone}`,
    To: `+1${number}`,
    Body: 'Is it ready? 👋 + & =',
    NumMedia: '2',
  };
  for (const _ of [1, 2]) assert.equal((await post(inbound, text)).status, 200);
  const [message, ...more] = await messages();
  assert.deepEqual(more, []);
  assert.deepEqual(
    [message!.direction, message!.state, message!.body, message!.media_count],
    ['in', 'received', text.Body, 2],
  );
  await post(inbound, { ...text, MessageSid: `SM${'c'.repeat(32)}`, Body: 'STOP' });
  assert.deepEqual(
    (await messages()).map(({ direction }) => direction),
    ['in', 'in', 'out'],
  );
});

test('a keyword that Twilio handles counts, and is not answered again', async (t) => {
  const { post, messages, consents, written } = await open(t);
  const hear = (Body: string, OptOutType: string, sign: string) =>
    post(inbound, { ...written(Body, sign), OptOutType });
  await hear('arret', 'STOP', 'a');
  await hear('aide', 'HELP', 'b');
  assert.equal((await consents()).now, 'opted_out');
  await hear('oui', 'START', 'c');
  const wrote = ['wrote arret', 'wrote oui'];
  assert.deepEqual((await consents()).moves, [
    ['opted_out', 'payer', wrote[0]],
    ['opted_in', 'payer', wrote[1]],
  ]);
  assert.deepEqual(await states(messages), ['received', 'received', 'received']);
});

test('texts from abroad, from short codes and to numbers of nobody are taken and dropped', async (t) => {
  const { post, messages, number } = await open(t);
  const text = { MessageSid: `SM${'d'.repeat(32)}`, Body: 'x', NumMedia: '0' };
  for (const ends of [
    { From: '+4915112345678', To: `+1${number}` },
    { From: '88811', To: `+1${number}` },
    { From: `+1${phone}`, To: '+12125550999' },
    { To: `+1${number}` },
  ]) {
    assert.equal((await post(inbound, { ...text, ...ends })).status, 200);
  }
  assert.deepEqual(await messages(), []);
});

test('whatever is not signed by Twilio changes nothing', async (t) => {
  const { post, send, messages, number, fixture } = await open(t);
  const { sid, callback } = await send();
  const news = { MessageSid: sid, MessageStatus: 'delivered' };
  const text = {
    MessageSid: `SM${'e'.repeat(32)}`,
    From: `+1${phone}`,
    To: `+1${number}`,
    Body: 'STOP',
  };
  const other = `${status}?message=100001%2F1`;
  const before = await messages();
  for (const [path, form, signature] of [
    [callback, news, undefined],
    [callback, news, ''],
    [callback, news, signatureFor(publicUrl + callback, news, 'another token')],
    [callback, news, signatureFor(publicUrl + other, news)],
    [callback, news, signatureFor(`http://127.0.0.1${callback}`, news)],
    [callback, { ...news, MessageStatus: 'failed' }, signatureFor(publicUrl + callback, news)],
    [inbound, text, signatureFor(publicUrl + inbound, { ...text, Body: 'START' })],
    [inbound, text, 'x'.repeat(10_000)],
  ] as const) {
    const answer = await post(path, form, { 'X-Twilio-Signature': signature ?? '' });
    assert.equal(answer.status, 403);
  }
  assert.deepEqual(await messages(), before);
  assert.ok(!fixture.logged.join('').includes(token));
});

test('forms that are none, too long or of too many fields are not read', async (t) => {
  const { baseUrl, post } = await open(t);
  const many = Object.fromEntries(Array.from({ length: 201 }, (_, i) => [`f${i}`, '']));
  assert.equal((await post(inbound, many)).status, 403);
  assert.equal((await post(inbound, { Body: 'x'.repeat(64 * 1024) })).status, 413);
  const json = { 'Content-Type': 'application/json' };
  assert.equal((await post(inbound, {}, json)).status, 403);
  assert.equal((await fetch(baseUrl + inbound)).status, 405);
  assert.equal((await post('/carriers/twilio/toString', {})).status, 404);
  assert.equal((await post('/carriers/', {})).status, 404);
});

async function open(t: TestContext) {
  const shop = await openNumberShop(t);
  const { fixture, far } = shop;
  const world = await fixture.open();
  const { business, mobileNumber } = await shop.make(world);
  await shop.workOff();
  const { baseUrl, close } = await openDoor(world);
  t.after(close);
  return {
    fixture,
    far,
    baseUrl,
    number: mobileNumber!,
    messages: async () =>
      await fixture.db.query<Message>(
        `select state, carrier_id, error_code, body, direction, media_count
         from messages where business_id = $1 order by id`,
        [business.id],
      ),
    /** What the pair of numbers has agreed to, and how that came to be. */
    async consents() {
      const [row] = await fixture.db.query<{ now: string }>(
        'select consent as now from conversations where business_id = $1 and phone = $2',
        [business.id, phone],
      );
      const moves = await fixture.db.query<{ consent: string; actor: string; reason: string }>(
        'select consent, actor, reason from consent_moves where business_id = $1 order by n',
        [business.id],
      );
      return {
        now: row!.now,
        moves: moves.map(({ consent, actor, reason }) => [consent, actor, reason]),
      };
    },
    async findings() {
      const found: string[] = [];
      for (const rule of textRules) {
        for await (const finding of checkRule(fixture.db, rule)) found.push(finding.rule);
      }
      return found;
    },
    /** As Twilio hands over what a payer writes. */
    written(Body: string, sign: string): Form {
      const ends = { From: `+1${phone}`, To: `+1${mobileNumber}` };
      return { ...ends, MessageSid: `SM${sign.repeat(32)}`, Body, NumMedia: '0' };
    },
    /** Sends a text; what Twilio calls it, and where it will tell of it. */
    async send() {
      const draft = { businessId: business.id, kind: 'chat', phone, body: 'Ready.' } as const;
      const types = await prepareTexts(world, business.id, [phone]);
      await world.db.begin((tx) => queueTexts(world, tx, [draft], types));
      while ((await sendTexts(world)) > 0);
      const form = far.heard.findLast(({ path }) => path.endsWith('Messages.json'))!.form;
      const callback = form.get('StatusCallback')!.slice(publicUrl.length);
      const sid = `SM${String(far.texts.length).padStart(32, '0')}`;
      return { sid, callback };
    },
    /** As Twilio does. */
    async post(path: string, form: Form, headers: Record<string, string> = {}) {
      const signature = signatureFor(publicUrl + path, form);
      const answer = await fetch(baseUrl + path, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/x-www-form-urlencoded; charset=utf-8',
          'X-Twilio-Signature': signature,
          ...headers,
        },
        body: String(new URLSearchParams(form)),
      });
      const type = answer.headers.get('content-type') ?? '';
      return { status: answer.status, type, body: await answer.text() };
    },
  };
}

async function states(messages: () => Promise<Message[]>): Promise<string[]> {
  return (await messages()).map(({ state }) => state);
}
