import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import AxeBuilder from '@axe-core/playwright';
import type { BrowserContext, Page } from 'playwright-core';
import { makeEverything } from '../v1/everything.ts';
import { serveV1 } from '../v1/serve.ts';
import { signIn } from '../v1/signed-in.ts';
import { missing, startBrowser, visit } from './chromium.ts';

/*
 * Every screen of the portal in a browser, for a business that has an object of every resource: in both themes, on a
 * desk and on a phone.
 */
describe('the portal in Chromium', { skip: missing }, async () => {
  if (missing) return;
  const browser = await startBrowser({ after });
  const v1 = await serveV1({ after });
  const root = v1.caller;
  const owner = await v1.addBusiness({ ancestors: [root.business.id] });
  const [everything] = await makeEverything({ after }, v1, [owner]);
  const made = everything!.made as unknown as Readonly<Record<string, unknown>>;
  const person = await signIn(v1, root, 'operator');
  const base = `${v1.baseUrl}/b/${owner.business.id}`;

  /** The addresses of the table of screens, with the ids of what was made; some are of the operator's business alone. */
  const source = readFileSync(join(import.meta.dirname, '../../portal/src/places.tsx'), 'utf8');
  const ofTable = source
    .split('\n  {\n')
    .slice(1)
    .map((place) => {
      const [, path] = /path: '([^']+)'/.exec(place)!;
      const at = place.includes('where: atRoot') ? root.business.id : owner.business.id;
      const named = path!.replaceAll(/:(\w+)/g, (_, name: string) => {
        assert.ok(made[name] !== undefined, `nothing was made for ${name} of ${path}`);
        return encodeURIComponent(String(made[name]));
      });
      return `/b/${at}${named}`;
    });

  // The other business is new: its home leads through the first steps.
  const screens = [`/b/${root.business.id}/`, ...ofTable];

  async function enter(context: BrowserContext): Promise<void> {
    const [name, value] = person.headers.Cookie!.split('=');
    await context.addCookies([{ name: name!, value: value!, url: v1.baseUrl }]);
  }

  const looks = {
    'on a desk, light': { viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
    'on a phone, dark': {
      viewport: { width: 360, height: 780 },
      colorScheme: 'dark',
      hasTouch: true,
    },
  } as const;
  for (const [name, look] of Object.entries(looks)) {
    test(`every screen ${name}: it shows itself, axe finds nothing, and nobody else is asked`, async (t) => {
      const { context, page, asked, complaints } = await visit(t, browser, look);
      await enter(context);
      const flaws: string[] = [];
      for (const screen of screens) {
        const from = complaints.length;
        await page.goto(v1.baseUrl + screen);
        await shown(page);
        flaws.push(...(await flawsOf(page)).map((flaw) => `${screen}: ${flaw}`));
        flaws.push(...complaints.slice(from).map((one) => `${screen}: ${one}`));
      }
      assert.deepEqual(flaws, []);
      const foreign = asked.filter(
        (url) => !url.startsWith(`${v1.baseUrl}/`) && !url.startsWith('data:'),
      );
      assert.deepEqual(foreign, []);
    });
  }

  test('the keyboard alone finds a payment, opens it and comes back', async (t) => {
    const { context, page } = await visit(t, browser, looks['on a desk, light']);
    await enter(context);
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

  test('on a phone each place of the menu has a name that is seen', async (t) => {
    const { context, page } = await visit(t, browser, looks['on a phone, dark']);
    await enter(context);
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

  test('Esc never leaves the portal; chosen payments become a file of themselves; open menus have no flaw', async (t) => {
    const { context, page } = await visit(t, browser, looks['on a desk, light']);
    await enter(context);
    await page.goto(`${v1.baseUrl}/docs`);
    await page.goto(`${base}/payments`);
    await page.locator('tbody tr').first().waitFor();
    await page.keyboard.press('Escape');
    await page.waitForURL(`${base}/`);
    await page.keyboard.press('Escape');
    await page.keyboard.press('g');
    await page.keyboard.press('p');
    await page.waitForURL(`${base}/payments`);
    await page.locator('tbody tr').first().waitFor();

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

/** Its heading is there, and nothing is on its way any more. */
async function shown(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.locator('.bone').first().waitFor({ state: 'detached' });
}

async function axeFlawsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(
    ({ id, nodes }) =>
      `${id} at ${nodes
        .slice(0, 3)
        .map(({ target }) => target.join(' '))
        .join(', ')}`,
  );
}

async function flawsOf(page: Page): Promise<string[]> {
  const found = await axeFlawsOf(page);
  const title = await page.locator('h1').first().textContent();
  if (/not there|could not be read/.test(title ?? '')) found.push(`it says: ${title}`);
  const isWide = await page.evaluate(
    'document.documentElement.scrollWidth > document.documentElement.clientWidth',
  );
  if (isWide) found.push('it scrolls sideways');
  const covers = await page.evaluate<string[]>(
    `[...document.querySelectorAll('main *')]
      .filter((one) => getComputedStyle(one).position === 'fixed' && one.clientHeight > innerHeight / 2)
      .map(({ className }) => className)`,
  );
  if (covers.length > 0) found.push(`it is covered by ${covers.join(', ')}`);
  return found;
}
