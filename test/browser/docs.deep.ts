import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { serveV1 } from '../v1/serve.ts';
import { missing, startBrowser, visit } from './chromium.ts';
import { axeFlawsOf } from './flaws.ts';

/** The documentation as people read it: by keyboard, by day and by night, on a phone. */
describe('the documentation in Chromium', { skip: missing }, async () => {
  if (missing) return;
  const browser = await startBrowser({ after });
  const { baseUrl } = await serveV1({ after });

  test('a reader finds a page with the keyboard alone, and no other host hears of it', async (t) => {
    const { page, asked, complaints } = await visit(t, browser);
    await page.goto(`${baseUrl}/docs`);
    await page.keyboard.press('/');
    await page.keyboard.type('never charging tw');
    await page.locator('#found [role="option"]').first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${baseUrl}/docs/interface/idempotency`);
    await page.click('#theme');
    assert.equal(await page.evaluate('document.documentElement.dataset.theme'), 'dark');
    await page.goto(`${baseUrl}/docs/guides/charge`);
    assert.equal(await page.evaluate('document.documentElement.dataset.theme'), 'dark');
    await page.locator('.copy').first().click();
    await page.getByText(/^(?:Copied|Selected)$/).waitFor();
    assert.deepEqual(
      asked.filter((url) => !url.startsWith(`${baseUrl}/`)),
      [],
    );
    assert.deepEqual(complaints, []);
  });

  test('the start page leads to what one wants to do, and the search to the test cards', async (t) => {
    const { page } = await visit(t, browser);
    await page.goto(`${baseUrl}/docs`);
    await page.getByRole('row', { name: 'return money' }).getByRole('link').first().click();
    await page.waitForURL(`${baseUrl}/docs/guides/refund`);
    for (const typed of ['test card', 'test cards']) {
      await page.goto(`${baseUrl}/docs`);
      await page.keyboard.press('/');
      await page.keyboard.type(typed);
      await page.locator('#found [role="option"]').first().waitFor();
      await page.keyboard.press('Enter');
      await page.waitForURL(`${baseUrl}/docs/interface/sandbox`);
    }
  });

  test('axe finds nothing wrong on a phone by day and by night, and every page fits there', async (t) => {
    const phone = { viewport: { width: 360, height: 780 }, isMobile: true, hasTouch: true };
    const { page } = await visit(t, browser, phone);
    for (const path of ['', '/guides/charge', '/operating/runbook/error-rate']) {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await page.goto(`${baseUrl}/docs${path}`);
        assert.deepEqual(await axeFlawsOf(page), [], path);
        const width = await page.evaluate('document.documentElement.scrollWidth');
        assert.ok(Number(width) <= 360, `${path} is ${width} pixels wide`);
      }
    }
  });
});
