import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { languages } from '../../src/kernel/language.ts';
import { mailKinds, placeholdersOf } from '../../src/notify/mail/mail-template.ts';
import { notifyPeople } from '../../src/notify/mail/notify-people.ts';
import { sendMails } from '../../src/notify/mail/send-mails.ts';
import { rememberMs } from '../../src/parties/businesses/authenticate.ts';
import { suspendBusiness } from '../../src/parties/businesses/change-state.ts';
import { brand } from '../brand.ts';
import { png } from '../images.ts';
import { atOnce } from './at-once.ts';
import { type Asked, aPayment, serveV1 } from './serve.ts';
import { signIn } from './signed-in.ts';

const v1 = await serveV1({ after });
const path = '/v1/mail-templates';
const receipt = { kind: 'payment.captured', language: 'en' } as const;
const own = { ...receipt, subject: 'Thank you, {firstName}', opening: 'Hi {firstName},\nwelcome.' };

type As = Asked['as'] & object;

async function send(as: As, method: string, at: string, body?: unknown, headers = {}) {
  return await v1.call(method, at, { as, headers, ...(body !== undefined && { body }) });
}

async function make(as: As, more: object = {}) {
  const told = await send(as, 'POST', path, { ...own, ...more });
  assert.equal(told.status, 201, told.text);
  return told;
}

async function refusal(as: As, method: string, at: string, body?: unknown): Promise<string> {
  const told = await send(as, method, at, body);
  const [first] = told.body.errors ?? [];
  return [told.body.code, first?.field, first?.code].filter(Boolean).join(' ');
}

async function preview(as: As, draft: object) {
  const told = await send(as, 'POST', `${path}/preview`, draft);
  assert.equal(told.status, 200, told.text);
  return told.body;
}

test('own words are made, listed by kind, read, changed and taken back, and the audit log has each version', async () => {
  const shop = await v1.addBusiness();
  const { body: made, headers } = await make(shop);
  const at = v1.clock.now().toISOString();
  const moments = { createdAt: at, updatedAt: at };
  assert.deepEqual(made, { id: made.id, ...own, closing: null, ...moments });
  assert.equal(headers.get('location'), `${path}/${made.id}`);
  await make(shop, { language: 'es' });
  await make(shop, { kind: 'subscription.card_expiring' });
  const listed = async (query = '') =>
    (await send(shop, 'GET', `${path}${query}`)).body.data.map(
      (one: typeof own) => `${one.kind} ${one.language}`,
    );
  const all = ['payment.captured en', 'payment.captured es', 'subscription.card_expiring en'];
  assert.deepEqual(await listed(), all);
  assert.deepEqual(await listed('?language=es'), [all[1]]);
  assert.deepEqual(await listed('?kind=subscription.card_expiring'), [all[2]]);

  v1.clock.pass(60_000);
  const one = `${path}/${made.id}`;
  const change = { subject: null, closing: 'See you soon.' };
  const { body: changed } = await send(shop, 'PATCH', one, change);
  const later = v1.clock.now().toISOString();
  assert.deepEqual(changed, { ...made, ...change, updatedAt: later });
  assert.deepEqual((await send(shop, 'GET', one)).body, changed);
  assert.deepEqual((await send(shop, 'PATCH', one, change)).body, changed);
  assert.equal((await send(shop, 'DELETE', one)).status, 204);
  for (const method of ['GET', 'PATCH', 'DELETE']) {
    const body = method === 'PATCH' ? change : undefined;
    assert.equal(await refusal(shop, method, one, body), 'not_found');
  }
  const { body: log } = await send(shop, 'GET', '/v1/audit-log?limit=100');
  const acts = log.data.filter(
    ({ act, object }: { act: string; object: string }) =>
      act.startsWith('mail_template.') && object === `mail_template:${made.id}`,
  );
  assert.deepEqual(
    acts.map(({ act, facts }: { act: string; facts: object }) => [act, facts]),
    [
      ['mail_template.removed', { ...receipt }],
      ['mail_template.changed', { ...receipt, opening: own.opening, closing: 'See you soon.' }],
      ['mail_template.added', { ...receipt, subject: own.subject, opening: own.opening }],
    ],
  );
});

test('of two changes of one version the second is refused, and so is the removal of another version', async () => {
  const shop = await v1.addBusiness();
  const { body: made, headers } = await make(shop);
  const one = `${path}/${made.id}`;
  const seen = { 'If-Match': headers.get('etag')! };
  const both = await atOnce(['A', 'B'], async (closing) =>
    send(shop, 'PATCH', one, { closing }, seen),
  );
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 412]);
  assert.equal((await send(shop, 'DELETE', one, undefined, seen)).status, 412);
  const now = await send(shop, 'GET', one);
  const current = { 'If-Match': now.headers.get('etag')! };
  assert.equal((await send(shop, 'DELETE', one, undefined, current)).status, 204);
});

test('a mail has own words once in each language, however many give it some at once', async () => {
  const shop = await v1.addBusiness();
  const all = await atOnce([1, 2, 3, 4], async () => send(shop, 'POST', path, own));
  assert.deepEqual(all.map(({ status }) => status).sort(), [201, 400, 400, 400]);
  assert.equal(await refusal(shop, 'POST', path, own), 'wrong_fields kind taken');
  await make(shop, { language: 'fr' });
  await make(await v1.addBusiness());
});

test('braces that are not filled in are refused by the name of their field, with those that are', async () => {
  const shop = await v1.addBusiness();
  const { body: made } = await make(shop);
  for (const words of [
    ...['Hi {name}', 'Hi {FirstName}', '{}', '{{amount}}', '{constructor}', '{__proto__}'],
    ...['a { b', 'a } b', '{firstName', '{ firstName }', 'Your {plan}', '{4242424242424242}'],
  ]) {
    for (const field of ['subject', 'opening', 'closing']) {
      const wrong = `wrong_fields ${field} unknown_placeholder`;
      const body = { ...own, language: 'fr', [field]: words };
      assert.equal(await refusal(shop, 'POST', path, body), wrong, words);
      assert.equal(await refusal(shop, 'POST', `${path}/preview`, body), wrong, words);
      const change = { [field]: words };
      assert.equal(await refusal(shop, 'PATCH', `${path}/${made.id}`, change), wrong, words);
    }
  }
  const { body } = await send(shop, 'POST', path, { ...own, opening: 'Hi {nmae}, {4242}' });
  assert.equal(
    body.errors[0].message,
    'opening must not have {nmae}: in this mail there are {firstName}, {lastName}, {business}, {amount}, {orderNumber}, {method}, {date}.',
  );
  for (const kind of mailKinds.filter((one) => one !== 'payment.captured')) {
    const closing = placeholdersOf[kind].map((name) => `{${name}}`).join(' ');
    assert.equal((await make(shop, { kind, closing })).body.closing, closing);
  }
});

test('blank, too long and empty ones and a subject of two lines are refused, card numbers are masked', async () => {
  const shop = await v1.addBusiness();
  for (const [change, told] of [
    [{ subject: ' ' }, 'subject required'],
    [{ subject: 'x'.repeat(151) }, 'subject too_long'],
    [{ subject: 'Hello\r\nBcc: eve@example.com' }, 'subject control_character'],
    [{ opening: 'x'.repeat(1001) }, 'opening too_long'],
    [{ closing: 'x'.repeat(1001) }, 'closing too_long'],
    [{ closing: '\u0000' }, 'closing control_character'],
    [{ kind: 'payment.declined' }, 'kind not_one_of'],
    [{ language: 'de' }, 'language not_one_of'],
    [{ html: '<b>' }, 'html unknown'],
  ] as const) {
    assert.equal(await refusal(shop, 'POST', path, { ...own, ...change }), `wrong_fields ${told}`);
  }
  const nothing = 'wrong_fields subject required';
  assert.equal(await refusal(shop, 'POST', path, receipt), nothing);
  const { body } = await make(shop, { opening: 'Card 4242424242424242' });
  assert.doesNotMatch(body.opening, /424242424242/);
  const none = { subject: null, opening: null };
  assert.equal(await refusal(shop, 'PATCH', `${path}/${body.id}`, none), nothing);
});

test('who may administer gives mails their words, others read them, and another business sees none', async () => {
  const shop = await v1.addBusiness();
  const { body: made } = await make(await signIn(v1, shop, 'administrator'));
  const one = `${path}/${made.id}`;
  for (const role of ['viewer', 'cashier', 'manager', 'support', 'approver'] as const) {
    const person = await signIn(v1, shop, role);
    assert.equal((await send(person, 'GET', one)).status, 200);
    for (const [method, at] of [
      ['POST', path],
      ['POST', `${path}/preview`],
      ['PATCH', one],
      ['DELETE', one],
    ] as const) {
      const body = method === 'DELETE' ? undefined : own;
      assert.equal(await refusal(person, method, at, body), 'right_missing');
    }
  }
  const stranger = await v1.addBusiness();
  assert.deepEqual((await send(stranger, 'GET', path)).body.data, []);
  assert.equal(await refusal(stranger, 'GET', one), 'not_found');
});

test('where there is no such mail yet, a sample of each kind is shown in each language', async () => {
  const shop = await v1.addBusiness();
  for (const kind of mailKinds) {
    for (const language of languages) {
      const known = placeholdersOf[kind].map((name) => `{${name}}`).join(' ');
      const words = { subject: `S ${known}`, opening: `O ${known}`, closing: `C ${known}` };
      const shown = await preview(shop, { kind, language, ...words });
      const { subject, text, html, missing, objectId, placeholders } = shown;
      assert.deepEqual([missing, objectId], [[], null], kind);
      assert.deepEqual(placeholders, placeholdersOf[kind]);
      assert.match(subject, /^\[(?:TEST|PRUEBA|ESSAI)\] S Maria Lopez Test /);
      assert.match(text, /^O Maria Lopez Test /m);
      assert.match(text, /^C Maria Lopez Test /m);
      assert.doesNotMatch(`${subject}${text}`, /[{}]/);
      assert.match(html, new RegExp(`<html lang="${language}">`));
      assert.doesNotMatch(html, /\/(?:pay|account|subscription)\/[\w-]{22}/);
      const usual = await preview(shop, { kind, language });
      assert.ok(usual.text.includes(usual.usualOpening));
      assert.equal(usual.subject, usual.usualSubject);
      assert.equal(text.includes(usual.usualOpening), !usual.replacesUsual, kind);
    }
  }
  const [row] = await v1.db.query<{ mails: bigint }>(
    'select count(*) as mails from mails where business_id = $1',
    [shop.business.id],
  );
  assert.equal(row!.mails, 0n);
});

test('the last payment is shown as its mail would be, with what is not known of its payer, and nothing is sent', async () => {
  const shop = await v1.addBusiness();
  await brand(await v1.open(), shop.business.id, { logo: png() });
  const pay = async (orderNumber: string, customer: object) =>
    (await send(shop, 'POST', '/v1/payments', { ...aPayment, orderNumber, customer })).body.id;
  await pay('P-1', aPayment.customer);
  const id = await pay('P-2', { email: 'nobody@example.com' });
  const told = await preview(shop, {
    ...own,
    opening: 'Hi {firstName},\n{amount} for {orderNumber}.',
  });
  assert.deepEqual([told.objectId, told.missing], [id, ['firstName']]);
  assert.equal(told.subject, told.usualSubject);
  assert.match(told.text, /^\$[\d.]+ for P-2\.$/m);
  assert.doesNotMatch(told.text, /Hi/);
  assert.match(told.html, new RegExp(`<img src="${v1.baseUrl}/assets/logo-`));
  assert.doesNotMatch(told.html, /cid:/);

  const world = await v1.open();
  await suspendBusiness(world, shop.business.id, { actor: 'operator:ann', reason: 'a complaint' });
  v1.clock.pass(rememberMs);
  assert.equal((await preview(shop, own)).objectId, id);
  assert.equal(await refusal(shop, 'POST', path, own), 'business_suspended');
});

test('a preview needs no proof, shows a payer to whoever may read, and none of it is kept under its key', async () => {
  const shop = await v1.addBusiness();
  const person = await signIn(v1, shop, 'administrator');
  const { body: paid } = await send(shop, 'POST', '/v1/payments', aPayment);
  assert.equal((await preview(person, own)).objectId, paid.id);
  const key = { name: 'k', rights: ['administer'] };
  const { body: made } = await send(shop, 'POST', '/v1/api-keys', key);
  assert.equal((await preview({ apiKey: made.secret }, own)).objectId, null);
  v1.clock.pass(11 * 60_000);
  assert.equal(await refusal(person, 'POST', path, own), 'proof_required');
  const once = { 'Idempotency-Key': 'once' };
  for (const subject of ['A', 'B']) {
    const told = await send(person, 'POST', `${path}/preview`, { ...own, subject }, once);
    assert.deepEqual([told.status, told.body.subject], [200, `[TEST] ${subject}`], told.text);
  }
  const kept = `select key from kept_answers where business_id = $1 and key = 'once'`;
  assert.deepEqual(await v1.db.query(kept, [shop.business.id]), []);
});

test('what is mailed afterwards is what the preview showed', async () => {
  const shop = await v1.addBusiness();
  await make(shop, { closing: 'Yours, {business}' });
  const body = { ...aPayment, orderNumber: 'M-1', receiptByEmail: true };
  await send(shop, 'POST', '/v1/payments', body);
  const world = await v1.open();
  await notifyPeople(world);
  while ((await sendMails(world)) > 0);
  const shown = await preview(shop, { ...own, closing: 'Yours, {business}' });
  const { body: inbox } = await send(shop, 'GET', '/v1/sandbox/inbox');
  const [arrived] = inbox.data;
  assert.equal(arrived.subject, shown.subject);
  assert.equal(arrived.body, shown.text);
  const { body: mails } = await send(shop, 'GET', '/v1/mails');
  const { body: mail } = await send(shop, 'GET', `/v1/mails/${mails.data[0].id}`);
  assert.deepEqual([mail.subject, mail.text], [shown.subject, shown.text]);
});
