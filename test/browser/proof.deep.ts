import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { card, openCounter, type SentLink } from '../pages/counter.ts';
import { missing, startBrowser, visit } from './chromium.ts';
import { fill } from './fill.ts';

/** The proof of work, as a browser does it. */
describe('the proof of work of the payment page in Chromium', { skip: missing }, async () => {
  if (missing) return;
  const counter = await openCounter({ after });
  const { baseUrl } = counter;
  const shop = await counter.addBusiness({ limited: true });
  const browser = await startBrowser({ after });
  const stolen = ['4000000000000002', '4000000000009987', '4000000000009979', '4000000000000069'];

  async function openSuspected(): Promise<SentLink> {
    const link = await counter.addLink(shop);
    for (const number of stolen) await counter.post(link.path, { ...card, 'card-number': number });
    return link;
  }

  test('an honest payer at a suspected link pays by one press, under the policy of the page', async (t) => {
    const link = await openSuspected();
    const { page, asked, complaints } = await visit(t, browser);
    await page.goto(baseUrl + link.path);
    await fill(page, card);
    await page.click('form.pay > button');
    await page.getByRole('heading', { name: 'Paid' }).waitFor();
    assert.ok(asked.some((url) => /\/assets\/proof-/.test(url)));
    assert.deepEqual(complaints, []);
  });

  test('without a script the page says what is needed, and takes no card', async (t) => {
    const link = await openSuspected();
    const { page } = await visit(t, browser, { javaScriptEnabled: false });
    await page.goto(baseUrl + link.path);
    await page.locator('noscript > .proof').waitFor();
    await fill(page, card);
    await page.click('form.pay > button');
    await page.getByText('Nothing was charged yet').waitFor();
  });
});
