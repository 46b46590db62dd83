import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { missing } from './chromium.ts';
import { openDesk } from './losing.ts';
import { shown } from './screens.ts';

/* Menus and popovers by pointer and keys: what opens them gets the focus back. */
describe('menus of the portal', { skip: missing }, async () => {
  if (missing) return;
  const { base, enter } = await openDesk({ after });
  const focused = (page: Page) =>
    page.evaluate<string>(
      'document.activeElement.ariaLabel ?? document.activeElement.textContent.trim()',
    );
  const openList = async (t: Parameters<typeof enter>[0]) => {
    const page = await enter(t);
    await page.goto(`${base}/payments`);
    await shown(page);
    return page;
  };

  test('arrows, Home, End and a typed character move through a menu, and Esc leads back', async (t) => {
    const page = await openList(t);
    const density = page.getByRole('button', { name: 'Density' });
    await density.focus();
    await page.keyboard.press('Enter');
    const seen = [await focused(page)];
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'Home', 'End', 't']) {
      await page.keyboard.press(key);
      seen.push(await focused(page));
    }
    const [tight, usual, roomy] = ['Tight rows', 'Usual rows', 'Roomy rows'];
    assert.deepEqual(seen, [tight, usual, roomy, tight, roomy, tight, roomy, tight]);
    assert.equal(await density.getAttribute('aria-expanded'), 'true');
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    assert.equal(await focused(page), 'Density');
    assert.equal(new URL(page.url()).pathname.endsWith('/payments'), true);

    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    assert.equal(await page.evaluate('document.documentElement.dataset.density'), 'roomy');
    assert.equal(await focused(page), 'Density');
  });

  test('Tab goes on behind the button, and a press beside a menu or on its button closes it', async (t) => {
    const page = await openList(t);
    const menu = page.getByRole('menu');
    await page.getByRole('button', { name: 'Columns' }).focus();
    await page.keyboard.press('Tab');
    assert.equal(await focused(page), 'Density');
    await page.keyboard.press('Tab');
    const next = await focused(page);
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await menu.waitFor();
    await page.keyboard.press('Tab');
    await menu.waitFor({ state: 'detached' });
    assert.equal(await focused(page), next);

    const density = page.getByRole('button', { name: 'Density' });
    await density.click();
    await menu.waitFor();
    assert.equal(await page.getByRole('menuitemradio').and(page.locator(':focus')).count(), 0);
    await density.click();
    await menu.waitFor({ state: 'detached' });
    await density.click();
    await page.locator('h1').click();
    await menu.waitFor({ state: 'detached' });
  });

  test('a filter is chosen by keys alone, and the chip gets the focus back', async (t) => {
    const page = await openList(t);
    await page.keyboard.press('f');
    await page.getByRole('dialog', { name: 'Filter' }).waitFor();
    assert.equal(await focused(page), 'Created');
    await page.getByRole('button', { name: 'Method' }).press('Enter');
    await page.getByRole('button', { name: 'Card' }).press('Enter');
    await page.waitForURL(/method=card/);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^Method/ }).press('Enter');
    await page.getByRole('dialog', { name: 'Filter' }).waitFor();
    await page.keyboard.press('Escape');
    assert.match(await focused(page), /^Method/);
    await page.keyboard.press('Backspace');
    await page.waitForURL(/payments$/);
  });

  test('a menu lies within the window, above its button where there is no room below', async (t) => {
    const page = await openList(t);
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 700 });
      if (width === 360) await page.getByRole('button', { name: 'More', exact: true }).click();
      const who = page.locator(width === 360 ? '.phone-menu > .who' : '.side-foot .who').last();
      await who.click();
      const [menu, button] = [await page.getByRole('menu').boundingBox(), await who.boundingBox()];
      assert.ok(menu && button);
      assert.ok(menu.y + menu.height <= button.y, `${width}: above`);
      assert.ok(menu.x >= 8 && menu.x + menu.width <= width - 8, `${width}: beside`);
      await page.keyboard.press('Escape');
    }
  });

  test('on a phone the menu of businesses opens within the menu of places', async (t) => {
    const page = await openList(t);
    await page.setViewportSize({ width: 360, height: 780 });
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.locator('.phone-menu > .who').first().click();
    const search = page.getByRole('searchbox', { name: 'Name or number' });
    await search.click();
    await search.fill('x');
    await page.keyboard.press('Escape');
    await page.locator('.phone-menu').getByRole('link', { name: 'Customers' }).click();
    await page.locator('.phone-menu').waitFor({ state: 'detached' });
  });
});
