import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';

type Focus = { readonly name: string; readonly flaws: readonly string[] };

/** What has the focus, and why nobody sees that. */
const focusNow = `(async () => {
  const accent = () => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = 'var(--accent)';
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  };
  // What slides in comes to rest; what goes on for ever, or leaves by and by, is not waited for.
  const short = document.getAnimations().filter((one) => one.effect.getComputedTiming().endTime < 1000);
  await Promise.all(short.map((one) => one.finished.catch(() => {})));
  const at = document.activeElement;
  const name = (at?.getAttribute('aria-label') || at?.labels?.[0]?.textContent || at?.textContent || '').trim();
  if (!at || at === document.body) return { name: '', flaws: [] };
  const flaws = [];
  // What is around a field has its ring.
  const { outlineStyle, outlineColor } = getComputedStyle(at);
  const around = getComputedStyle(at.parentElement).boxShadow;
  const isRinged = outlineStyle === 'none' ? around.includes(accent()) : outlineColor === accent();
  if (!isRinged && !at.matches('.skip')) flaws.push('has no ring');
  const { left, right, top, bottom } = at.getBoundingClientRect();
  const x = (left + right) / 2;
  const y = (top + bottom) / 2;
  const isInside = x >= 0 && y >= 0 && x <= innerWidth && y <= innerHeight && right > left && bottom > top;
  if (!isInside) flaws.push('is outside of what is seen');
  const above = document.elementFromPoint(x, y);
  if (isInside && above && !at.contains(above) && !above.contains(at)) flaws.push('is covered by ' + above.className);
  return { name, flaws };
})()`;

/** What had the focus may have gone a moment ago. */
const isHeld = `(async () => {
  for (let frames = 0; frames < 60 && document.activeElement === document.body; frames += 1)
    await new Promise(requestAnimationFrame);
  return document.activeElement !== document.body;
})()`;

async function passed(page: Page): Promise<string> {
  const { name, flaws } = await page.evaluate<Focus>(focusNow);
  assert.deepEqual(flaws, [], name);
  return name;
}

/** The focus is somewhere, and anybody can see where. */
export async function seen(page: Page): Promise<string> {
  assert.ok(await page.evaluate<boolean>(isHeld), 'nothing has the focus');
  return await passed(page);
}

/** Goes through the entries of a menu to the one that is called so, and chooses it. */
export async function choose(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('menu').waitFor();
  if (!name.test(await seen(page))) await tabTo(page, name, 'ArrowDown');
  await page.keyboard.press('Enter');
}

/** What stands in the dialog is submitted, it closes, and the focus is behind it. */
export async function submit(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await seen(page);
}

/** Presses Tab until what is called so has the focus, and is seen on all the way. */
export async function tabTo(page: Page, name: RegExp, key = 'Tab'): Promise<void> {
  const all: string[] = [];
  while (all.length < 150) {
    await page.keyboard.press(key);
    const at = await passed(page);
    if (name.test(at)) return;
    all.push(at);
  }
  assert.fail(`${key} never comes to ${name}, but to ${all.join(', ')}`);
}
