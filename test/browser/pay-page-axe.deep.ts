import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { revokeLink } from '../../src/invoicing/pay-links/end-links.ts';
import { bank, card, declinedCard, type Fields, openCounter } from '../pages/counter.ts';
import { missing, startBrowser, visit } from './chromium.ts';
import { axeFlawsOf, darkFlawsOf } from './flaws.ts';

/** Every state of the hosted page, as people who see or hear it otherwise meet it. */
describe('the payment page before axe', { skip: missing }, async () => {
  if (missing) return;
  const counter = await openCounter({ after });
  const { baseUrl, addLink } = counter;
  const shop = await counter.addBusiness();
  const { page } = await visit({ after }, await startBrowser({ after }));
  // A colour that is just changing is none that anybody reads.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  // A page that looks again by itself would do so before axe has read it.
  await page.route('**/pay/**', async (route) => {
    const response = await route.fetch({ maxRedirects: 0 });
    const { refresh: _, ...headers } = response.headers();
    await route.fulfill({ response, headers });
  });
  const unknownCard = { ...card, 'card-number': '4000009990000211' };

  /** Each state, as a link leads to it. */
  const states: Readonly<Record<string, () => Promise<string>>> = {
    payable: async () => (await addLink(shop)).path,
    'declined before': async () => {
      const { headers } = await counter.post((await addLink(shop)).path, declinedCard);
      return headers.get('location')!;
    },
    paid: async () => await pathAfter(card),
    'paid from a bank account': async () => await pathAfter(bank),
    'not known yet': async () => await pathAfter(unknownCard),
    expired: async () => (await addLink(shop, { expiresAt: new Date('2030-01-15') })).path,
    revoked: async () => {
      const link = await addLink(shop);
      await revokeLink(counter.world, link, 'operator:ann');
      return link.path;
    },
    closed: async () =>
      (await addLink(await counter.addBusiness({ state: 'messaging_only' }))).path,
    'not there': async () => '/pay/AAAAAAAAAAAAAAAAAAAAAA',
  };
  for (const [name, pathOf] of Object.entries(states)) {
    test(`axe finds nothing wrong with a page that is ${name}, by day or night`, async () => {
      await page.goto(baseUrl + (await pathOf()));
      assert.deepEqual(await flaws(page), []);
    });
  }

  test('axe finds nothing wrong with a long description on a phone', async () => {
    const description = Array.from({ length: 30 }, (_, i) => `Line ${i + 1} of it`).join('\n');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(baseUrl + (await addLink(shop, { description })).path);
    assert.match((await page.textContent('.description'))!, /Line 30 of it/);
    assert.deepEqual(await flaws(page), []);
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  test('axe finds nothing wrong with a page where no cards are taken', async () => {
    const live = await counter.addLiveBusiness();
    await page.goto(baseUrl + (await addLink(live)).path);
    assert.deepEqual(await flaws(page), []);
    await page.click('form.pay > button');
    await page.getByText('Please check').waitFor();
    assert.deepEqual(await flaws(page), []);
  });

  test('axe finds nothing wrong with a form full of faults', async () => {
    await page.goto(baseUrl + (await addLink(shop)).path);
    for (const way of ['card', 'bank']) {
      await page.click(`label[for=method-${way}]`);
      await page.click('form.pay > button');
      await page.getByText('Please check').waitFor();
      assert.deepEqual(await flaws(page), []);
    }
  });

  async function pathAfter(fields: Fields): Promise<string> {
    const { path } = await addLink(shop);
    await counter.post(path, fields);
    return path;
  }
});

async function flaws(page: Page): Promise<string[]> {
  return [...(await axeFlawsOf(page)), ...(await darkFlawsOf(page))];
}
