import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';

export async function axeFlawsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(
    ({ id, nodes }) =>
      `${id} at ${nodes
        .slice(0, 3)
        .map(({ target }) => target.join(' '))
        .join(', ')}`,
  );
}

export async function isTooWide(page: Page): Promise<boolean> {
  return await page.evaluate(
    'document.documentElement.scrollWidth > document.documentElement.clientWidth',
  );
}

/** What whoever looks at a screen, or cannot see it, stumbles over. */
export async function flawsOf(page: Page): Promise<string[]> {
  const found = await axeFlawsOf(page);
  const title = await page.locator('h1').first().textContent();
  if (/not there|could not be read/.test(title ?? '')) found.push(`it says: ${title}`);
  if (await isTooWide(page)) found.push('it scrolls sideways');
  const covers = await page.evaluate<string[]>(
    `[...document.querySelectorAll('main *')]
      .filter((one) => getComputedStyle(one).position === 'fixed' && one.clientHeight > innerHeight / 2)
      .map(({ className }) => className)`,
  );
  if (covers.length > 0) found.push(`it is covered by ${covers.join(', ')}`);
  return found;
}
