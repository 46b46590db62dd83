import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { serveV1 } from '../v1/serve.ts';
import { missing, startBrowser, visit } from './chromium.ts';
import { axeFlawsOf, darkFlawsOf } from './flaws.ts';

/** The reference as people use it: in a browser, by day and by night, on a phone and with the keyboard. */
describe('the reference in Chromium', { skip: missing }, async () => {
  if (missing) return;
  const browser = await startBrowser({ after });
  const { baseUrl, caller } = await serveV1({ after });
  const phone = { viewport: { width: 360, height: 780 }, isMobile: true, hasTouch: true };

  test('a reader searches, charges a test card with the keyboard alone, and no other host hears of it', async (t) => {
    const { page, asked, complaints } = await visit(t, browser);
    await page.goto(`${baseUrl}/reference`);
    await page.fill('#search', 'nothing quite like that');
    await page.getByText('0 found').waitFor();
    await page.fill('#search', 'payments.create');
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/reference\/payments#payments\.create$/);
    // From the top, where the key is asked for.
    await page.goto(`${baseUrl}/reference/payments`);
    const form = '[id="payments.create"] details:has(> form)';
    await tabTo(page, '#key');
    await page.keyboard.type(caller.apiKey);
    await tabTo(page, `${form} > summary`);
    await page.keyboard.press('Enter');
    await tabTo(page, `${form} button`);
    await page.keyboard.press('Enter');
    const part = page.locator('[id="payments.create"]');
    const told = part.locator('.told');
    await told.getByText('"status": "captured"').waitFor();
    assert.match((await told.textContent())!, /^201 Created\ncontent-type: application\/json/);
    assert.deepEqual(
      asked.filter((url) => !url.startsWith(`${baseUrl}/`)),
      [],
    );
    assert.deepEqual(complaints, []);
    const stored = await page.evaluate(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }])',
    );
    assert.ok(!String(stored).includes(caller.apiKey));
  });

  test('a key for real money is taken out at once, and without a key nothing is sent', async (t) => {
    const { page, asked } = await visit(t, browser);
    await page.goto(`${baseUrl}/reference/refunds`);
    const part = page.locator('[id="refunds.list"]');
    await part.getByText('Send this request').click();
    await page.fill('#key', `qk_live_${'0'.repeat(49)}`);
    await page.getByText('This key moves real money').waitFor();
    assert.equal(await page.inputValue('#key'), '');
    await part.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Please enter a key of a sandbox business').waitFor();
    assert.ok(await page.locator('#key:focus').isVisible());
    assert.deepEqual(
      asked.filter((url) => url.includes('/v1/')),
      [],
    );
  });

  test('on a phone a request is sent by taps, for operations under /api/Default with the username too', async (t) => {
    const { page } = await visit(t, browser, phone);
    await page.goto(`${baseUrl}/reference/default`);
    await page.fill('#username', caller.username);
    await page.fill('#key', caller.apiKey);
    const part = page.locator('section.endpoint').first();
    await part.getByText('Send this request').tap();
    await part.getByRole('button', { name: 'Send' }).tap();
    await part.locator('.told').getByText('"IsSuccess": true').waitFor();
    await judgeWidth(page);
  });

  test('without a script everything can be read, and no form is shown', async (t) => {
    const { page } = await visit(t, browser, { ...phone, javaScriptEnabled: false });
    await page.goto(`${baseUrl}/reference/payments`);
    assert.equal(await page.getByText('Send this request').first().isVisible(), false);
    await page.locator('[id="payments.create"]').locator('summary', { hasText: 'Body' }).waitFor();
  });

  for (const place of ['', '/payments', '/default', '/service']) {
    test(`axe finds nothing wrong with /reference${place} on a phone, and it fits there`, async (t) => {
      const { page } = await visit(t, browser, phone);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.goto(`${baseUrl}/reference${place}`);
      await judge(page);
    });
  }

  test('axe finds nothing wrong with the problems, and with a part that is all unfolded', async (t) => {
    const { page } = await visit(t, browser, phone);
    for (const path of ['/problems', '/problems/not_found']) {
      await page.goto(baseUrl + path);
      await judge(page);
    }
    await page.goto(`${baseUrl}/reference/refunds`);
    await page.evaluate('for (const one of document.querySelectorAll("details")) one.open = true');
    await judge(page);
  });
});

/** Presses Tab until this has the focus; whatever has it on the way shows so. */
async function tabTo(page: Page, selector: string): Promise<void> {
  const stops: string[] = [];
  while (stops.length < mostStops) {
    await page.keyboard.press('Tab');
    const { isThere, isSeen, what } = await page.evaluate<Stop>(
      `(() => {
        const at = document.activeElement;
        const { outlineStyle, outlineWidth } = getComputedStyle(at);
        return {
          isThere: at.matches(${JSON.stringify(selector)}),
          isSeen: outlineStyle !== 'none' && outlineWidth !== '0px',
          what: at.outerHTML.slice(0, 80),
        };
      })()`,
    );
    assert.ok(isSeen, `nobody sees that it has the focus: ${what}`);
    if (isThere) return;
    stops.push(what);
  }
  assert.fail(`${selector} is not reached: ${stops.join('\n')}`);
}

type Stop = { readonly isThere: boolean; readonly isSeen: boolean; readonly what: string };
const mostStops = 150;

async function judge(page: Page): Promise<void> {
  assert.deepEqual([...(await axeFlawsOf(page)), ...(await darkFlawsOf(page))], []);
  await judgeWidth(page);
}

async function judgeWidth(page: Page): Promise<void> {
  const width = await page.evaluate('document.documentElement.scrollWidth');
  assert.ok(Number(width) <= 360, `the page is ${width} pixels wide`);
}
