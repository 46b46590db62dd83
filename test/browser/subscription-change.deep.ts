import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { workOnce } from '../../src/worker/worker.ts';
import { readPdf } from '../mail/read-pdf.ts';
import { card, serveV1 } from '../v1/serve.ts';
import { signIn } from '../v1/signed-in.ts';
import { missing, startBrowser, visit } from './chromium.ts';
import { enter, shown } from './screens.ts';

/*
 * What a cashier does with a subscription: sees the sum before it changes, gives it another card after a decline, and opens
 * the invoice of a period.
 */
describe('a subscription in the portal', { skip: missing }, async () => {
  if (missing) return;
  const browser = await startBrowser({ after });
  const v1 = await serveV1({ after });
  const world = await v1.open();
  const cashier = await signIn(v1, v1.caller, 'cashier');
  const base = `${v1.baseUrl}/b/${v1.caller.business.id}`;
  const { cvv: _, ...saved } = card;
  const customer = { email: 'ada@example.com', firstName: 'Ada', lastName: 'Byron' };

  async function made(path: string, body: object) {
    const told = await v1.call('POST', path, { body });
    assert.equal(told.status, 201, told.text);
    return told.body;
  }

  async function aToken(number: string): Promise<string> {
    const source = { card: { ...saved, number } };
    return (await made('/v1/tokens', { source, customer })).token;
  }

  async function open(
    t: Parameters<typeof visit>[0],
    path: string,
    hearsEvents = true,
  ): Promise<Page> {
    const { context, page } = await visit(t, browser);
    if (!hearsEvents) await page.route(/events\/live/, (route) => route.abort());
    await enter(context, cashier, v1);
    await page.goto(base + path);
    await shown(page);
    return page;
  }

  test('the sum of a change stands on its button before it is pressed, and is what is carried over', async (t) => {
    const token = await aToken(card.number);
    const { id } = await made('/v1/subscriptions', { token, amount: 3100, interval: 'monthly' });
    const page = await open(t, `/subscriptions/${id}`);
    await page.getByRole('button', { name: 'Change price' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Change, nothing for this period' }).waitFor();
    await dialog.getByLabel('Amount of each period').fill('41.00');
    // All 31 days of the period are left.
    await dialog.getByRole('button', { name: 'Change, $10.00 more on Feb 15' }).waitFor();
    assert.match(await dialog.innerText(), /31 days left until Feb 15[\s\S]*\$51\.00/);
    await dialog.getByLabel('Interval').selectOption('yearly');
    await dialog.getByRole('button', { name: 'Change and charge $10.00 today' }).waitFor();
    const charged = await v1.call('GET', `/v1/subscriptions/${id}`);
    assert.deepEqual([charged.body.amount, charged.body.carried], [3100, 0]);
    await dialog.getByLabel('Interval').selectOption('monthly');
    await dialog.getByRole('button', { name: 'Change, $10.00 more on Feb 15' }).click();
    await dialog.waitFor({ state: 'detached' });
    const { body } = await v1.call('GET', `/v1/subscriptions/${id}`);
    assert.deepEqual([body.amount, body.carried, body.nextChargeAmount], [4100, 1000, 5100]);
  });

  test('a sum that changed while it was looked at is refused, and the new one shown', async (t) => {
    const token = await aToken(card.number);
    const { id } = await made('/v1/subscriptions', { token, amount: 3100, interval: 'monthly' });
    // Nobody hears of a refund of its payment in time.
    const page = await open(t, `/subscriptions/${id}`, false);
    await page.getByRole('button', { name: 'Change price' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Amount of each period').fill('21.00');
    const change = dialog.getByRole('button', { name: /^Change and credit/ });
    await change.filter({ hasText: '$10.00' }).waitFor();
    const { body: invoices } = await v1.call('GET', `/v1/invoices?subscriptionId=${id}`);
    const path = `/v1/payments/${invoices.data[0].paymentId}/refunds`;
    await made(path, { amount: 400 });
    await change.click();
    await dialog.getByText('Somebody else changed this meanwhile').waitFor();
    await change.filter({ hasText: '$6.00' }).click();
    await dialog.waitFor({ state: 'detached' });
    const { body } = await v1.call('GET', `/v1/subscriptions/${id}`);
    assert.deepEqual([body.amount, body.carried], [2100, -600]);
  });

  test('after a decline another card pays what is open, and the period leads to its invoice', async (t) => {
    // Makes a token, but never pays.
    const token = await aToken('4000000000000341');
    const { id, status } = await made('/v1/subscriptions', {
      ...{ token, amount: 2100, interval: 'monthly' },
    });
    assert.equal(status, 'incomplete');
    await aToken(card.number);
    const page = await open(t, `/subscriptions/${id}`);
    await page.getByRole('button', { name: 'Another card' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('What is open, $21.00, is charged to it at once.').waitFor();
    await dialog.getByRole('button', { name: 'Charge $21.00 to Visa •••• 4242' }).click();
    await dialog.waitFor({ state: 'detached' });
    while ((await workOnce(world)) > 0);
    await page.reload();
    const row = page.getByRole('row').filter({ hasText: `SUB-${id}-1` });
    await row.getByText('Paid', { exact: true }).waitFor();
    await row.getByRole('link').click();
    await page.getByRole('heading', { name: /^Invoice \d{10}$/ }).waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'PDF' }).click();
    const file = await download;
    assert.match(file.suggestedFilename(), /^invoice-\d{10}\.pdf$/);
    const pieces = await Array.fromAsync(await file.createReadStream());
    const { words } = readPdf(Buffer.concat(pieces));
    assert.match(words, /Invoice · Paid[\s\S]*\$21\.00[\s\S]*Ada Byron/);
  });
});
