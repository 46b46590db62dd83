import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { memoryBook } from '../../packages/sandbox/src/processor/book.ts';
import type { Scope } from '../scope.ts';
import { aPayment, serveV1 } from '../v1/serve.ts';
import { signIn } from '../v1/signed-in.ts';
import { missing, startBrowser, visit } from './chromium.ts';
import { press } from './losing.ts';

/*
 * The portal over plain http on a host other than localhost, such as a virtual machine: browsers withhold the clipboard and
 * parts of their cryptography there.
 */
describe('the portal over plain http', { skip: missing }, async () => {
  if (missing) return;
  const browser = await startBrowser({ after }, {}, [
    '--host-resolver-rules=MAP portal.test 127.0.0.1',
  ]);
  const v1 = await serveV1({ after }, { book: memoryBook() });
  const { headers } = await signIn(v1, v1.caller, 'manager');
  const origin = v1.baseUrl.replace('127.0.0.1', 'portal.test');
  const base = `${origin}/b/${v1.caller.business.id}`;

  async function enter(t: Scope) {
    const { context, page } = await visit(t, browser);
    const [name, value] = headers.Cookie!.split('=');
    await context.addCookies([{ name: name!, value: value!, url: origin }]);
    return page;
  }

  async function openPayment(page: Page, orderNumber: string) {
    const { body } = await v1.call('POST', '/v1/payments', { body: { ...aPayment, orderNumber } });
    await page.goto(`${base}/payments/${body.id}`);
    await page.locator('h1').first().waitFor();
    return body.id;
  }

  test('a payment is refunded, the terminal opens, and what cannot be copied is shown selected', async (t) => {
    const page = await enter(t);
    const id = await openPayment(page, 'P-1');
    assert.equal(await page.evaluate('isSecureContext'), false);
    await press(page, /^Refund/);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Half' }).click();
    await dialog.getByRole('button', { name: 'Copy as curl' }).click();
    const byHand = page.getByRole('dialog', { name: 'Copy this yourself' });
    await byHand.waitFor();
    const selected = await page.evaluate<string>('getSelection().toString()');
    assert.match(selected, new RegExp(`^curl [^]*/v1/payments/${id}/refunds`));
    await byHand.getByRole('button', { name: 'Close' }).click();
    await dialog.getByRole('button', { name: /^Refund \$6\.25/ }).click();
    await dialog.waitFor({ state: 'detached' });
    const { body: payment } = await v1.call('GET', `/v1/payments/${id}`);
    assert.equal(payment.amountRefunded, 625);

    await page.goto(`${base}/terminal`);
    assert.match(await page.getByLabel('Order number').inputValue(), /^T\d{6}-[A-Z]{6}$/);
  });

  test('an act that fails before it is sent says so, and moves no money', async (t) => {
    const page = await enter(t);
    const id = await openPayment(page, 'P-2');
    await press(page, /^Refund/);
    await page.evaluate("crypto.getRandomValues = () => { throw new Error('No chance here.'); }");
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Refund \$/ })
      .click();
    await page.getByRole('alert').getByText('No chance here.').waitFor();
    const { body: payment } = await v1.call('GET', `/v1/payments/${id}`);
    assert.equal(payment.amountRefunded, 0);
  });
});
