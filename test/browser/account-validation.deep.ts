import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { openFirstUse } from '../pages/first-use.ts';
import { missing, startBrowser, visit } from './chromium.ts';
import { axeFlawsOf } from './flaws.ts';

/** The page at which a payer confirms two amounts, as people meet it: in a browser. */
describe('the page of an account validation in Chromium', { skip: missing }, async () => {
  if (missing) return;
  const browser = await startBrowser({ after });
  const phone = { viewport: { width: 360, height: 780 }, isMobile: true, hasTouch: true };

  test('somebody waits, is wrong once and right then, and nothing is asked of anybody else', async (t) => {
    const { baseUrl, path, arrive } = await openFirstUse(t);
    const { page, asked, complaints } = await visit(t, browser);
    await page.goto(baseUrl + path);
    await page.getByRole('heading', { name: 'Your deposits are on their way' }).waitFor();
    await arrive();
    await page.reload();
    await page.fill('#first', '0.3');
    await page.fill('#second', '45');
    await page.click('form > button');
    await page.getByText('Please check one thing').waitFor();
    await page.locator('.summary:focus').waitFor();
    await page.click('.summary a[href="#first"]');
    assert.ok(await page.locator('#first:focus').isVisible());
    assert.equal(await page.inputValue('#second'), '45');
    await page.fill('#first', '31');
    await page.click('form > button');
    await page.getByText('you have 2 more tries').waitFor();
    await page.fill('#first', '0.45');
    await page.fill('#second', '0.32');
    await page.click('form > button');
    await page.getByRole('heading', { name: 'Your account is confirmed' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Your account is confirmed' }).waitFor();
    assert.deepEqual(
      asked.filter((url) => !url.startsWith(`${baseUrl}/`)),
      [],
    );
    assert.deepEqual(complaints, []);
  });

  test('it works with the keyboard alone, without a script, on a phone', async (t) => {
    const { baseUrl, path, arrive } = await openFirstUse(t);
    await arrive();
    const { page } = await visit(t, browser, { ...phone, javaScriptEnabled: false });
    await page.goto(baseUrl + path);
    await page.focus('#first');
    await page.keyboard.type('32');
    await page.keyboard.press('Tab');
    await page.keyboard.type('45');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Your account is confirmed' }).waitFor();
  });

  test('axe finds nothing on any of its states', async (t) => {
    const { baseUrl, path, arrive } = await openFirstUse(t);
    const { page } = await visit(t, browser, phone);
    const judge = async () => {
      assert.deepEqual(await axeFlawsOf(page), []);
    };
    await page.goto(baseUrl + path);
    await judge();
    await arrive();
    await page.goto(baseUrl + path);
    await judge();
    await page.click('form > button');
    await page.getByText('Please check 2 things').waitFor();
    await judge();
    for (let i = 0; i < 3; i += 1) {
      await page.fill('#first', '1');
      await page.fill('#second', '2');
      await page.click('form > button');
    }
    await page.getByRole('heading', { name: 'This account was not confirmed' }).waitFor();
    await judge();
  });
});
