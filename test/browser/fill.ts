import type { Page } from 'playwright-core';
import type { Fields } from '../pages/counter.ts';

/** As somebody fills in the form of the payment page. */
export async function fill(page: Page, fields: Fields): Promise<void> {
  const { method, authorized, 'account-kind': kind, ...texts } = fields;
  await page.click(`label[for=method-${method}]`);
  if (kind) await page.click(`label[for=account-kind-${kind}]`);
  for (const [name, text] of Object.entries(texts)) await page.fill(`#${name}`, text);
  if (authorized) await page.check('#authorized');
}

export async function focused(page: Page): Promise<string> {
  return await page.evaluate('document.activeElement.id');
}

export async function isAtSummary(page: Page): Promise<boolean> {
  return await page.evaluate("document.activeElement.classList.contains('summary')");
}
