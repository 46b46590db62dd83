import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { Download, Page } from 'playwright-core';
import { workOnce } from '../../src/worker/worker.ts';
import { missing } from './chromium.ts';
import { axeFlawsOf, isTooWide } from './flaws.ts';
import { openDesk, press } from './losing.ts';

const all = 120;

/** As another program wrote it: one of the names says nothing to us. */
const file = [
  'Total,Cell,Member',
  ...Array.from(
    { length: all },
    (_, i) => `${10 + i}.00,${212 + Math.floor(i / 10)}-555-010${i % 10},Member ${i}`,
  ),
].join('\n');

describe('pay links of a file', { skip: missing }, async () => {
  if (missing) return;
  const { v1, base, enter } = await openDesk({ after });
  const world = await v1.open();

  async function choose(page: Page, name: string) {
    await page.goto(`${base}/pay-links`);
    await press(page, 'Many from a file');
    const dialog = page.getByRole('dialog');
    const input = dialog.locator('input[type=file]');
    await input.setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(file) });
    await dialog.getByLabel('Member').selectOption('lastName');
    await dialog.getByLabel('Text each payer who has a phone').check();
    return dialog;
  }

  async function texted(): Promise<string[]> {
    while ((await workOnce(world)) > 0);
    const rows = await v1.db.query<{ recipient: string }>(
      `select recipient from sandbox_inbox where channel = 'text'`,
    );
    return rows.map(({ recipient }) => recipient);
  }

  test('stopped, gone on with, reloaded in the middle and chosen again, a file asks nobody twice', async (t) => {
    const page = await enter(t);
    let making = 0;
    const held = Promise.withResolvers<void>();
    const gone = Promise.withResolvers<void>();
    await page.context().route(/\/v1\/pay-links\/batches$/, async (route) => {
      if (route.request().postDataJSON().dryRun) return await route.continue();
      making += 1;
      if (making === 1) await held.promise;
      if (making !== 2) return await route.continue();
      // The service makes these, and the page is gone before it hears of them.
      await route.fetch();
      gone.resolve();
    });
    const first = await choose(page, 'dues.csv');
    assert.deepEqual(await flawsOf(page), []);
    await first.getByRole('button', { name: `Check ${all} rows` }).click();
    await first.getByRole('button', { name: `Make ${all} invoices of $8,340.00` }).click();
    await first.getByRole('button', { name: 'Stop' }).click();
    held.resolve();
    await first.getByText('50 invoices are made.').waitFor();
    await first.getByRole('button', { name: 'Make 70 invoices of' }).click();
    await gone.promise;

    const second = await choose(page, 'dues.csv');
    await second.getByRole('button', { name: `Check ${all} rows` }).click();
    await second.getByText(`100 of ${all} were made before (today).`).waitFor();
    const rest = second.getByRole('button', { name: 'Make 20 invoices of', disabled: false });
    await rest.waitFor();
    assert.deepEqual(await flawsOf(page), []);
    await rest.click();
    await second.getByText('20 invoices are made.').waitFor();
    await second.getByRole('button', { name: 'Done' }).waitFor();
    const saved = page.waitForEvent('download');
    await second.getByRole('button', { name: 'Save results as CSV' }).click();
    const lines = await linesOf(await saved);
    const addresses = new Set(lines.map((line) => /https?:[^,]*\/pay\/[\w-]+/.exec(line)?.[0]));
    addresses.delete(undefined);
    assert.equal(addresses.size, all);
    const phones = await texted();
    assert.deepEqual([phones.length, new Set(phones).size], [all, all]);

    // Another browser, and another name of the file: it is told, and nothing is made by accident.
    const other = await choose(await enter(t), 'dues (1).csv');
    await other.getByRole('button', { name: `Check ${all} rows` }).click();
    await other.getByText(`${all} rows just like these were made in another round`).waitFor();
    await other.getByRole('button', { name: 'Done' }).waitFor();
    await other.getByLabel('Leave these out').uncheck();
    await other.getByRole('button', { name: `Make ${all} invoices of` }).waitFor();
    const links = await v1.db.query('select from pay_links');
    assert.equal(links.length, all);
  });
});

async function flawsOf(page: Page): Promise<string[]> {
  const flaws = await axeFlawsOf(page);
  return (await isTooWide(page)) ? [...flaws, 'it scrolls sideways'] : flaws;
}

async function linesOf(download: Download): Promise<string[]> {
  const pieces: Buffer[] = [];
  for await (const piece of await download.createReadStream()) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString().trim().split('\r\n');
}
