import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { contactWithPhone } from '../../src/parties/customers/by-phone.ts';
import { bank, card, type Fields, openCounter, paymentsOf, textOf } from './counter.ts';

/** What the form takes, what it says of the rest, and what never comes back out of it. */
const counter = await openCounter({ after });
const { get, post, addLink } = counter;
const shop = await counter.addBusiness();
const link = await addLink(shop);

type Wrong = {
  readonly what: string;
  readonly fields: Fields;
  readonly field: string;
  readonly says: RegExp;
};
const wrongs: readonly Wrong[] = [
  wrong('no card number', { ...card, 'card-number': '' }, 'card-number', /Enter the number/),
  wrong(
    'a card number with a slip',
    { ...card, 'card-number': '4242424242424241' },
    'card-number',
    /not a card number/,
  ),
  wrong(
    'words for a card number',
    { ...card, 'card-number': 'my card' },
    'card-number',
    /not a card number/,
  ),
  wrong('no date', { ...card, expiry: '' }, 'expiry', /Enter the date/),
  wrong('a date that has passed', { ...card, expiry: '12/29' }, 'expiry', /has expired/),
  wrong('a thirteenth month', { ...card, expiry: '13/39' }, 'expiry', /MM\/YY/),
  wrong('a year far ahead', { ...card, expiry: '12/99' }, 'expiry', /check the year/),
  wrong('no security code', { ...card, cvv: '' }, 'cvv', /Enter the security code/),
  wrong('a security code too short', { ...card, cvv: '12' }, 'cvv', /must have 3 digits/),
  wrong(
    'three digits for American Express',
    { ...card, 'card-number': '378282246310005' },
    'cvv',
    /4 digits/,
  ),
  wrong('no name', { ...card, name: ' ' }, 'name', /name on the card/),
  wrong(
    'a name with control characters',
    { ...card, name: 'Ada\u0007Park' },
    'name',
    /control characters/,
  ),
  wrong('a name without end', { ...card, name: 'A'.repeat(5000) }, 'name', /at most 100/),
  wrong(
    'the card number as a name',
    { ...card, name: '4242 4242 4242 4242' },
    'name',
    /does not belong here/,
  ),
  wrong('no ZIP code', { ...card, 'postal-code': '' }, 'postal-code', /ZIP or postal code/),
  wrong(
    'signs for a ZIP code',
    { ...card, 'postal-code': '<b>' },
    'postal-code',
    /not a ZIP or postal code/,
  ),
  wrong('half an e-mail address', { ...card, email: 'ada@' }, 'email', /name@example\.com/),
  wrong('a phone of nine digits', { ...card, phone: '212555017' }, 'phone', /ten digits/),
  wrong('a phone that nobody can have', { ...card, phone: '1112223333' }, 'phone', /ten digits/),
  wrong(
    'no routing number',
    { ...bank, 'routing-number': '' },
    'routing-number',
    /Enter the routing/,
  ),
  wrong(
    'a short routing number',
    { ...bank, 'routing-number': '02100' },
    'routing-number',
    /9 digits/,
  ),
  wrong(
    'a routing number with a slip',
    { ...bank, 'routing-number': '021000022' },
    'routing-number',
    /check its digits/,
  ),
  wrong(
    'no account number',
    { ...bank, 'account-number': '' },
    'account-number',
    /Enter your account/,
  ),
  wrong(
    'a short account number',
    { ...bank, 'account-number': '123' },
    'account-number',
    /4 to 11 digits/,
  ),
  wrong(
    'two account numbers',
    { ...bank, 'account-number-again': '98765431' },
    'account-number-again',
    /once more/,
  ),
  wrong(
    'no agreement to the debit',
    { ...bank, authorized: '' },
    'authorized',
    /agree to the debit/,
  ),
];

for (const { what, fields, field, says } of wrongs) {
  test(`${what} is told at its field, and nothing is charged`, async () => {
    const { status, body } = await post(link.path, fields);
    assert.equal(status, 422);
    const at = new RegExp(`id="${field}-fault">([^<]*)<`).exec(body)?.[1];
    assert.match(at ?? '', says);
    assert.match(body, new RegExp(`<a href="#${field}">`));
    assert.match(
      body,
      new RegExp(`id="${field}"[^>]*aria-describedby="${field}-fault[^>]*aria-invalid="true"`),
    );
    assert.match(body, /<title>Please check: Pay Lee Flowers<\/title>/);
    assert.deepEqual(await paymentsOf(counter, link), []);
  });
}

test('all that is wrong is told at once', async () => {
  const { body } = await post(link.path, { method: 'card' });
  assert.match(textOf({ body }), /Please check 5 things/);
});

const good: readonly (readonly [string, Fields])[] = [
  ['a card number without blanks', { ...card, 'card-number': '4242424242424242' }],
  ['a card number with dashes', { ...card, 'card-number': '4242-4242-4242-4242' }],
  ['a date without a slash', { ...card, expiry: '1239' }],
  ['a date with blanks', { ...card, expiry: '12 / 39' }],
  ['a date of one digit and a whole year', { ...card, expiry: '1/2039' }],
  ['a phone with its country code', { ...card, phone: '+1 212-555-0177' }],
  ['a Canadian postal code', { ...card, 'postal-code': 'K1A 0B1' }],
  ['a foreign postal code', { ...card, 'postal-code': 'SW1A 1AA' }],
  ['no way at all, which is a card', { ...card, method: '' }],
];
for (const [what, fields] of good) {
  test(`${what} is taken`, async () => {
    const own = await addLink(shop);
    const { status, headers } = await post(own.path, fields);
    assert.deepEqual([status, headers.get('location')], [303, own.path]);
    assert.deepEqual(await paymentsOf(counter, own), ['captured']);
  });
}

test('what was typed stays, but for numbers that pay', async () => {
  const typed = { name: 'Bo Diaz', 'postal-code': '10001', email: 'bo@', phone: '2125550177' };
  const { body } = await post(link.path, { ...card, ...typed, save: 'yes' });
  for (const value of Object.values(typed)) assert.ok(body.includes(`value="${value}"`), value);
  assert.match(body, /id="save" name="save" value="yes" checked/);
  assertNone(body, ['4242424242424241', '937']);
});

test('where no cards are taken, none is asked for, and all that is wrong is of the account', async () => {
  const own = await addLink(await counter.addLiveBusiness());
  const page = await get(own.path);
  assert.doesNotMatch(page.body, /card-number|method-card|Save this card/);
  const { status, body } = await post(own.path, card);
  assert.equal(status, 422);
  assert.match(body, /id="authorized-fault">Please agree to the debit\.</);
  for (const [, field = ''] of body.matchAll(/<a href="#([\w-]+)">/g)) {
    assert.ok(body.includes(` id="${field}" name=`), field);
  }
});

test('no number that pays comes back, wherever it was typed', async () => {
  const number = '4242424242424242';
  for (const name of ['name', 'postal-code', 'email', 'phone', 'expiry', 'account-name']) {
    for (const text of [
      number,
      '4242 4242 4242 4242',
      `x${number}x`,
      `4242-4242-4242-4242 12/39`,
    ]) {
      const { status, body } = await post(link.path, { ...card, [name]: text, cvv: '' });
      assert.equal(status, 422);
      assertNone(withoutSandboxNote(body), [number]);
    }
  }
  const account = { ...bank, 'account-name': 'Ada 98765432', 'account-number-again': '' };
  const { body } = await post(link.path, account);
  assertNone(body, ['98765432', '021000021']);
});

test('markup in every field comes out escaped', async () => {
  const markup = `"><script>alert(1)</script><img src=x onerror='alert(2)'>`;
  const fields = Object.fromEntries(
    Object.keys({ ...card, ...bank, email: '', phone: '', save: '' }).map((name) => [name, markup]),
  );
  for (const method of ['card', 'bank']) {
    const { status, body } = await post(link.path, { ...fields, method });
    assert.equal(status, 422);
    assert.ok(!body.includes('<script>alert'), body);
    assert.ok(!body.includes('<img'), body);
  }
});

test('texts of the business come out escaped, whatever is in them', async () => {
  const rude = '<b>"\'&\u202egnp.exe\u202c\u200f\r\nSet-Cookie: a=b\r\n\r\n';
  const long = '<i>'.repeat(1666);
  const owner = await counter.addBusiness({ name: `Flowers ${rude}` });
  const { path } = await addLink(owner, {
    description: `${rude}${long}`,
    lines: [{ name: `${rude}line`, cents: 1250n, kind: 'other' }],
    bill: {
      business: { name: rude + long, address1: rude, city: rude, phone: rude, email: rude },
      accountNumber: rude,
      accountNumber2: rude,
      statementOn: '2030-01-10',
    },
    contact: contactWithPhone('6175550001', { firstName: rude, lastName: rude }),
  });
  const pages = [await get(path), await post(path, {}), await post(path, card), await get(path)];
  assert.deepEqual(
    pages.map(({ status }) => status),
    [200, 422, 303, 200],
  );
  for (const { body, headers } of pages) {
    assert.doesNotMatch(body, /<b>"|<i>|[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]/);
    assert.equal(headers.get('set-cookie'), null);
  }
});

test('a form of another kind, or from another site, is not read', async () => {
  const send = (init: RequestInit) =>
    fetch(counter.baseUrl + link.path, { method: 'POST', ...init });
  const body = JSON.stringify(card);
  const asJson = await send({ body, headers: { 'Content-Type': 'application/json' } });
  assert.equal(asJson.status, 415);
  const big = await send({ body: new URLSearchParams({ name: 'x'.repeat(70_000) }) });
  assert.equal(big.status, 413);
  assert.match(big.headers.get('content-type')!, /^text\/html/);
  const many = new URLSearchParams(Array.from({ length: 300 }, (_, i) => [`a${i}`, '1']));
  assert.equal((await send({ body: many })).status, 400);
  const foreign = await post(link.path, card, { 'Sec-Fetch-Site': 'cross-site' });
  assert.equal(foreign.status, 400);
  assert.deepEqual(await paymentsOf(counter, link), []);
});

function wrong(what: string, fields: Fields, field: string, says: RegExp): Wrong {
  return { what, fields, field, says };
}

/** In groups or not. */
function assertNone(body: string, numbers: readonly string[]): void {
  const digits = body.replaceAll(/[\s-]/g, '');
  for (const number of numbers)
    assert.ok(
      !digits.includes(`"${number}`) && !(number.length > 4 && digits.includes(number)),
      number,
    );
}

function withoutSandboxNote(body: string): string {
  return body.replace(/<aside class="sandbox".*?<\/aside>/s, '');
}

test('a payer in Canada is asked for a postal code, and sees in which dollars the amount is', async () => {
  const american = await get(link.path);
  assert.match(american.body, /ZIP code/);
  const canadian = await counter.addBusiness({ currency: 'CAD' });
  const { body } = await get((await addLink(canadian)).path);
  assert.match(body, /Postal code/);
  assert.doesNotMatch(body, /ZIP code/);
  assert.match(body, /CA\$/);
  assert.doesNotMatch(body, /(?<!CA)\$\d/);
});
