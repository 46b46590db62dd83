import assert from 'node:assert/strict';
import { test } from 'node:test';
import { closeForm, formAddress } from '../../src/leads/make-form.ts';
import { topics } from '../../src/leads/topics.ts';
import { setBusinessLanguage } from '../pages/business-language.ts';
import { saidOn } from '../pages/said-words.ts';
import { openDesk } from './desk.ts';

/** What the business wrote, and what is called the same everywhere. */
const sameEverywhere =
  /^(?:Spring offer|Tell us about your trip\.|Thank you, we will call\.|Where to\?|When\?|Spring|Autumn|Lee Flowers|English|Español|Français|Province|\d.*)$/;

test('a lead form says in each language what it says in English, from end to end', async (t) => {
  const { fixture, world, baseUrl, form, list } = await openDesk(t);
  const shop = await fixture.addBusiness({ name: 'Lee Flowers' });
  const made = await form(shop, { topics });
  const path = new URL(formAddress(world, made)).pathname;
  const get = async (query: string, headers = {}) => {
    const answer = await fetch(`${baseUrl}${path}?${query}`, { headers });
    return await answer.text();
  };
  const post = async (lang: string, fields: Record<string, string>) => {
    const page = /name="page" value="([^"]+)"/.exec(await get(`lang=${lang}`))![1]!;
    fixture.clock.pass(10_000);
    const body = new URLSearchParams({ page, ...fields });
    const init = { method: 'POST', body, redirect: 'manual' } as const;
    return await fetch(`${baseUrl}${path}?lang=${lang}`, init);
  };
  const textAfter = async (lang: string, fields: Record<string, string>) =>
    await (await post(lang, fields)).text();

  const compare = async (page: (lang: string) => Promise<string>) => {
    const english = saidOn(withoutCountries(await page('en')));
    for (const lang of ['es', 'fr'] as const) {
      const body = await page(lang);
      assert.match(body, new RegExp(`<html lang="${lang}">`));
      const said = [...saidOn(withoutCountries(body))];
      assert.deepEqual(
        said.filter((text) => english.has(text) && !sameEverywhere.test(text)),
        [],
      );
    }
  };
  await compare((lang) => get(`lang=${lang}`));
  await compare((lang) => textAfter(lang, {}));
  const wrong = {
    ...{ firstName: 'x'.repeat(101), lastName: '\u0007', email: 'ada', phone: '12' },
    ...{ stateCode: 'ZZ', birthDate: '99', gender: 'none', occupation: 'x'.repeat(101), q2: '9' },
  };
  await compare((lang) => textAfter(lang, wrong));
  await compare((lang) => get(`sent&lang=${lang}`));

  assert.match(await get('lang=es'), /<option value="DE">Alemania<\/option>/);
  assert.match(await get('lang=fr'), /<option value="DE">Allemagne<\/option>/);
  const right = { firstName: 'Ada', lastName: 'Park', email: 'ada@example.com' };
  const sent = await post('fr', { ...right, phone: '6175550123', q2: '0', gender: 'Female' });
  assert.deepEqual([sent.status, sent.headers.get('location')], [303, `${path}?sent&lang=fr`]);
  assert.equal((await list(shop)).length, 1);

  assert.match(await get('', { 'Accept-Language': 'es' }), /<html lang="es">/);
  await setBusinessLanguage(fixture, shop.business.id, 'fr');
  assert.match(await get('', { 'Accept-Language': 'es' }), /<html lang="fr">/);
  await closeForm(world, made, 'operator:test');
  await compare((lang) => get(`lang=${lang}`));
});

/** Many countries are called the same in two languages. */
function withoutCountries(body: string): string {
  return body.replace(/<select id="countryCode".*?<\/select>/s, '');
}
