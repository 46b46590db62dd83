import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';

export async function axeFlawsOf(page: Page, rules: readonly string[] = []): Promise<string[]> {
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] });
  // Where there is one frame, its findings need not be collected in a page of their own.
  axe.setLegacyMode(page.frames().length === 1);
  if (rules.length > 0) axe.withRules([...rules]);
  const { violations } = await axe.analyze();
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

/** In the dark nothing changes but colors. */
export async function darkFlawsOf(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'dark' });
  // Colors that fade are not those that stay.
  await page.evaluate(
    `Promise.all(document.getAnimations()
      .flatMap((one) => (one instanceof CSSTransition ? [one.finished.catch(() => {})] : [])))
      .then(() => {})`,
  );
  const found = await axeFlawsOf(page, ['color-contrast', 'link-in-text-block']);
  await page.emulateMedia({ colorScheme: 'light' });
  return found.map((flaw) => `in the dark: ${flaw}`);
}
