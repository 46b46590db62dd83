import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { mailNamed } from '../../src/notify/mail/compose.ts';
import {
  addMailTemplate,
  mailKinds,
  removeMailTemplate,
} from '../../src/notify/mail/mail-template.ts';
import { inOwnWords, valuesOf } from '../../src/notify/mail/own-words.ts';
import { type Sheet, sheetText } from '../../src/notify/mail/sheet.ts';
import { sheetHtml } from '../../src/notify/mail/sheet-html.ts';
import { changeCustomer } from '../../src/parties/customers/change.ts';
import type { AnyEvent } from '../../src/runtime/events.ts';
import { makeFixture } from '../fixture.ts';
import { type Desk, openDesk } from './desk.ts';
import { faceOf, samplesOf } from './said-samples.ts';

const fixture = await makeFixture({ after });
const world = await fixture.open();

type Words = Partial<Parameters<typeof addMailTemplate>[1]>;

async function give(desk: Desk, words: Words) {
  const key = { businessId: desk.id, id: await world.ids.next(desk.id) };
  const of = { kind: 'payment.captured', language: 'en' } as const;
  const made = await addMailTemplate(world, { ...of, ...key, ...words }, 'test');
  assert.ok(typeof made === 'object', String(made));
  return key;
}

/** What a payment of this payer brings into the mailbox. */
async function mailOf(desk: Desk, more: Readonly<Record<string, string>> = {}) {
  await desk.pay(more);
  await desk.work();
  return (await desk.mails()).at(-1)!;
}

const unnamed = { FirstName: '', LastName: '' };

test('own words take the place of the subject and the first sentence, and all the rest stands', async (t) => {
  const desk = await openDesk(t, { fixture, world });
  const usual = await mailOf(desk, { OrderNumber: 'O-1' });
  await give(desk, {
    subject: 'Thank you, {firstName} {lastName}',
    opening: 'Hi {firstName},\r\n\r\nyou paid {amount} with {method} on {date}.',
    closing: 'Order {orderNumber}.\nYours, {business}',
  });
  const mail = await mailOf(desk, { OrderNumber: 'O-2', Email: 'grace@example.com' });
  assert.match(mail.subject!, /^\[TEST\] Thank you, \w+ \w+$/);
  assert.match(
    mail.body,
    /\n\nHi \w+,\n\nyou paid \$100\.00 with Visa ending \d{4} on January \d+, 2030\.\n\n/,
  );
  assert.match(mail.body, /\n\nOrder O-2\.\n\nYours, Test\n/);
  assert.doesNotMatch(mail.body, /Thank you\. You paid/);
  // Every other line is that of the usual mail.
  const rest = usual.body
    .split('\n')
    .filter((line) => !/^(?:Thank you\.|Invoice number|Receipt number)/.test(line));
  for (const line of rest) assert.ok(mail.body.split('\n').includes(line), line);
  assert.match(mail.html!, />Hi \w+,<\/p>/);
  assert.match(mail.html!, />Yours, Test<\/p>/);
});

test('without own words, and after they were taken back, a mail is what it was, to the byte', async (t) => {
  const desk = await openDesk(t, { fixture, world });
  const arrived = await mailOf(desk);
  const before = (await mailNamed(world, desk.id, arrived.reference))!;
  const pdf = await before.attachments[0]!.content();
  await give(desk, { language: 'fr', closing: 'Au revoir' });
  await give(desk, { kind: 'payment.refunded', closing: 'Bye' });
  const key = await give(desk, { closing: 'Bye' });
  const changed = (await mailNamed(world, desk.id, arrived.reference))!;
  assert.match(changed.text, /\n\nBye\n/);
  assert.ok(
    (await changed.attachments[0]!.content()).equals(pdf),
    'the PDF is the paper of the books',
  );
  await removeMailTemplate(world, key, { actor: 'test', match: () => {} });
  const { attachments: _, ...was } = before;
  const { attachments: __, ...is } = (await mailNamed(world, desk.id, arrived.reference))!;
  assert.deepEqual(is, was);
  assert.equal(arrived.html, was.html);
});

test('a line with a value that is not known is left out, and without any line the usual words stand', async (t) => {
  const desk = await openDesk(t, { fixture, world });
  const usual = await mailOf(desk, unnamed);
  await give(desk, {
    subject: 'For {firstName}',
    opening: 'Dear {firstName},',
    closing: 'Bye, {lastName}',
  });
  const { subject, body } = await mailOf(desk, unnamed);
  assert.equal(subject, usual.subject);
  assert.match(body, /Thank you\. You paid Test \$100\.00\./);
  assert.doesNotMatch(body, /Dear|Bye|[{}]/);
  const named = await mailOf(desk, { FirstName: 'Ada', LastName: 'Park' });
  assert.equal(named.subject, '[TEST] For Ada');
  assert.match(named.body, /\n\nDear Ada,\n\n/);
});

test('a payer gets the words of the own language, and the usual ones where that has none', async (t) => {
  const desk = await openDesk(t, { fixture, world });
  await give(desk, { opening: 'Welcome.' });
  await give(desk, { language: 'es', opening: 'Gracias por todo, {amount}.' });
  const payer = { Email: 'ana@example.com', MobilePhone: '6175550177' };
  assert.match((await mailOf(desk, payer)).body, /\n\nWelcome\.\n\n/);
  const [customer] = await fixture.db.query<{ id: bigint }>(
    `select id from customers where business_id = $1 and email = 'ana@example.com'`,
    [desk.id],
  );
  const key = { businessId: desk.id, id: customer!.id, idempotencyKey: undefined };
  const speak = async (language: 'es' | 'fr') =>
    await changeCustomer(world, { ...key, change: { language } });
  await speak('es');
  const spanish = await mailOf(desk, payer);
  assert.match(spanish.body, /\n\nGracias por todo, \$100\.00\.\n\n/);
  assert.match(spanish.subject!, /^\[PRUEBA\] Su recibo de Test$/);
  await speak('fr');
  assert.match((await mailOf(desk, payer)).body, /Merci\. Vous avez payé/);
});

test('markup in own words and in names stays words, and no name leads to an address or opens a header', async (t) => {
  const desk = await openDesk(t, { fixture, world });
  await give(desk, {
    subject: 'For {firstName}',
    opening: '<script>alert(1)</script> {firstName} $& $1 \u202e',
    closing: 'See https://evil.example/ "now"\u2028Bcc: eve@example.com',
  });
  const mail = await mailOf(desk, { FirstName: '<b onclick="x">{amount}' });
  assert.doesNotMatch(mail.html!, /<script|<b on|href="https:\/\/evil/);
  assert.match(mail.html!, /&lt;script&gt;alert\(1\)&lt;\/script&gt;/);
  assert.match(mail.subject!, /^\[TEST\] For <b onclick="x">\{amount\}$/);
  assert.match(mail.body, /\{amount\} \$& \$1$/m);
  assert.doesNotMatch(mail.body, /\u202e|\u2028|^Bcc/m);
  for (const FirstName of ['Free money at www.evil.example', 'evil.example', 'a@b', 'http://x']) {
    const { subject, body } = await mailOf(desk, { FirstName });
    assert.equal(subject, '[TEST] Your receipt from Test', FirstName);
    assert.ok(!body.includes(`</script> ${FirstName}`));
  }
  assert.equal((await mailOf(desk, { FirstName: 'J. R.' })).subject, '[TEST] For J. R.');
});

test('whatever own words say, every fact, line, link, sum and remark stands, in every mail', () => {
  const face = faceOf();
  const words = { subject: 'S', opening: 'O', closing: 'C' };
  let seen = 0;
  for (const [name, sheet] of samplesOf(face)) {
    const kind = mailKinds.find((one) => name.startsWith(one)) ?? 'subscription.payment_failed';
    if (typeof sheet === 'string' || name.startsWith('invoice')) continue;
    const own: Sheet = inOwnWords(sheet, { kind, ...words }, new Map());
    const { subject: _, paragraphs, closing, ...rest } = own;
    const { subject: __, paragraphs: usual, ...before } = sheet;
    assert.deepEqual(rest, before, name);
    assert.deepEqual(closing, ['C']);
    const isReplaced = kind === 'payment.captured' || kind === 'payment.refunded';
    assert.deepEqual(paragraphs, ['O', ...usual.slice(isReplaced ? 1 : 0)], name);
    assert.match(sheetText(own), /\n\nO\n\n/);
    assert.match(sheetHtml(own), />C<\/p>/);
    seen += 1;
  }
  assert.ok(seen > 50, String(seen));
});

test('a name with an address or a telephone number is not known, however it is written', () => {
  const face = faceOf();
  const sheet = samplesOf(face).get('payment.captured, usual') as Sheet;
  const event = { kind: 'subscription.card_expiring', at: new Date(0), data: {} } as AnyEvent;
  const namesOf = (firstName: string, lastName = 'Park') => {
    const values = valuesOf(
      { event, payment: undefined, payer: { firstName, lastName } },
      sheet,
      face,
    );
    return [values.get('firstName'), values.get('lastName')];
  };
  for (const name of [
    ...['evil\u3002example', 'evil\uff61example', 'evil\uff0eexample', 'evil\u2024example'],
    ...[
      'evil.e\u034fxample',
      'evil.\u00adexample',
      'evil\uff0fx',
      'a\uff20b',
      'evil.\u{1d41e}\u{1d431}',
    ],
    ...['1-800-555-0100', 'Call 555 01 99', '\uff11\uff12\uff13\uff14\uff15\uff16\uff17'],
  ]) {
    assert.deepEqual(namesOf(name), [undefined, undefined], name);
  }
  assert.deepEqual(namesOf('800 555', '0100'), [undefined, undefined]);
  assert.deepEqual(namesOf('J. R.', "O'Neil 3rd"), ['J. R.', "O'Neil 3rd"]);
  assert.deepEqual(namesOf('Jose\u0301', '123456'), ['Jos\u00e9', '123456']);
});

test('own words that cannot be read keep no mail from being sent', async (t) => {
  const desk = await openDesk(t, { fixture, world });
  const key = await give(desk, { opening: 'Welcome.' });
  const of = [desk.id, key.id];
  const language = 'alter table mail_templates drop constraint mail_templates_language';
  await fixture.db.query(language);
  await fixture.db.query(
    `update mail_templates set language = 'eo' where business_id = $1 and id = $2`,
    of,
  );
  const { body } = await mailOf(desk);
  assert.match(body, /Thank you\. You paid Test \$100\.00\./);
  assert.ok(fixture.logged.some((line) => line.includes('mail.no_own_words')));
});

test('a debit that we withdrew is no cancellation: its mail has no words of the business', async (t) => {
  const desk = await openDesk(t, { fixture, world });
  await give(desk, { kind: 'payment.voided', subject: 'We canceled it', opening: 'As you asked.' });
  const { invoice } = await desk.pay({ OrderNumber: 'V-1' });
  await desk.refund({ RefundType: 'Full', OrderNumber: 'V-1', PaymentID: invoice });
  await desk.work();
  const canceled = (await desk.mails()).at(-1)!;
  assert.equal(canceled.subject, '[TEST] We canceled it');
  assert.match(
    canceled.body,
    /As you asked\.\n\nYour payment of \$100\.00 to Test was canceled, and nothing is charged\./,
  );
  await fixture.db.query(
    `update events set data = (data::jsonb || '{"payerIsAsked":"to_pay_otherwise","outcomeCode":"R02"}')::json
     where business_id = $1 and kind = 'payment.voided'`,
    [desk.id],
  );
  const withdrawn = (await mailNamed(world, desk.id, canceled.reference))!;
  assert.match(withdrawn.subject, /was not sent$/);
  assert.doesNotMatch(withdrawn.text, /As you asked/);
});

test('a stored placeholder that this version does not know leaves its line out', () => {
  const sheet = samplesOf(faceOf()).get('payment.captured, usual') as Sheet;
  const words = { kind: 'payment.captured', opening: 'Hi {shoeSize}', closing: 'Bye' } as const;
  const { paragraphs, closing } = inOwnWords(sheet, words, new Map([['business', 'x']]));
  assert.deepEqual([paragraphs, closing], [sheet.paragraphs, ['Bye']]);
});
