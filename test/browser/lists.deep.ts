import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, describe, test } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { sendMails } from '../../src/notify/mail/send-mails.ts';
import type { Scope } from '../scope.ts';
import { aPayment, card, serveV1 } from '../v1/serve.ts';
import { signIn } from '../v1/signed-in.ts';
import { missing, startBrowser, visit } from './chromium.ts';
import { copied, goLive, shown } from './screens.ts';

/** The list of payments as its people work with it: by mouse, by keys, and while others pay. */
describe('lists of the portal in Chromium', { skip: missing }, async () => {
  if (missing) return;
  const browser = await startBrowser({ after });
  const v1 = await serveV1({ after });
  const person = await signIn(v1, v1.caller, 'operator', 'Mara Lee');
  const list = `${v1.baseUrl}/b/${v1.caller.business.id}/payments`;
  const ids: string[] = [];

  async function pay(orderNumber: string, more: object = {}): Promise<string> {
    const body = { ...aPayment, orderNumber, ...more };
    const { body: payment } = await v1.call('POST', '/v1/payments', { body });
    ids.push(payment.id);
    return payment.id;
  }
  for (const n of [1, 2, 3, 4, 5]) await pay(`order-${n}`, { amount: n * 1000 });
  await pay('subscription-2030-01-7f3a9c5e-0042', { amount: 700 });
  await pay('order-declined', { source: { card: { ...card, number: '4000000000000002' } } });

  async function enter(context: BrowserContext): Promise<void> {
    const [name, value] = person.headers.Cookie!.split('=');
    await context.addCookies([{ name: name!, value: value!, url: v1.baseUrl }]);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  }

  async function openList(t: Scope, query = '') {
    const visitor = await visit(t, browser, { viewport: { width: 1440, height: 900 } });
    await enter(visitor.context);
    await goLive(visitor.page, list + query);
    return visitor;
  }

  const row = (page: Page, n: number) => page.locator(`tbody tr:nth-child(${n})`);
  const orders = (page: Page) => page.locator('tbody td:nth-child(6)').allTextContents();
  const heads = async (page: Page) =>
    (await page.locator('thead th').allTextContents()).filter(Boolean);

  test('rows have three heights, and the chosen one is still there after a reload', async (t) => {
    const { page } = await openList(t);
    const height = async () => Math.round((await row(page, 2).boundingBox())!.height);
    const heights = [await height()];
    for (const name of ['Tight rows', 'Roomy rows']) {
      await page.getByRole('button', { name: 'Density' }).click();
      await page.getByRole('menuitemradio', { name }).click();
      heights.push(await height());
    }
    await page.reload();
    await shown(page);
    heights.push(await height());
    assert.deepEqual(heights, [38, 31, 46, 46]);
  });

  test('columns are hidden, shown and moved, kept for the person, and part of a copied link', async (t) => {
    const { context, page } = await openList(t);
    const usual = await heads(page);
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'Description' }).uncheck();
    await page.getByRole('checkbox', { name: 'Payment ID' }).check();
    await page.getByRole('button', { name: 'Move Payment ID up' }).click();
    await page.keyboard.press('Escape');
    const own = ['Amount', 'Status', 'Customer', 'Method', 'Order', 'Payment ID', 'Created'];
    assert.deepEqual(await heads(page), own);
    await page.reload();
    await shown(page);
    assert.deepEqual(await heads(page), own);

    await page.getByRole('button', { name: 'Copy link' }).click();
    const link = await copied(page, 'columns=amount%2Cstatus');
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('button', { name: 'Usual columns' }).click();
    assert.deepEqual(await heads(page), usual);
    const other = await context.newPage();
    await other.goto(link);
    await shown(other);
    assert.deepEqual(await heads(other), own, 'whoever opens the link sees the same');
  });

  test('a long identifier shows its head and tail, and all of it as its title', async (t) => {
    const { page } = await openList(t, '?amount=700');
    const cell = page.locator('tbody td:nth-child(6) span');
    assert.equal(await cell.textContent(), 'subscr…e-0042');
    assert.equal(await cell.getAttribute('title'), 'subscription-2030-01-7f3a9c5e-0042');
  });

  test('new rows wait while the pointer is in the list, and rows that are there change in place', async (t) => {
    const { page } = await openList(t, '?status=captured,voided');
    const before = await orders(page);
    await row(page, 2).hover();
    await pay('order-new');
    await page.getByRole('button', { name: '1 new' }).waitFor();
    assert.deepEqual(await orders(page), before);
    const path = `/v1/payments/${ids[1]}/refunds`;
    const refund = await v1.call('POST', path, { body: { amount: 250 } });
    assert.equal(refund.status, 201, refund.text);
    await page.getByText('−$2.50 refunded').waitFor();
    assert.deepEqual(await orders(page), before);
    await page.getByRole('button', { name: '1 new' }).click();
    assert.deepEqual(await orders(page), ['order-new', ...before]);

    // The pointer has left the rows: what comes next is shown at once.
    await pay('order-newer');
    await page.getByText('order-newer').waitFor();
    // A cursor that was moved holds them too.
    await page.keyboard.press('j');
    await pay('order-newest');
    await page.getByRole('button', { name: '1 new' }).waitFor();
    assert.match((await row(page, 2).getAttribute('class'))!, /\bat\b/);
  });

  test('a view is saved, renamed and removed', async (t) => {
    const { page } = await openList(t, '?amountFrom=3000');
    const views = page.getByRole('navigation', { name: 'Saved views' });
    await page.getByRole('button', { name: 'Save this view' }).click();
    await page.getByLabel('Name of the view').fill('All');
    await page.keyboard.press('Enter');
    await page.getByText('A view has this name.').waitFor();
    await page.getByLabel('Name of the view').fill('Dear');
    await page.keyboard.press('Enter');
    await views.getByRole('link', { name: 'Dear' }).waitFor();
    await views.getByRole('link', { name: 'All' }).click();
    await page.waitForURL(list);
    await views.getByRole('link', { name: 'Dear' }).click();
    await page.waitForURL(/amountFrom=3000/);
    await page.getByRole('button', { name: 'More for the view Dear' }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await page.getByLabel('Name of the view').fill('Large');
    await page.keyboard.press('Enter');
    await page.reload();
    await views.getByRole('link', { name: 'Large' }).waitFor();
    await page.getByRole('button', { name: 'More for the view Large' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.waitForURL(list);
    await views.getByRole('link', { name: 'Large' }).waitFor({ state: 'detached' });
  });

  test('rows are chosen by keys and as a range, told as count and sum, and their receipts go once more', async (t) => {
    const { page } = await openList(t, '?amountFrom=1000&amountTo=5000');
    const world = await v1.open();
    while ((await sendMails(world)) > 0);
    const count = async () => {
      const { body } = await v1.call('GET', '/v1/sandbox/inbox?channel=mail&limit=100');
      return body.data.length;
    };
    const before = await count();
    for (const key of ['j', 'x', 'j', 'j', 'j', 'Shift+X']) await page.keyboard.press(key);
    await page.getByText('4 selected').waitFor();
    const isSome = "document.querySelector('thead input').indeterminate";
    assert.equal(await page.evaluate(isSome), true);
    const paid = page.locator('tbody tr.chosen').filter({ hasNotText: 'Declined' });
    const sums = await paid.locator('.amount').allTextContents();
    const cents = sums.map((sum) => Math.round(Number(sum.replace(/[$,]/g, '')) * 100));
    const sum = cents.reduce((total, one) => total + one, 0) / 100;
    await page
      .locator('.bulk')
      .getByText(`$${sum.toFixed(2)}`)
      .waitFor();

    await page.locator('.bulk').getByRole('button', { name: 'Resend receipts' }).click();
    const dialog = page.getByRole('dialog');
    const send = dialog.getByRole('button', { name: /^Resend \d receipts/ });
    const due = Number(/\d/.exec((await send.textContent())!)![0]);
    await send.click();
    await dialog.getByText(`${due} receipts are sent once more`).waitFor();
    while ((await sendMails(world)) > 0);
    assert.equal((await count()) - before, due);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.locator('.bulk').waitFor({ state: 'detached' });
  });

  test('a receipt that is not sent is told with its reason, and tried again it is sent once', async (t) => {
    const { page } = await openList(t, '?orderNumber=order-1');
    const keys: (string | undefined)[] = [];
    await page.route('**/resend-receipt', async (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      if (keys.length > 4) await route.continue();
      else await route.abort();
    });
    await page.keyboard.press('x');
    await page.locator('.bulk').getByRole('button', { name: 'Resend receipts' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Resend 1 receipt' }).click();
    await dialog.getByText('1 receipt was not sent.').waitFor();
    await dialog.getByRole('button', { name: 'Try those again' }).click();
    await dialog.getByText('1 receipt is sent once more').waitFor();
    assert.ok(keys[0] && keys.every((key) => key === keys[0]), String(keys));
  });

  test('a row is copied as curl, opened, and found again on the way back', async (t) => {
    const { page } = await openList(t);
    for (const _ of [1, 2]) await page.keyboard.press('j');
    await page.keyboard.press('c');
    await page.getByText(/Copied the payment of .* as curl/).waitFor();
    const curl = await copied(page, 'curl ');
    const [, id] = /\/v1\/payments\/(\d+)'/.exec(curl)!;
    assert.ok(ids.includes(id!) && !curl.includes('session'), curl);
    await page.keyboard.press('Enter');
    await page.waitForURL(new RegExp(`/payments/${id}$`));
    await page.keyboard.press('Escape');
    await page.waitForURL(new RegExp(`at=${id}`));
    await page.locator('tbody tr.at:nth-child(3)').waitFor();
  });

  test('each filter can be taken back alone where nothing has all of them', async (t) => {
    const { page } = await visit(t, browser);
    await enter(page.context());
    await page.goto(`${list}?status=captured&orderNumber=nothing&columns=amount,order`);
    await page.getByRole('heading', { name: 'Nothing matches' }).waitFor();
    await page.getByRole('button', { name: 'Without Order nothing' }).click();
    await row(page, 1).waitFor();
    assert.match(page.url(), /status=captured/);
    assert.match(page.url(), /columns=/);
  });

  test('a search begins by itself once nothing more is typed, and is no step of the history', async (t) => {
    const { page } = await openList(t);
    const steps = await page.evaluate<number>('history.length');
    await page.keyboard.press('/');
    await page.keyboard.type('order-3');
    await page.waitForURL(/q=order-3$/);
    await row(page, 2).waitFor({ state: 'detached' });
    assert.deepEqual(await orders(page), ['order-3']);
    assert.equal(await page.evaluate<number>('history.length'), steps);
  });

  test('rows of an earlier reading say so when the latest fails', async (t) => {
    const { page } = await openList(t);
    await page.route('**/v1/payments?*', (route) => route.abort());
    await pay('order-while-down');
    await page.getByText(/This list is from .* and could not be read anew/).waitFor();
    await page.unroute('**/v1/payments?*');
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByText('order-while-down').waitFor();
    await page.getByText(/This list is from/).waitFor({ state: 'detached' });
  });

  test('the palette finds payments, and does what the page and all pages can', async (t) => {
    const { page } = await openList(t);
    const find = async (text: string) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').fill(text);
    };
    await find('order-3');
    await page.getByRole('option', { name: /^\$30\.00 .*order-3/ }).waitFor();
    await page.getByRole('option', { name: /Refund \$30\.00 to Ada Byron/ }).click();
    await page.waitForURL(new RegExp(`/payments/${ids[2]}$`));
    await page.getByRole('dialog').getByText('Goes back to').waitFor();
    await page.keyboard.press('Escape');

    await find('byron');
    await page.getByRole('option', { name: /^Ada Byron/ }).waitFor();
    await page.keyboard.press('Escape');

    await find('export payments');
    const saved = page.waitForEvent('download');
    await page.keyboard.press('Enter');
    await page.waitForURL(list);
    assert.match(readFileSync(await (await saved).path(), 'utf8'), /^id,/);

    await find('roomy rows');
    await page.keyboard.press('Enter');
    await page.locator('html[data-density="roomy"]').waitFor();
    await find('between light and dark');
    await page.keyboard.press('Enter');
    await page.locator('html[data-theme="dark"]').waitFor();

    await find('switch off keys');
    await page.keyboard.press('Enter');
    await page.keyboard.press('j');
    assert.match((await row(page, 1).getAttribute('class'))!, /\bat\b/);
    await find('all keys');
    await page.keyboard.press('Enter');
    await page.getByText('Keys of one letter are off').waitFor();
    await page.getByRole('checkbox', { name: 'Keys of one letter' }).check();
    const keys = await page.getByRole('dialog').locator('dt').allTextContents();
    for (const key of ['/', 'F', 'JK', 'X', 'ShiftX', 'E', 'N', 'C', 'GP']) {
      assert.ok(keys.includes(key), `${key} is not in ${keys}`);
    }
    await page.keyboard.press('Escape');
    await page.keyboard.press('j');
    await page.locator('tbody tr.at:nth-child(2)').waitFor();

    await find('ver en español');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Pagos', level: 1 }).waitFor();
  });
});
