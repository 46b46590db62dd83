import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { card } from '../v1/serve.ts';
import { signIn } from '../v1/signed-in.ts';
import { missing } from './chromium.ts';
import { axeFlawsOf, isTooWide } from './flaws.ts';
import { openDesk } from './losing.ts';
import { shown } from './screens.ts';

const long = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(2);
const hostile = '<img src=x onerror=alert(1)>';

describe('two customers that are one', { skip: missing }, async () => {
  if (missing) return;
  const { v1, base, enter } = await openDesk({ after });
  const administrator = await signIn(v1, v1.caller, 'administrator');
  const make = async (body: object): Promise<string> =>
    (await v1.call('POST', '/v1/customers', { body })).body.id;

  test('are compared side by side, become one, and the other one leads there', async (t) => {
    const ada = await make({ firstName: 'Ada', lastName: long, email: 'ada@example.com' });
    const body = { firstName: hostile, email: 'adah@example.com', phone: '6175550123' };
    const adah = await make(body);
    for (const customerId of [ada, adah, adah]) {
      const payment = { amount: 1250, source: { card }, customerId };
      assert.equal((await v1.call('POST', '/v1/payments', { body: payment })).status, 201);
    }
    const page = await enter(t, administrator);
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(`${base}/customers/${ada}`);
      await page.locator('main').getByRole('button', { name: 'More', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Merge with another' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('Two customers become one. It cannot be undone.').waitFor();
      await dialog.getByRole('searchbox').or(dialog.getByRole('textbox')).first().fill('adah@');
      await dialog.getByRole('button', { name: hostile }).click();
      await dialog.getByRole('row', { name: 'Invoices 1 2' }).waitFor();
      await dialog.getByRole('row', { name: 'Phone' }).getByText('(617) 555-0123').waitFor();
      assert.deepEqual(await flawsOf(page), []);
      await dialog.getByRole('button', { name: 'Keep the other one' }).click();
      await dialog.getByRole('row', { name: 'Invoices 2 1' }).waitFor();
      await dialog.getByRole('button', { name: 'Keep the other one' }).click();
    }
    await page.getByRole('button', { name: 'Merge for good' }).click();
    await page.getByText('The customers are one: Ada').waitFor();
    await page.locator('main').getByText('(617) 555-0123').first().waitFor();
    await page.goto(`${base}/customers/${adah}`);
    await shown(page);
    await page.getByText(`It was merged into customer ${ada}.`).waitFor();
    assert.deepEqual(await flawsOf(page), []);
    assert.equal(await page.getByRole('button', { name: 'Edit' }).count(), 0);
    await page.getByRole('link', { name: 'Open that customer' }).click();
    await page.waitForURL(`**/customers/${ada}`);
    await page.goto(`${base}/customers?q=adah@example.com`);
    await page.getByRole('link', { name: /Ada/ }).first().waitFor();
  });
});

async function flawsOf(page: Page): Promise<string[]> {
  const flaws = await axeFlawsOf(page);
  return (await isTooWide(page)) ? [...flaws, 'it scrolls sideways'] : flaws;
}
