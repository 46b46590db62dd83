import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testCard } from '../../packages/sandbox/test/bank.ts';
import { cancelAtEnd, pauseSubscription } from '../../src/invoicing/subscriptions/change.ts';
import { closeBusiness, suspendBusiness } from '../../src/parties/businesses/change-state.ts';
import { changeCustomer } from '../../src/parties/customers/change.ts';
import { readCustomer } from '../../src/parties/customers/store.ts';
import { openClub } from '../subscriptions/club.ts';
import { makePlan, refund, requestOn, subscriptionOf } from '../subscriptions/member.ts';
import { setBusinessLanguage } from './business-language.ts';
import { textOf } from './counter.ts';
import {
  formOn,
  type Membership,
  newCard,
  openMembership,
  openPastDue,
  visitsOf,
} from './membership.ts';
import { elementsOf, leftEnglish } from './said-words.ts';

/* The page of a subscription in the language of its payer. */

/** What the business and the payer wrote, and what is called the same everywhere. */
const sameEverywhere =
  /^(?:(?:Test|Ada Park|Visa|Mastercard|Quittance|English|Español|Français|MM\/AA|Plan|plan|gold|4242|[\d\s.,$:·/()–-]+)\s*)+$/;

type Look = (lang: string) => Promise<string>;

async function compare(what: string, look: Look): Promise<void> {
  const english = await look('en');
  for (const lang of ['es', 'fr']) {
    const body = await look(lang);
    assert.match(body, new RegExp(`<html lang="${lang}">`), what);
    assert.deepEqual(leftEnglish(body, english, sameEverywhere), [], `${what} in ${lang}`);
    assert.equal(elementsOf(body), elementsOf(english), `${what} in ${lang}`);
  }
}

function lookAt({ get, path }: Membership, query = ''): Look {
  return async (lang) => (await get(`${path}?${query}${query && '&'}lang=${lang}`)).body;
}

const why = { actor: 'operator', reason: 'a test' };

test('a page of a subscription that goes on, ends, pauses or is closed says in each language what it says in English', async (t) => {
  const member = await openMembership(t, {
    terms: { payerCancels: true },
    fields: { PlanCode: 'gold' },
  });
  const { club, id, giveCard, post } = member;
  await compare('active', lookAt(member));
  await compare('a card was given', lookAt(member, 'done=card'));
  await compare('before the end', lookAt(member, 'end'));
  await compare(
    'faults',
    async (lang) => (await giveCard({ expiry: '1' }, {}, `?lang=${lang}`)).body,
  );
  const form = formOn(await member.get());
  await post({ ...newCard, form });
  const again = { ...newCard, form, 'card-number': '4242424242424242' };
  await compare('a form sent twice', async (lang) => (await post(again, {}, `?lang=${lang}`)).body);
  const { dueAt } = await subscriptionOf(club, id);
  await post({ act: 'end', until: dueAt!.toISOString() });
  await compare('it ends', lookAt(member));
  await post({ act: 'keep' });
  await compare('it was kept', lookAt(member, 'done=keep'));
  await cancelAtEnd(club.world, await requestOn(club, id), true);
  await compare('the business lets it end', lookAt(member));
  await cancelAtEnd(club.world, await requestOn(club, id), false);
  await refund(club, id, 0, '1.00');
  await compare('a part was refunded', lookAt(member));
  await pauseSubscription(club.world, await requestOn(club, id));
  await compare('paused', lookAt(member));
  await suspendBusiness(club.world, club.id, why);
  await compare('suspended', lookAt(member));
  await closeBusiness(club.world, club.id, why);
  await compare('closed', lookAt(member));
});

test('a page of a subscription that owes says in each language what it says in English', async (t) => {
  const member = await openPastDue(t, 'insufficient_funds');
  const { club, id, giveCard } = member;
  await compare('it is tried again', lookAt(member));
  const { headers } = await giveCard({ 'card-number': testCard('lost_card') });
  const [, tried] = /\?(try=\d+)$/.exec(headers.get('location')!)!;
  await compare('a declined card', lookAt(member, tried));
  await club.until('2030-04-01 12:00');
  await compare('it is given up', lookAt(member));
  await club.fixture.db.query('update businesses set limits_on = true where business_id = $1', [
    club.id,
  ]);
  for (let i = 0; i < 10; i += 1) {
    await giveCard({ 'card-number': testCard(i % 2 ? 'lost_card' : 'stolen_card') });
  }
  await compare('a refusal', async (lang) => {
    const refused = await giveCard({}, {}, `?lang=${lang}`);
    assert.equal(refused.status, 429);
    return refused.body;
  });
  await club.fixture.db.query('update businesses set limits_on = false where business_id = $1', [
    club.id,
  ]);
  await giveCard({ 'card-number': '4000009990000211' });
  const charging = await lookAt(member)('es');
  assert.match(charging, /Se está cobrando \$10\.00/);
  await compare('it is being charged', lookAt(member));
  assert.equal((await subscriptionOf(club, id)).endedAt, undefined);
});

test('a page of a subscription before its first charge, and of one that never began, likewise', async (t) => {
  const club = await openClub(t);
  await makePlan(club, { trialDays: 14, periods: 5 });
  const later = await visitsOf(club, await club.join({ StartDate: '06-01-2030' }));
  await compare('it begins later', lookAt(later));
  const trial = await visitsOf(
    club,
    await club.join({ PlanCode: 'plan', Amount: '', Interval: '' }),
  );
  await compare('a trial', lookAt(trial));
  const first = await visitsOf(club, await club.join({}, testCard('lost_card')));
  await club.work();
  await compare('the first charge failed', lookAt(first));
  const CardToken = await club.bankToken('1111111');
  await compare('a bank payment', lookAt(await visitsOf(club, await club.join({ CardToken }))));
  await club.until('2030-05-01 12:00');
  await compare('it never began', lookAt(first));
});

const languageOf = (body: string) => /<html lang="(\w+)">/.exec(body)![1];

test('the switch counts most, then the payer, then the business, then the browser', async (t) => {
  const { club, id, get, path } = await openMembership(t);
  const seen = async (query = '', accept = 'fr-CA, en;q=0.5') => {
    const { body, headers } = await get(path + query, { 'Accept-Language': accept });
    assert.match(headers.get('vary') ?? '', /Accept-Language/);
    return languageOf(body);
  };
  assert.deepEqual([await seen('', 'de'), await seen()], ['en', 'fr']);
  await setBusinessLanguage(club.fixture, club.id, 'es');
  assert.equal(await seen(), 'es');
  const { customerId } = await subscriptionOf(club, id);
  const key = { businessId: club.id, id: customerId, idempotencyKey: undefined };
  await changeCustomer(club.world, { ...key, change: { language: 'en' } });
  assert.deepEqual([await seen(), await seen('?lang=fr')], ['en', 'fr']);
  const robot = { 'User-Agent': 'WhatsApp/2.23' };
  await changeCustomer(club.world, { ...key, change: { language: 'fr' } });
  assert.match((await get(path, robot)).body, /Une page pour vous/);
});

test('the language that was chosen stays on every way through the page, and a receipt speaks it', async (t) => {
  const member = await openMembership(t, { terms: { payerCancels: true } });
  const { club, id, get, post, path, giveCard } = member;
  const asked = await get(`${path}?end&lang=es`);
  assert.match(asked.body, new RegExp(`href="${path}\\?end&amp;lang=fr" lang="fr"`));
  assert.match(asked.body, new RegExp(`action="${path}\\?lang=es"`));
  const { dueAt } = await subscriptionOf(club, id);
  const until = dueAt!.toISOString();
  const to = async (sent: ReturnType<Membership['post']>) => (await sent).headers.get('location');
  const es = '?lang=es';
  assert.equal(await to(post({ act: 'end', until: 'x' }, {}, es)), `${path}?end&lang=es`);
  assert.equal(await to(post({ act: 'end', until }, {}, es)), path + es);
  assert.equal(await to(post({ act: 'keep' }, {}, es)), `${path}?done=keep&lang=es`);
  assert.equal(await to(post({ act: 'else' }, {}, es)), path + es);
  assert.equal(await to(giveCard({}, {}, es)), `${path}?done=card&lang=es`);
  const page = await get(`${path}?done=card&lang=es`);
  assert.match(textOf(page), /Medio de pago desde ahora: Mastercard terminada en 4444\./);
  assert.match(textOf(page), /El 28 de febrero de 2030 se cobrará un importe de \$10\.00\./);
  assert.match(textOf(page), /31 ene 2030 – 28 feb 2030 Pagado · Recibo/);
  assert.match(page.body, new RegExp(`href="${path}/receipt-1\\.pdf\\?lang=es"`));
  const french = textOf(await get(`${path}?lang=fr`));
  assert.match(french, /10,00\s\$\sUS par mois/);
  for (const [lang, tag] of [
    ['es', 'es-US'],
    ['fr', 'fr-CA'],
  ]) {
    const file = await get(`${path}/receipt-1.pdf?lang=${lang}`);
    assert.match(file.body, new RegExp(`Lang \\(${tag}\\)`));
  }
});

test('who gives a card teaches the language of its payer, and who looks or cancels does not', async (t) => {
  const { club, id, path, get, post, giveCard } = await openMembership(t, {
    terms: { payerCancels: true },
  });
  const { customerId, dueAt } = await subscriptionOf(club, id);
  const known = async () => (await readCustomer(club.world.db, club.id, customerId))!.language;
  const browser = { 'Accept-Language': 'fr-CA' };
  await get(`${path}?lang=es`);
  await post({ act: 'end', until: dueAt!.toISOString() }, browser, '?lang=es');
  await post({ act: 'keep' }, browser, '?lang=es');
  await giveCard({ expiry: '' }, browser, '?lang=es');
  assert.equal(await known(), undefined);
  await giveCard({}, browser);
  assert.equal(await known(), 'fr');
  await giveCard({}, { 'Accept-Language': 'en' });
  assert.equal(await known(), 'fr', 'a browser says less than what is known');
  await giveCard({}, browser, '?lang=es');
  assert.equal(await known(), 'es');
});
