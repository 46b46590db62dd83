import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { workOnce } from '../../src/worker/worker.ts';
import { heard, missing } from './chromium.ts';
import { axeFlawsOf, isTooWide } from './flaws.ts';
import { openDesk, press } from './losing.ts';

const phone = '2125550100';
const longName = `<b>${'Blanchard-'.repeat(9)}`;

/* It is January 15, 2030. */
describe('what is due in the portal', { skip: missing }, async () => {
  if (missing) return;
  const { v1, base, enter } = await openDesk({ after });
  const world = await v1.open();

  async function work(): Promise<void> {
    while ((await workOnce(world)) > 0);
  }

  async function textsTo(to: string): Promise<string[]> {
    const rows = await v1.db.query<{ body: string }>(
      `select body from sandbox_inbox where channel = 'text' and recipient = $1 order by id`,
      [to],
    );
    return rows.map(({ body }) => body);
  }

  async function good(path: string, body: object): Promise<{ id: string; invoiceId: string }> {
    const told = await v1.call('POST', path, { body });
    assert.ok(told.status < 300, told.text);
    return told.body;
  }

  test('a bill with lines, a day and reminders is made, and what it asks for is shown', async (t) => {
    const page = await enter(t);
    await page.goto(`${base}/pay-links`);
    await press(page, /^New pay link/);
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Somebody new').check();
    await dialog.getByLabel('Last name').fill('Hopper');
    await dialog.getByLabel('Mobile number', { exact: true }).fill('(212) 555-0100');
    await dialog.getByRole('button', { name: 'Add a line' }).click();
    await dialog.getByRole('button', { name: 'Make a pay link' }).click();
    await dialog.getByText('Must have a name, and an amount over 0').waitFor();
    await dialog.getByLabel('Line 1', { exact: true }).fill('Chair');
    await dialog.getByLabel('Amount', { exact: true }).fill('40.00');
    await dialog.getByRole('button', { name: 'Add a line' }).click();
    await dialog.getByLabel('Line 2', { exact: true }).fill('Delivery');
    await dialog.getByLabel('Amount', { exact: true }).nth(1).fill('2.00');
    await dialog.getByLabel('To be paid by').fill('2030-01-17');
    // Three days before would be yesterday.
    assert.equal(await dialog.getByLabel('3 days before').count(), 0);
    await dialog.getByLabel('On the day, Thu, Jan 17').check();
    await dialog.getByLabel('7 days after, Thu, Jan 24').check();
    await dialog.getByLabel('Can be paid until').fill('2030-02-28');
    assert.deepEqual(await flawsOf(page), []);
    await page.setViewportSize({ width: 360, height: 780 });
    assert.deepEqual(await flawsOf(page), []);
    await page.setViewportSize({ width: 1440, height: 900 });
    await dialog.getByRole('button', { name: 'Make a pay link of $42.00' }).click();
    await dialog.getByText('The pay link is made').waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('cell', { name: 'Thu, Jan 17' }).waitFor();

    await page.getByRole('link', { name: 'Hopper' }).click();
    await page.getByText('Reminders to come').waitFor();
    await page.getByText('Thu, Jan 24, 9:00 AM').waitFor();
    assert.deepEqual(await flawsOf(page), []);
    await page.getByRole('button', { name: 'Cancel this text' }).nth(1).click();
    await page.getByText('Thu, Jan 24, 9:00 AM').waitFor({ state: 'detached' });
    await page.getByText('Thu, Jan 17, 9:00 AM').waitFor();
    const { data } = (await v1.call('GET', '/v1/invoices')).body;
    assert.deepEqual(
      [data[0].dueOn, data[0].lines.map(({ name }: { name: string }) => name)],
      ['2030-01-17', ['Chair', 'Delivery']],
    );
    const link = (await v1.call('GET', '/v1/pay-links')).body.data[0];
    assert.equal(link.expiresAt, '2030-03-01T05:00:00.000Z');
  });

  test('what is overdue stands among the tasks, and its payers are reminded together', async (t) => {
    const bill = { amount: 900, dueOn: '2030-01-15' };
    const ada = { firstName: 'Ada', lastName: longName, phone: '2125550101' };
    const { invoiceId } = await good('/v1/pay-links', { ...bill, customer: ada });
    await good('/v1/pay-links', { ...bill, customer: { lastName: 'Line', phone: '2125550130' } });
    const paid = await good('/v1/pay-links', { ...bill, customer: { phone: '2125550102' } });
    await good('/v1/sandbox/clock/advance', { hours: 24 });
    await good(`/v1/pay-links/${paid.id}/revoke`, {});

    const page = await enter(t);
    await page.goto(`${base}/`);
    await page.getByRole('link', { name: /2 invoices are overdue/ }).click();
    await page.waitForURL('**/pay-links?overdue=true');
    const rows = page.locator('tbody tr');
    await rows.nth(1).waitFor();
    await heard(page);
    assert.equal(await rows.count(), 2);
    assert.equal(await rows.getByText('Overdue').count(), 2);
    assert.deepEqual(await flawsOf(page), []);
    await page.getByLabel(/^Select all/).check();
    await page.getByRole('toolbar').getByRole('button', { name: 'Remind' }).click();
    const dialog = page.getByRole('dialog');
    assert.deepEqual(await flawsOf(page), []);
    await dialog.getByRole('button', { name: 'Send 2 reminders' }).click();
    await dialog.getByText('1 reminder is on its way').waitFor();
    await dialog.getByText('1 was not reminded').waitFor();
    await dialog.getByText('Line, $9.00: This number cannot receive texts').waitFor();
    await dialog.getByRole('button', { name: 'Try again' }).waitFor();
    await page.keyboard.press('Escape');
    await work();
    const said = /a reminder that \$9\.00 was due on January 15, 2030/;
    assert.match((await textsTo('2125550101')).join('\n'), said);

    await page.setViewportSize({ width: 360, height: 780 });
    await page.emulateMedia({ colorScheme: 'dark' });
    for (const path of ['/invoices?overdue=true', `/invoices/${invoiceId}`]) {
      await page.goto(base + path);
      await page.getByText('Overdue').first().waitFor();
      assert.deepEqual(await flawsOf(page), []);
    }
    await press(page, 'Remind');
    await page.getByRole('dialog').getByLabel('Text').fill('Please, Ada: [PBTLINK]');
    await page.getByRole('button', { name: 'Send 1 reminder' }).click();
    await page.getByText('1 reminder is on its way').waitFor();
    await work();
    assert.match((await textsTo('2125550101')).at(-1)!, /^Please, Ada: http/);
  });

  test('rows of a file have their day and reminders, by a column or for all of them', async (t) => {
    const page = await enter(t);
    const choose = async (lines: readonly string[]) => {
      await page.goto(`${base}/pay-links`);
      await press(page, 'Many from a file');
      const dialog = page.getByRole('dialog');
      const buffer = Buffer.from(lines.join('\n'));
      const input = dialog.locator('input[type=file]');
      await input.setInputFiles({ name: 'dues.csv', mimeType: 'text/csv', buffer });
      return dialog;
    };
    const wrong = await choose([
      'Due Date,Amount,Phone,Reminders',
      '2/30/2030,1.00,2125550103,',
      '2/3/2030,1.00,2125550103,soon',
      ',1.00,2125550103,0',
    ]);
    await wrong.getByText('due day: must be like').waitFor();
    await wrong.getByText('reminders: must be up to five numbers').waitFor();
    await wrong.getByText('reminders: need a due day and a phone').waitFor();
    assert.equal(await wrong.getByLabel('On the day').count(), 0);

    const dialog = await choose([
      'Due Date,Amount,Phone',
      `2/3/2030,11.00,${phone}`,
      ',12.00,2125550104',
    ]);
    await dialog.getByLabel('3 days before').check();
    await dialog.getByLabel('7 days after').check();
    assert.deepEqual(await flawsOf(page), []);
    await dialog.getByRole('button', { name: 'Check 2 rows' }).click();
    await dialog.getByRole('button', { name: 'Make 2 invoices of $23.00' }).click();
    await dialog.getByText('2 invoices are made.').waitFor();
    const [later, due] = (await v1.call('GET', '/v1/pay-links')).body.data
      .toSorted((a: { amount: number }, b: { amount: number }) => b.amount - a.amount)
      .filter(({ amount }: { amount: number }) => amount === 1100 || amount === 1200);
    assert.deepEqual([later.dueOn, due.dueOn], [null, '2030-02-03']);
    const waiting = (await v1.call('GET', `/v1/messages?payLinkId=${due.id}`)).body.data;
    assert.deepEqual(waiting.map(({ sendsAt }: { sendsAt: string }) => sendsAt).toSorted(), [
      '2030-01-31T14:00:00.000Z',
      '2030-02-10T14:00:00.000Z',
    ]);
  });
});

async function flawsOf(page: Page): Promise<string[]> {
  const flaws = await axeFlawsOf(page);
  return (await isTooWide(page)) ? [...flaws, 'it scrolls sideways'] : flaws;
}
