import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import type { Download, Page } from 'playwright-core';
import { signIn } from '../v1/signed-in.ts';
import { missing } from './chromium.ts';
import { axeFlawsOf, isTooWide } from './flaws.ts';
import { openDesk } from './losing.ts';

const all = 1100;

/** As another program wrote it: semicolons, names of its own, and one of them says nothing to us. */
const file = [
  '\uFEFFMember No;First;Surname;E-mail;Cell;Club',
  ...Array.from({ length: all }, (_, i) => `M-${i};Ada;"Long; ""${i}""";ada${i}@example.com;;Gold`),
  'M-0;Ada;twice;ada@example.com;;Gold',
  'M-x;Ada;=1+1;x@example.com;;Gold',
  ';Nobody;Without;;;Gold',
  '',
].join('\r\n');

describe('customers of a file', { skip: missing }, async () => {
  if (missing) return;
  const { v1, base, enter } = await openDesk({ after });
  const folder = await mkdtemp(join(tmpdir(), 'quittance-import-'));
  after(async () => await rm(folder, { recursive: true }));
  const administrator = await signIn(v1, v1.caller, 'administrator');

  async function open(page: Page, item: string) {
    await page.goto(`${base}/customers`);
    await page.locator('main').getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: item }).click();
    return page.getByRole('dialog');
  }

  async function choose(page: Page, name = 'members.csv', text = file) {
    const dialog = await open(page, 'Import from a file');
    const input = dialog.locator('input[type=file]');
    const path = join(folder, name);
    // Chosen again, it is the same file.
    if (!existsSync(path)) writeFileSync(path, text);
    await input.setInputFiles(path);
    await dialog.getByText('What the columns hold').waitFor();
    return dialog;
  }

  async function stored(): Promise<number> {
    const [row] = await v1.db.query<{ rows: number }>(
      'select count(*)::int as rows from customers',
    );
    return row!.rows;
  }

  test('checked, stopped, gone on with after a reload and imported twice, a file makes each customer once', async (t) => {
    const page = await enter(t, administrator);
    let making = 0;
    const held = Promise.withResolvers<void>();
    const gone = Promise.withResolvers<void>();
    await page.context().route(/\/v1\/imports$/, async (route) => {
      if (route.request().postDataJSON().dryRun) return await route.continue();
      making += 1;
      if (making === 1) await held.promise;
      if (making !== 2) return await route.continue();
      // The service makes these, and the page is gone before it hears of them.
      await route.fetch();
      gone.resolve();
    });
    const first = await choose(page);
    assert.deepEqual(
      await page.evaluate<string[]>(
        `[...document.querySelectorAll('.matching select')].map(({ value }) => value)`,
      ),
      ['id', 'firstName', 'lastName', 'email', 'phone', ''],
    );
    assert.deepEqual(await flawsOf(page), []);
    await first.getByRole('button', { name: 'Check the file' }).click();
    await first.getByText('The file is checked.').waitFor();
    // Two are no rows. A dry run takes each portion for itself, and M-0 is twice in two of them.
    await first.getByText('1,101 would be created · 0 there already · 2 refused').waitFor();
    await first.getByText('a cell begins as a formula does').waitFor();
    assert.deepEqual(await flawsOf(page), []);
    assert.equal(await stored(), 0);
    await first.getByRole('button', { name: 'Import 1,101 rows' }).click();
    await first.getByRole('button', { name: 'Stop' }).click();
    held.resolve();
    await first.getByText('Stopped after row 501.').waitFor();
    assert.equal(await stored(), 500);
    await first.getByRole('button', { name: 'Go on after row 501' }).click();
    await gone.promise;

    const second = await choose(page);
    await second.getByText('This file was imported up to row 501 (today).').waitFor();
    assert.deepEqual(await flawsOf(page), []);
    await second.getByRole('button', { name: 'Go on after row 501' }).click();
    await second.getByText('The file is imported.').waitFor();
    await second.getByText('100 created · 501 there already · 2 refused').waitFor();
    assert.equal(await stored(), all);
    const saved = page.waitForEvent('download');
    await second.getByRole('button', { name: 'Save the report as CSV' }).click();
    const lines = await linesOf(await saved);
    assert.equal(lines.length, 1 + 603);
    assert.match(lines[1]!, /^502,M-500,exists,\d+,$/);
    await second.getByRole('button', { name: 'Done' }).click();

    const again = await choose(await enter(t, administrator), 'members (1).csv');
    await again.getByRole('button', { name: 'Check the file' }).click();
    await again.getByText('0 would be created · 1,101 there already · 2 refused').waitFor();
    assert.equal(await stored(), all);
  });

  test('what was exported is imported as it is, in either form', async (t) => {
    const page = await enter(t, administrator);
    for (const [form, rows] of [
      ['csv', all + 1],
      ['ndjson', all],
    ] as const) {
      const dialog = await open(page, 'Export for an import');
      await dialog.getByLabel('Form').selectOption(form);
      assert.deepEqual(await flawsOf(page), []);
      const saved = page.waitForEvent('download');
      await dialog.getByRole('button', { name: 'Export' }).click();
      const lines = await linesOf(await saved);
      assert.equal(lines.length, rows);
      const back = await choose(page, `customers.${form}`, `${lines.join('\n')}\n`);
      await back.getByRole('button', { name: 'Check the file' }).click();
      await back.getByText('0 would be created · 1,100 there already · 0 refused').waitFor();
    }
  });
});

async function flawsOf(page: Page): Promise<string[]> {
  const flaws = await axeFlawsOf(page);
  return (await isTooWide(page)) ? [...flaws, 'it scrolls sideways'] : flaws;
}

async function linesOf(download: Download): Promise<string[]> {
  const pieces: Buffer[] = [];
  for await (const piece of await download.createReadStream()) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString().trim().split(/\r?\n/);
}
