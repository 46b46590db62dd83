import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { aPayment, serveV1 } from '../v1/serve.ts';
import { heard, missing, startBrowser, visit } from './chromium.ts';
import { axeFlawsOf, darkFlawsOf, flawsOf, isTooWide } from './flaws.ts';
import { enter, fillBusiness, follow, screensOf, shown, still } from './screens.ts';

/*
 * Every screen of the portal in a browser, for a business that has an object of every resource: in both themes, on a
 * desk and on a phone.
 */
describe('the portal in Chromium', { skip: missing }, async () => {
  if (missing) return;
  const browser = await startBrowser({ after });
  const v1 = await serveV1({ after });
  const filled = await fillBusiness({ after }, v1);
  const { root, owner, person } = filled;
  const base = `${v1.baseUrl}/b/${owner.business.id}`;

  // As wide as what the service makes itself: an order number of its own, and why.
  const { amount, source, customer } = aPayment;
  const body = { amount, source, customer: { ...customer, lastName: 'Byron-Lovelace' } };
  const made = await v1.call('POST', '/v1/payments', { as: owner, body });
  const refund = { amount: 5, reason: 'The customer brought two of the three back.' };
  await v1.call('POST', `/v1/payments/${made.body.id}/refunds`, { as: owner, body: refund });

  // The other business is new: its home leads through the first steps.
  const screens = [`/b/${root.business.id}/`, ...screensOf(filled)];

  const desk = { viewport: { width: 1440, height: 900 }, colorScheme: 'light' } as const;
  const phone = {
    viewport: { width: 360, height: 780 },
    hasTouch: true,
    colorScheme: 'light',
    ...still,
  } as const;
  const widths = [412, 480, 600, 720, 768, 834, 900, 1024, 1180, 1280, 1366, 1536, 1720, 1920];
  for (const [name, look] of Object.entries({ 'on a desk': desk, 'on a phone': phone })) {
    test(`every screen ${name}: it shows itself, axe finds nothing, and nobody else is asked`, async (t) => {
      const { context, page, asked, complaints } = await visit(t, browser, look);
      await enter(context, person, v1);
      const flaws: string[] = [];
      await page.goto(v1.baseUrl + screens[0]);
      await shown(page);
      for (const screen of screens) {
        const from = complaints.length;
        await follow(page, screen);
        const found = [...(await flawsOf(page)), ...(await darkFlawsOf(page))];
        // However wide the window is, nothing scrolls sideways.
        for (const width of look === desk ? widths : []) {
          await page.setViewportSize({ width, height: 900 });
          if (await isTooWide(page)) found.push(`it scrolls sideways at ${width}`);
          if (width >= 1280)
            found.push(...(await panesTooWide(page)).map((pane) => `${pane} at ${width}`));
        }
        await page.setViewportSize(look.viewport);
        flaws.push(...[...found, ...complaints.slice(from)].map((flaw) => `${screen}: ${flaw}`));
      }
      assert.deepEqual(flaws, []);
      const foreign = asked.filter(
        (url) => !url.startsWith(`${v1.baseUrl}/`) && !/^(?:data|blob):/.test(url),
      );
      assert.deepEqual(foreign, []);
    });
  }

  test('a choice looks chosen only when it is, and what is not there is no failure', async (t) => {
    const { context, page } = await visit(t, browser);
    await enter(context, person, v1);
    await page.goto(`${base}/payments/999999999`);
    await page.getByRole('heading', { name: 'This page is not there' }).waitFor();
    assert.equal(await page.getByRole('alert').count(), 0);
    const [radio, check] = await page.evaluate<string[]>(
      `['radio', 'checkbox'].map((type) => {
        const made = document.body.appendChild(document.createElement('input'));
        Object.assign(made, { type, name: type });
        return getComputedStyle(made).backgroundColor;
      })`,
    );
    assert.equal(radio, check);
  });

  test('the keyboard alone finds a payment, opens it and comes back', async (t) => {
    const { context, page } = await visit(t, browser, desk);
    await enter(context, person, v1);
    await page.goto(`${base}/`);
    await shown(page);
    await page.keyboard.press('g');
    await page.keyboard.press('p');
    await page.getByRole('heading', { name: 'Payments', level: 1 }).waitFor();
    await page.locator('tbody tr').first().waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('4242');
    await page.keyboard.press('Enter');
    await page.waitForURL(/q=4242/);
    await page.locator('tbody tr').first().waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('combobox').waitFor({ state: 'detached' });
  });

  test('the heading of each further screen has the focus, but for what somebody holds or opened', async (t) => {
    const { context, page } = await visit(t, browser, desk);
    await enter(context, person, v1);
    const focused = async (name: string) =>
      await page.locator('h1:focus', { hasText: name }).waitFor();
    await page.goto(`${base}/`);
    await shown(page);
    assert.equal(await page.evaluate('document.activeElement === document.body'), true);

    await page.getByRole('navigation', { name: 'Main', exact: true }).getByText('Payments').click();
    await focused('Payments');
    await page.locator('tbody a.whole').first().click();
    await page.waitForURL(/payments\/\d/);
    await page.locator('.split aside').waitFor();
    await page.locator('h1:focus').waitFor();
    await page.keyboard.press('Escape');
    await focused('Payments');

    await page
      .getByRole('navigation', { name: 'Main', exact: true })
      .getByText('Customers')
      .click();
    await focused('Customers');
    await page.keyboard.press('n');
    await page.getByRole('dialog', { name: 'New customer' }).waitFor();
    assert.equal(
      await page.locator('dialog .in :focus').count(),
      1,
      'its first field has the focus',
    );
    await page.keyboard.press('Escape');

    await page.locator('.side-foot .who').click();
    await page.getByRole('menu').waitFor();
    assert.deepEqual(await axeFlawsOf(page), []);
    await page.getByRole('menuitem', { name: 'Your account' }).click();
    await page.getByRole('heading', { name: 'Your account', level: 1 }).waitFor();
    await page.getByRole('menu').waitFor({ state: 'detached' });
    assert.equal(await page.evaluate('document.activeElement === document.body'), false);
  });

  test('on a phone each place of the menu has a name that is seen', async (t) => {
    const { context, page } = await visit(t, browser, { ...phone, colorScheme: 'dark' });
    await enter(context, person, v1);
    await page.goto(`${base}/`);
    await shown(page);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.locator('.phone-menu').waitFor();
    const widths = await page.evaluate<number[]>(
      "[...document.querySelectorAll('.phone-menu .nav a span')].map((one) => one.offsetWidth)",
    );
    assert.ok(widths.length > 10 && widths.every((width) => width > 20), String(widths));
    assert.deepEqual(await flawsOf(page), []);
  });

  test('Esc leaves an object for its list, and nothing else; chosen payments become a file of themselves; open menus have no flaw', async (t) => {
    const { context, page } = await visit(t, browser, desk);
    await enter(context, person, v1);
    await page.goto(`${base}/terminal`);
    await page.getByLabel('Order number').fill('half of it');
    await page.evaluate('document.activeElement.blur()');
    await page.keyboard.press('Escape');
    assert.equal(await page.getByLabel('Order number').inputValue(), 'half of it');
    await page.goto(`${v1.baseUrl}/docs`);
    const { body: paid } = await v1.call('GET', '/v1/payments?limit=1', { as: owner });
    await page.goto(`${base}/payments/${paid.data[0].id}`);
    await page.locator('.tl').waitFor();
    await page.keyboard.press('Escape');
    await page.waitForURL(`${base}/payments`);
    await page.locator('tbody tr').first().waitFor();
    await heard(page);
    await page.keyboard.press('Escape');
    assert.equal(page.url(), `${base}/payments`);

    await page.keyboard.press('x');
    await page.getByText('1 selected').waitFor();
    const saved = page.waitForEvent('download');
    await page.locator('.bulk').getByRole('button', { name: 'Export CSV' }).click();
    const [head, ...rows] = readFileSync(await (await saved).path(), 'utf8')
      .trimEnd()
      .split('\r\n');
    assert.match(head!, /^id,/);
    assert.equal(rows.length, 1);
    await page.keyboard.press('Escape');

    await page.keyboard.press('f');
    await page.getByRole('button', { name: 'Created' }).click();
    await page.getByRole('button', { name: 'Last 7 days' }).waitFor();
    assert.deepEqual(await axeFlawsOf(page), []);
    await page.getByRole('button', { name: 'Last 7 days' }).click();
    await page.waitForURL(/createdFrom=/);

    await page.locator('.side .who').first().click();
    await page.getByRole('searchbox', { name: 'Name or number' }).waitFor();
    assert.deepEqual(await axeFlawsOf(page), []);
  });

  test('who is not signed in is led to the sign-in, and back to where it came from', async (t) => {
    const { page } = await visit(t, browser);
    await page.goto(`${base}/payments`);
    await page.waitForURL(/\/sign-in\?back=/);
    await page.fill('#email', `operator-of-${root.business.id}@example.com`);
    await page.fill('#password', 'a long enough secret');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${base}/payments`);
    await page.getByRole('heading', { name: 'Payments', level: 1 }).waitFor();
    // Signed in as they are, these lead nowhere else: no address, a foreign one, and the sign-in itself.
    for (const back of ['http://[', 'https://example.com/', '/sign-in', '']) {
      await page.goto(`${new URL(base).origin}/sign-in?back=${encodeURIComponent(back)}`);
      await page.locator('#inside').waitFor();
    }
  });
});

/** What stands in a pane has room on a desk: nobody looks for what is cut at its edge. */
async function panesTooWide(page: Page): Promise<string[]> {
  return await page.evaluate<string[]>(
    `[...document.querySelectorAll('.split > *, .card-rows, .sheet > .body')]
      .filter((one) => one.scrollWidth > one.clientWidth)
      .map(({ className, tagName }) => className || tagName)`,
  );
}
