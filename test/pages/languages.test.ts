import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { revokeLink } from '../../src/invoicing/pay-links/end-links.ts';
import { languages } from '../../src/kernel/language.ts';
import { contactWithPhone } from '../../src/parties/customers/by-phone.ts';
import { changeCustomer } from '../../src/parties/customers/change.ts';
import { readCustomer } from '../../src/parties/customers/store.ts';
import { advance } from '../../src/time-machine/advance.ts';
import { setBusinessLanguage } from './business-language.ts';
import { bank, card, declinedCard, type Fields, openCounter, type SentLink } from './counter.ts';
import { openFirstUse } from './first-use.ts';
import { elementsOf, leftEnglish } from './said-words.ts';

const counter = await openCounter({ after });
const { fixture, world, get, post, addLink } = counter;
const shop = await counter.addBusiness();
const actor = 'operator:ann';

/** What the business and the payer wrote, and what is called the same everywhere. */
const sameEverywhere =
  /^(?:(?:Lee Flowers|Boston|Ada Park|A bunch of peonies|Subtotal|Tax|Total|Visa|Quittance|English|Español|Français|OK|Plan|Date|MM\/AA|#|Province|Client|USD|CAD|US|Peony|INV|ACCT|ACCTVERIFY|EST|HNE|4242|[\d\s.,$:·/()-]+|-)\s*)+$|^[A-Z]{3}-?[\w-]*\d+$|^[\w-]*\d[\w-]*$/;

/** Every page, by a name. Each is asked for in all languages. */
const pages: Record<string, (lang: string) => Promise<string>> = {};

async function bodyAt(path: string, lang: string): Promise<string> {
  return (await get(`${path}${path.includes('?') ? '&' : '?'}lang=${lang}`)).body;
}

async function postedTo(path: string, fields: Fields, lang: string): Promise<string> {
  return (await post(`${path}?lang=${lang}`, fields)).body;
}

const payable = await addLink(shop, {
  bill: {
    business: { city: 'Boston', phone: '6175550199' },
    accountNumber: 'ACCT-77',
    accountNumber2: 'ACCT-9',
    statementOn: '2030-01-10',
    expiresOn: '2030-02-01',
  },
});
pages['a form to pay'] = (lang) => bodyAt(payable.path, lang);
pages['a form with nothing in it'] = (lang) => postedTo(payable.path, { method: 'card' }, lang);
pages['a form with a wrong card'] = (lang) =>
  postedTo(
    payable.path,
    {
      method: 'card',
      'card-number': '1234',
      expiry: '01/20',
      cvv: '12',
      name: 'Ada 4242424242424242',
      'postal-code': '?',
      email: 'ada',
      phone: '12',
    },
    lang,
  );
pages['a form with a card that lasts too long'] = (lang) =>
  postedTo(payable.path, { ...card, expiry: '12/99' }, lang);
pages['a form with a wrong account'] = (lang) =>
  postedTo(
    payable.path,
    {
      method: 'bank',
      'routing-number': '021000022',
      'account-number': '1',
      'account-number-again': '2',
      'account-name': '',
      agreement: 'other',
    },
    lang,
  );
pages['a form with an agreement to another text'] = (lang) =>
  postedTo(payable.path, { ...bank, agreement: 'AAAAAAAAAAAAAAAA' }, lang);
pages['a form with too short a routing number'] = (lang) =>
  postedTo(payable.path, { ...bank, 'routing-number': '12', agreement: 'x' }, lang);

/** A link for each language: the first payment would end it. */
async function linkOfEach(make: (link: SentLink, lang: string) => Promise<string>) {
  const made = new Map<string, string>();
  for (const lang of languages) made.set(lang, await make(await addLink(shop), lang));
  return (lang: string) => bodyAt(made.get(lang)!, lang);
}

pages['a declined payment'] = await linkOfEach(async ({ path }) => {
  const { headers } = await post(path, declinedCard);
  return headers.get('location')!;
});
pages['a receipt'] = await linkOfEach(async ({ path }) => {
  await post(path, card);
  return path;
});
pages['a receipt of a debit'] = await linkOfEach(async ({ path }) => {
  await post(path, bank);
  return path;
});
pages['a payment that is not decided'] = await linkOfEach(async ({ path }) => {
  await post(path, { ...card, 'card-number': '4000009990000211' });
  return path;
});
pages['a revoked link'] = await linkOfEach(async (link) => {
  await revokeLink(world, link, actor);
  return link.path;
});
const expiring = await addLink(shop, { expiresAt: new Date(world.now().getTime() + 86_400_000) });
const returned = await counter.addBusiness();
const debit = await addLink(returned);
const noFunds = '99000001';
await post(debit.path, { ...bank, 'account-number': noFunds, 'account-number-again': noFunds });
pages['a returned debit'] = (lang) => bodyAt(debit.path, lang);
pages['an expired link'] = (lang) => bodyAt(expiring.path, lang);
pages['an address that leads nowhere'] = (lang) => bodyAt('/pay/nothing', lang);
pages['a file that is gone'] = (lang) => bodyAt('/assets/none.css', lang);
pages['a form of another kind'] = async (lang) =>
  (await post(`${payable.path}?lang=${lang}`, {}, { 'Content-Type': 'text/plain' })).body;

await advance(world, returned.business.id, { byMs: 3 * 86_400_000 }, actor);
await advance(world, shop.business.id, { byMs: 3 * 86_400_000 }, actor);

for (const [what, page] of Object.entries(pages)) {
  test(`${what} says in each language what it says in English`, async () => {
    const english = await page('en');
    for (const lang of ['es', 'fr'] as const) {
      const body = await page(lang);
      assert.match(body, new RegExp(`<html lang="${lang}">`));
      noEnglish(body, english);
      assert.equal(elementsOf(body), elementsOf(english), 'the same elements');
    }
  });
}

function noEnglish(body: string, english: string): void {
  assert.deepEqual(leftEnglish(body, english, sameEverywhere), []);
}

test('the page of micro-deposits says all in each language', async (t) => {
  const { path, arrive, get: look, post: send } = await openFirstUse(t);
  const seen = async (lang: string) => (await look(`${path}?lang=${lang}`)).body;
  const sent = async (lang: string, fields: Fields) =>
    (await send(`${path}?lang=${lang}`, fields)).body;
  const compare = async (page: (lang: string) => Promise<string>) => {
    const english = await page('en');
    for (const lang of ['es', 'fr']) noEnglish(await page(lang), english);
  };
  await compare(seen);
  await arrive();
  await compare(seen);
  await compare((lang) => sent(lang, { first: 'x', second: '' }));
  const { status, headers } = await send(`${path}?lang=fr`, { first: '45', second: '32' });
  assert.deepEqual([status, headers.get('location')], [303, `${path}?lang=fr`]);
  await compare(seen);
});

test('days and amounts stand as the reader writes them', async () => {
  const spanish = await bodyAt(payable.path, 'es');
  assert.match(spanish, /Pagar \$12\.50/);
  assert.match(spanish, /10 de enero de 2030/);
  assert.match(spanish, /1 de febrero de 2030/);
  const french = await bodyAt(payable.path, 'fr');
  assert.match(french, /Payer 12,50\u00a0\$\u00a0US/);
  assert.match(french, /10 janvier 2030/);
  assert.match(french, /1er février 2030/);
});

test('a name stays a name in each language', async () => {
  const owner = await counter.addBusiness({ name: '<script>alert(1)</script>"&' });
  const { path } = await addLink(owner, {
    contact: contactWithPhone('6175557788', { firstName: '"><img src=x>' }),
  });
  for (const lang of languages) {
    const body = await bodyAt(path, lang);
    assert.doesNotMatch(body, /<script>|<img/);
    assert.match(body, /&lt;script&gt;alert\(1\)&lt;\/script&gt;&quot;&amp;/);
  }
});

const languageOf = (body: string) => /<html lang="(\w+)">/.exec(body)![1];

test('the switch counts most, then the payer, then the business, then the browser', async () => {
  const owner = await counter.addBusiness();
  const { path, customerId, businessId } = await addLink(owner);
  const seen = async (query = '', accept = 'fr-CA, en;q=0.5') => {
    const { body, headers } = await get(path + query, { 'Accept-Language': accept });
    assert.match(headers.get('vary') ?? '', /Accept-Language/);
    return languageOf(body);
  };
  assert.equal(await seen('', 'de'), 'en');
  assert.equal(await seen(), 'fr');
  await setBusinessLanguage(fixture, businessId, 'es');
  assert.equal(await seen(), 'es');
  const change = { businessId, id: customerId, idempotencyKey: undefined };
  await changeCustomer(world, { ...change, change: { language: 'en' } });
  assert.equal(await seen(), 'en');
  assert.equal(await seen('?lang=fr'), 'fr');
  assert.equal(await seen('?lang=xx'), 'en');
  assert.equal(await seen('?lang=%3Cscript%3E&lang=fr'), 'en');
  await changeCustomer(world, { ...change, change: { language: null } });
  assert.equal(await seen(), 'es');
});

test('the switch leads to the same page, and the form stays in its language', async () => {
  const { path } = await addLink(shop);
  const declined = await post(`${path}?lang=es`, declinedCard);
  const at = declined.headers.get('location')!;
  assert.match(at, new RegExp(`^${path}\\?try=\\d+&lang=es$`));
  const { body } = await get(at);
  assert.match(body, /Su pago fue rechazado/);
  assert.match(body, new RegExp(`action="${path}\\?lang=es"`));
  const to = /<a href="([^"]+)" lang="fr" hreflang="fr">Français<\/a>/.exec(body)![1]!;
  assert.match((await get(to.replaceAll('&amp;', '&'))).body, /Votre paiement a été refusé/);
  assert.equal([...body.matchAll(/aria-current="true"/g)].length, 1);
});

/** What is known of the payer of a new link after a payment. */
async function learnedBy(query: string, accept: string | undefined, known?: 'en' | 'es' | 'fr') {
  const link = await addLink(shop);
  const key = { businessId: link.businessId, id: link.customerId };
  if (known) {
    await changeCustomer(world, { ...key, idempotencyKey: undefined, change: { language: known } });
  }
  const headers = accept === undefined ? {} : { 'Accept-Language': accept };
  await get(link.path + query, headers);
  assert.equal((await readCustomer(world.db, key.businessId, key.id))!.language, known);
  assert.equal((await post(link.path + query, card, headers)).status, 303);
  return (await readCustomer(world.db, key.businessId, key.id))!.language;
}

test('a payment teaches the language of its payer, and a look at the page does not', async () => {
  assert.equal(await learnedBy('', undefined), undefined);
  assert.equal(await learnedBy('', 'de'), undefined);
  assert.equal(await learnedBy('', 'es-MX'), 'es');
  assert.equal(await learnedBy('?lang=fr', 'es-MX'), 'fr');
  assert.equal(
    await learnedBy('', 'es-MX', 'fr'),
    'fr',
    'the browser says less than what is known',
  );
  assert.equal(await learnedBy('?lang=es', undefined, 'fr'), 'es');
});

test('who pays in the language of the business alone has shown none of their own', async () => {
  const owner = await counter.addBusiness();
  await setBusinessLanguage(fixture, owner.business.id, 'es');
  const link = await addLink(owner);
  await post(link.path, card, { 'Accept-Language': 'en' });
  const customer = await readCustomer(world.db, link.businessId, link.customerId);
  assert.equal(customer!.language, undefined);
});

test('a robot is shown a preview in the language of the payer', async () => {
  const link = await addLink(shop);
  const key = { businessId: link.businessId, id: link.customerId, idempotencyKey: undefined };
  await changeCustomer(world, { ...key, change: { language: 'fr' } });
  const { body } = await get(link.path, { 'User-Agent': 'WhatsApp/2.23' });
  assert.match(body, /Une page pour vous/);
  assert.doesNotMatch(body, /Lee Flowers/);
});
