import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { serveV1 } from '../v1/serve.ts';
import { heard, missing, startBrowser, visit } from './chromium.ts';
import { axeFlawsOf, isTooWide } from './flaws.ts';
import { enter, fillBusiness, follow, screensOf, still } from './screens.ts';

/*
 * Every button of every screen is pressed once, and so is what stands in the menus that they open; nothing reaches the
 * service that would change anything. What opens has no flaw.
 */
describe('what opens over the screens of the portal', { skip: missing }, async () => {
  if (missing) return;
  const browser = await startBrowser({ after });
  const v1 = await serveV1({ after });
  const filled = await fillBusiness({ after }, v1);

  test('every dialog and menu, on a desk and on a phone', async (t) => {
    const { context, page, asked, complaints } = await visit(t, browser, {
      permissions: ['clipboard-read', 'clipboard-write'],
      ...still,
    });
    await look(page, 'on a desk, light');
    await enter(context, filled.person, v1);
    await context.route(/\/v1\//, (route) =>
      route.request().method() === 'GET' ? route.continue() : route.abort('failed'),
    );
    const [flaws, opened]: [string[], Set<string>] = [[], new Set()];
    // Presses that opened nothing new, by the name of the button: screens share many.
    const idle = new Map<string, number>();
    await page.goto(`${v1.baseUrl}/b/${filled.owner.business.id}/`);
    for (const screen of screensOf(filled)) {
      await open(page, screen);
      let isCovered = false;
      for (const button of new Set(await namesOf(page, buttons))) {
        const presses = idle.get(button) ?? 0;
        if (button === '' || presses > 1) continue;
        const [from, before] = [complaints.length, opened.size];
        if (isCovered || !page.url().endsWith(screen)) await open(page, screen);
        const found = await openAll(page, screen, button);
        isCovered = found.length > 0;
        for (const over of found) {
          opened.add(over.title);
          flaws.push(...over.flaws.map((flaw) => `${screen}, ${button}, ${over.title}: ${flaw}`));
        }
        if (opened.size === before) idle.set(button, presses + 1);
        const said = complaints.slice(from).filter((one) => !one.includes('net::ERR_FAILED'));
        flaws.push(...said.map((one) => `${screen}, ${button}: ${one}`));
      }
    }
    t.diagnostic(`${opened.size} opened: ${[...opened].sort().join(', ')}`);
    assert.deepEqual([...new Set(flaws)], []);
    assert.ok(opened.size > 30, [...opened].join(', '));
    const foreign = asked.filter(
      (url) => !url.startsWith(`${v1.baseUrl}/`) && !/^(?:data|blob):/.test(url),
    );
    assert.deepEqual(foreign, []);
  });
});

const looks = {
  'on a desk, light': { size: { width: 1440, height: 900 }, colorScheme: 'light' },
  'on a phone, dark': { size: { width: 360, height: 780 }, colorScheme: 'dark' },
} as const;

async function look(page: Page, name: keyof typeof looks): Promise<void> {
  const { size, colorScheme } = looks[name];
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize(size);
  await settled(page);
}

/** What opens, slides or changes its color has come to rest. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(
    `(async () => {
      for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame);
      const short = document.getAnimations().filter((one) => one.effect.getComputedTiming().endTime < 1000);
      await Promise.all(short.map((one) => one.finished.catch(() => {})));
    })()`,
  );
}

const buttons = 'main button';
const items = '[role="menuitem"]';

/** As it is when somebody comes from another screen: what was open over it is closed, what was typed is gone. */
async function open(page: Page, screen: string): Promise<void> {
  // What a press before told would stay for seconds.
  if ((await page.locator('.toast').count()) > 0) await page.reload();
  const [business] = /^\/b\/\d+/.exec(screen)!;
  await follow(page, `${business}/nothing`);
  await follow(page, screen);
}

/** The names of what can be pressed, by its place among these elements; empty for what cannot. */
async function namesOf(page: Page, of: string): Promise<string[]> {
  return await page.evaluate<string[]>(
    `[...document.querySelectorAll('${of}')].map((one) =>
      one.checkVisibility() && !one.disabled && one.ariaDisabled !== 'true'
        ? one.ariaLabel || one.textContent.trim()
        : '')`,
  );
}

const dialogs = 'dialog[open], [role="dialog"]';
/** What may be over a screen; the screen itself is judged in `portal.deep.ts`. */
const overs = `${dialogs}, [role="menu"]`;

type Over = { readonly title: string; readonly flaws: readonly string[] };

/** What a button opens, and what the items of its menu open. */
async function openAll(page: Page, screen: string, button: string): Promise<Over[]> {
  const title = await press(page, buttons, button);
  if (title === null) return [];
  const found = [{ title, flaws: await flawsOver(page) }];
  for (const [n, item] of (await namesOf(page, items)).entries()) {
    // Each but the first has closed the menu, which was looked at above.
    if (n > 0) {
      await open(page, screen);
      await press(page, buttons, button);
    }
    const below = await press(page, items, item);
    if (below !== null) found.push({ title: below, flaws: await flawsOver(page) });
  }
  return found;
}

/** The title of what is over the screen then; of several with one name the first is pressed. */
async function press(page: Page, of: string, name: string): Promise<string | null> {
  const at = (await namesOf(page, of)).indexOf(name);
  // Another one took its place.
  if (at === -1) return null;
  await page.locator(of).nth(at).click();
  // What it opens may come with an answer.
  await heard(page);
  await settled(page);
  return await page.evaluate<string | null>(
    `(() => {
      const over = document.querySelector('${dialogs}');
      if (over) return over.querySelector('h2')?.textContent ?? over.ariaLabel ?? 'a dialog';
      const menu = document.querySelector('[role="menu"]');
      return menu && 'menu: ' + menu.innerText.replaceAll('\\n', ', ');
    })()`,
  );
}

async function flawsOver(page: Page): Promise<string[]> {
  const flaws: string[] = [];
  for (const name of ['on a phone, dark', 'on a desk, light'] as const) {
    await look(page, name);
    const found = await axeFlawsOf(page, { within: overs });
    if (await isTooWide(page)) found.push('it scrolls sideways');
    flaws.push(...found.map((flaw) => `${name}, ${flaw}`));
  }
  return flaws;
}
