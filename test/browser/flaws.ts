import AxeBuilder from '@axe-core/playwright';
import axe, { type Result, type RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

type Judged = {
  /** Undefined: all that axe has. */
  readonly rules?: readonly string[];
  /** Only what is in the element that matches. */
  readonly within?: string;
};

/** What axe finds wrong with a page. */
export async function axeFlawsOf(page: Page, { rules, within }: Judged = {}): Promise<string[]> {
  const options: RunOptions & { checks: object } = {
    resultTypes: ['violations'],
    preload: false,
    // A text near a pseudo-element is judged without that, instead of not at all; and it takes a tenth less.
    checks: { 'color-contrast': { options: { ignorePseudo: true } } },
  };
  if (rules) options.runOnly = { type: 'rule', values: [...rules] };
  // Colors that fade are not those that stay, and one that has faded may be the beginning of another.
  while (await page.evaluate<boolean>(fading));
  await page.evaluate(`for (const one of ${leaving}) { one.currentTime = 0; one.pause(); }`);
  const violations = await violationsOf(page, options, within);
  await page.evaluate(`for (const one of ${leaving}) one.play();`);
  return violations.map(({ id, nodes }) => {
    const places = nodes.slice(0, 3).map(({ target, html }) => `${target.join(' ')} ${html}`);
    return `${id} at ${places.join(', ')}`;
  });
}

/** Waits for all that fades; true if something did. */
const fading = `Promise.all(document.getAnimations()
  .flatMap((one) => (one instanceof CSSTransition ? [one.finished.catch(() => {})] : [])))
  .then(({ length }) => length > 0)`;

/** What was told for some seconds: it loses its color at their end. */
const leaving = `document.getAnimations().filter((one) => one.animationName === 'leave')`;

async function violationsOf(page: Page, options: RunOptions, within?: string): Promise<Result[]> {
  if (page.frames().length > 1) {
    // No script runs in a sandboxed frame, and so axe does not.
    const builder = new AxeBuilder({ page })
      .options(options)
      .exclude('iframe[sandbox="allow-same-origin"]');
    if (within) builder.include(within);
    return (await builder.analyze()).violations;
  }
  // Once for each page: to read its half a megabyte takes half as long as what it then does.
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe.source);
  return await page.evaluate<Result[]>(
    `axe.run(${within ? JSON.stringify(within) : 'document'}, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
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

const ofColors = ['color-contrast', 'link-in-text-block'];

/** In the dark nothing changes but colors. */
export async function darkFlawsOf(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'dark' });
  const found = await axeFlawsOf(page, { rules: ofColors });
  await page.emulateMedia({ colorScheme: 'light' });
  return found.map((flaw) => `in the dark: ${flaw}`);
}
