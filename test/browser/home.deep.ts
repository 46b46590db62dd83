import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { fillOne } from '../demo/filling.ts';
import { serveV1 } from '../v1/serve.ts';
import { signIn } from '../v1/signed-in.ts';
import { missing, startBrowser, visit } from './chromium.ts';
import { axeFlawsOf, isTooWide } from './flaws.ts';

/* The home of a business that has been open for some weeks, and of one that begins. */
describe('the home in Chromium', { skip: missing }, async () => {
  if (missing) return;
  const browser = await startBrowser({ after });
  const v1 = await serveV1({ after }, { startsAt: new Date('2030-06-18T20:34:00Z') });
  const root = v1.caller;
  const shop = await v1.addBusiness({ ancestors: [root.business.id] });
  await fillOne(v1, shop.business.id, { days: 36 });
  const person = await signIn(v1, root, 'operator');
  const [name, value] = person.headers.Cookie!.split('=') as [string, string];
  const home = `${v1.baseUrl}/b/${shop.business.id}/`;

  async function enter(
    t: Parameters<typeof visit>[0],
    looks: Parameters<typeof visit>[2],
    at = home,
  ) {
    const visitor = await visit(t, browser, looks);
    await visitor.context.clock.setFixedTime(v1.clock.now());
    await visitor.context.addCookies([{ name, value, url: v1.baseUrl }]);
    await visitor.page.goto(at);
    await visitor.page.locator('.figures').waitFor();
    return visitor;
  }
  const dollars = (amount: number) =>
    `$${(amount / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}`;
  const dayOf = async (day: string) => {
    const { body } = await v1.call('GET', `/v1/figures?from=${day}&to=${day}`, { as: shop });
    return body.data[0];
  };

  const devices = { desk: { width: 1440, height: 900 }, phone: { width: 360, height: 780 } };
  for (const language of ['en', 'es']) {
    test(`in ${language}: chart and table have no flaw, on a desk and a phone, light and dark`, async (t) => {
      const { page, complaints } = await enter(t, {});
      await page.evaluate(`localStorage.setItem('language', '${language}')`);
      await page.reload();
      const flaws: string[] = [];
      const look = async (shown: Locator) => {
        for (const [device, viewport] of Object.entries(devices)) {
          await page.setViewportSize(viewport);
          for (const colorScheme of ['light', 'dark'] as const) {
            await page.emulateMedia({ colorScheme });
            await shown.waitFor();
            const found = await flawsOf(page);
            flaws.push(...found.map((flaw) => `${device}, ${colorScheme}: ${flaw}`));
          }
        }
      };
      await look(page.locator('.chart .c1').nth(5));
      await page.getByRole('button', { name: /Show as table|Ver como tabla/ }).click();
      await look(page.locator('.left table tbody tr').nth(29));
      assert.deepEqual([...flaws, ...complaints], []);
    });
  }

  test('arrow keys and pointer choose a day of the chart, and its sums are those of the service', async (t) => {
    const { page } = await enter(t, { viewport: { width: 1440, height: 900 } });
    await page.locator('.chart .c1').nth(5).waitFor();
    await page.getByRole('group', { name: /arrow keys/ }).focus();
    await page.keyboard.press('ArrowLeft');
    await page.locator('.tip-ink', { hasText: 'Tue, Jun 18' }).waitFor();
    await page.keyboard.press('ArrowLeft');
    const box = page.locator('.chart g').filter({ has: page.locator('.tip') });
    await box.getByText('Mon, Jun 17').waitFor();
    const { cardAmount, bankAmount } = await dayOf('2030-06-17');
    await box.getByText(dollars(cardAmount)).waitFor();
    await box.getByText(dollars(bankAmount)).first().waitFor();
    await page.keyboard.press('Home');
    await box.getByText('Mon, May 20').waitFor();
    await page.keyboard.press('Escape');
    await box.waitFor({ state: 'detached' });
    assert.equal(new URL(page.url()).pathname, new URL(home).pathname);

    const { x, y, width, height } = (await page.locator('svg.chart[role=img]').boundingBox())!;
    await page.mouse.move(x + width - 4, y + height / 2);
    await box.getByText('Tue, Jun 18').waitFor();
  });

  test('nothing of it is cut or covered, however wide the window is, in both languages', async (t) => {
    const { page } = await enter(t, {});
    const flaws: string[] = [];
    for (const language of ['en', 'es']) {
      await page.evaluate(`localStorage.setItem('language', '${language}')`);
      await page.reload();
      await page.locator('.chart .c1').nth(5).waitFor();
      await page.locator('.card-rows tbody tr').first().waitFor();
      for (const width of [360, 480, 720, 768, 900, 1024, 1180, 1280, 1366, 1440, 1680]) {
        await page.setViewportSize({ width, height: 900 });
        const found = await page.evaluate<string[]>(cutOrCovered);
        flaws.push(...found.map((flaw) => `${language}, ${width}: ${flaw}`));
      }
    }
    assert.deepEqual(flaws, []);
  });

  test('the period is in the address, and figures and table are of it', async (t) => {
    const { page } = await enter(t, { viewport: { width: 1440, height: 900 } });
    await page.getByRole('button', { name: '7 days' }).click();
    await page.waitForURL(/days=7/);
    await page.getByText('on 7 days before').waitFor();
    const { body } = await v1.call('GET', '/v1/figures?from=2030-06-12', { as: shop });
    const captured = body.data.reduce(
      (sum: number, one: { cardAmount: number; bankAmount: number }) =>
        sum + one.cardAmount + one.bankAmount,
      0,
    );
    const figure = page.locator('.figure', { hasText: 'Captured' });
    await figure.getByText(dollars(captured), { exact: true }).waitFor();
    const back = body.data.reduce(
      (sum: number, one: { refundedAmount: number; returnedAmount: number }) =>
        sum + one.refundedAmount + one.returnedAmount,
      0,
    );
    assert.ok(back > 0);
    await figure.getByText(`${dollars(captured - back)} less refunds and returns`).waitFor();
    await page.getByRole('button', { name: 'Show as table' }).click();
    assert.equal(await page.locator('.left section').first().locator('tbody tr').count(), 7);
  });

  test('a task names its object and leads to it', async (t) => {
    const { page } = await enter(t, { viewport: { width: 1440, height: 900 } });
    const { body } = await v1.call('GET', '/v1/home', { as: shop });
    const { id, payer, amount } = body.unknownPayments.first;
    assert.equal(body.unknownPayments.count, 1);
    const task = page.locator('.lines li', { hasText: 'unknown outcome' });
    await task.getByText(`${payer}, ${dollars(amount)}. Do not charge it again`).waitFor();
    await task.getByRole('link').click();
    await page.waitForURL(new RegExp(`/payments/${id}$`));
  });

  test('first steps are done as data shows, and stay hidden in this browser', async (t) => {
    const fresh = await v1.addBusiness({ ancestors: [root.business.id] });
    const { page } = await enter(t, {}, `${v1.baseUrl}/b/${fresh.business.id}/`);
    await page.getByText(/^\d of 7$/).waitFor();
    const before = await page.locator('.steps .done').count();
    const body = {
      amount: 1250,
      source: {
        card: { number: '4242424242424242', expiryMonth: 12, expiryYear: 2039, cvv: '937' },
      },
      customer: { email: 'ada@example.com' },
    };
    await v1.call('POST', '/v1/payments', { body, as: fresh });
    await page.reload();
    await page.locator('.steps .done').nth(before).waitFor();
    await page.locator('.steps .done', { hasText: 'Take a test payment' }).waitFor();
    await page.getByRole('button', { name: 'Hide the checklist' }).click();
    await page.locator('.steps').waitFor({ state: 'detached' });
    await page.reload();
    await page.getByText('Nothing waits for you').waitFor();
    assert.equal(await page.locator('.steps').count(), 0);
  });
});

/** Texts of the figures that are wider than their place or lie over another, and a table that scrolls in its card. */
const cutOrCovered = `(() => {
  const flaws = [];
  for (const figure of document.querySelectorAll('.figure')) {
    const parts = [...figure.querySelectorAll('dt, dd')];
    const boxes = parts.map((part) => {
      const range = document.createRange();
      range.selectNodeContents(part);
      return range.getBoundingClientRect();
    });
    const { right } = figure.getBoundingClientRect();
    parts.forEach((part, i) => {
      if (boxes[i].right > right || part.scrollWidth > part.clientWidth) flaws.push('cut: ' + part.textContent);
      const isCovered = boxes.some((box, j) => j !== i && box.width > 0 && box.left < boxes[i].right - 1 &&
        boxes[i].left < box.right - 1 && box.top < boxes[i].bottom - 2 && boxes[i].top < box.bottom - 2);
      if (isCovered) flaws.push('covered: ' + (part.textContent || part.className));
    });
  }
  for (const rows of document.querySelectorAll('.card-rows'))
    if (rows.scrollWidth > rows.clientWidth) flaws.push('the table scrolls sideways');
  return flaws;
})()`;

async function flawsOf(page: Page): Promise<string[]> {
  const found = await axeFlawsOf(page);
  return (await isTooWide(page)) ? [...found, 'it scrolls sideways'] : found;
}
