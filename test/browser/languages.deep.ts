import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { languages } from '../../src/kernel/language.ts';
import { card, declinedCard, openCounter } from '../pages/counter.ts';
import { missing, startBrowser, visit } from './chromium.ts';
import { fill, isAtSummary } from './fill.ts';
import { axeFlawsOf, darkFlawsOf, isTooWide } from './flaws.ts';

/** The pages of payers in each language, as they are read, heard and typed into. */
describe('the languages of payers in Chromium', { skip: missing }, async () => {
  if (missing) return;
  const counter = await openCounter({ after });
  const { baseUrl, addLink, post } = counter;
  const shop = await counter.addBusiness();
  const browser = await startBrowser({ after });

  async function wellShown(page: Page): Promise<void> {
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      assert.equal(await isTooWide(page), false, `${page.url()} at ${width}`);
      assert.deepEqual(await axeFlawsOf(page), []);
    }
    assert.deepEqual(await darkFlawsOf(page), []);
  }

  for (const lang of languages) {
    test(`axe finds nothing wrong with the pages in ${lang}, by day or night, on a phone or not`, async (t) => {
      const { page } = await visit(t, browser);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      const link = await addLink(shop);
      const declined = await post(`${link.path}?lang=${lang}`, declinedCard);
      await page.goto(baseUrl + declined.headers.get('location')!);
      await wellShown(page);
      await page.click('form.pay > button');
      assert.ok(await isAtSummary(page));
      await wellShown(page);
      await post(`${link.path}?lang=${lang}`, card);
      await page.goto(`${baseUrl}${link.path}?lang=${lang}`);
      assert.equal(await page.getAttribute('html', 'lang'), lang);
      await wellShown(page);
      await page.goto(`${baseUrl}/pay/nothing?lang=${lang}`);
      await wellShown(page);
    });
  }

  test('a payer switches the language by keyboard and pays in it', async (t) => {
    const { page, complaints } = await visit(t, browser);
    await page.goto(baseUrl + (await addLink(shop)).path);
    await page.getByRole('link', { name: 'Español' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /Factura de/ }).waitFor();
    // Its script has run.
    await page.waitForLoadState();
    assert.equal(await page.getAttribute('.languages [aria-current]', 'lang'), 'es');
    await fill(page, { ...card, cvv: '9', email: 'ada@', phone: '' });
    assert.equal(await page.getAttribute('#cvv', 'placeholder'), '3 dígitos');
    await page.click('form.pay > button');
    assert.match((await page.textContent('.summary'))!, /Revise 2 datos/);
    await fill(page, { ...card, email: '', phone: '' });
    await page.click('form.pay > button');
    await page.getByRole('heading', { name: 'Pagado' }).waitFor();
    assert.match(page.url(), /\?lang=es$/);
    assert.deepEqual(complaints, []);
  });
});
