import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Scope } from '../scope.ts';
import { missing } from './chromium.ts';
import { afterwards, cut, openDesk, press } from './losing.ts';

/* A charge of the terminal whose answer is lost, and whose card is kept nowhere. */
describe('a lost charge in the portal', { skip: missing }, async () => {
  if (missing) return;
  const { base, enter, watchBank } = await openDesk({ after });

  const card = {
    'Card number': '4242424242424242',
    'Expiry, MM/YY': '12/39',
    'Security code': '937',
  };

  async function openTerminal(t: Scope) {
    const page = await enter(t);
    await page.goto(`${base}/terminal`);
    await page.getByLabel('Amount').waitFor();
    return { page, bank: watchBank() };
  }

  async function fillIn(page: Page, fields: Readonly<Record<string, string>>) {
    for (const [label, text] of Object.entries(fields))
      await page.getByLabel(label).first().fill(text);
  }

  test('a test card of the sandbox is filled in as if it were typed, and charged', async (t) => {
    const { page, bank } = await openTerminal(t);
    await fillIn(page, { Amount: '12.00', 'E-mail': 'bo@example.com' });
    await press(page, 'Fill in Amex •••• 0005');
    await page.getByText('Amex', { exact: true }).waitFor();
    await press(page, /^Charge \$12/);
    await page.getByText('$12.00 is charged.').waitFor();
    assert.deepEqual(bank(), ['charge']);
  });

  test('a charge of the terminal is found again after the page was loaded anew, without its card', async (t) => {
    const { page, bank } = await openTerminal(t);
    const isCharge = /\/v1\/payments$/;
    await page.context().route(isCharge, (route) => afterwards(route, cut));
    const asking = /\/v1\/payments\?/;
    await page.context().route(asking, cut);
    await fillIn(page, { Amount: '31.00', 'E-mail': 'bo@example.com', ...card });
    const order = await page.getByLabel('Order number').inputValue();
    await press(page, /^Charge \$31/);
    await page.getByText('It is not known yet whether it was charged.').waitFor();
    await page.reload();
    await page.getByText('It is not known yet whether it was charged.').waitFor();
    assert.equal(await page.getByRole('button', { name: /^Charge/ }).count(), 0);
    const stored = await page.evaluate<string>('JSON.stringify([localStorage, sessionStorage])');
    assert.ok(stored.includes(order), stored);
    for (const secret of ['4242424242424242', '12/39', '"937"'])
      assert.ok(!stored.includes(secret));
    await page.context().unroute(asking);
    await page.getByText('$31.00 is charged.').waitFor();
    await press(page, 'Charge another order');
    assert.notEqual(await page.getByLabel('Order number').inputValue(), order);
    assert.deepEqual(bank(), ['charge']);
  });

  test('a lost charge is not told as charged because another payment has its order number', async (t) => {
    const { page, bank } = await openTerminal(t);
    const payer = { 'E-mail': 'bo@example.com', ...card };
    await fillIn(page, { Amount: '31.00', ...payer });
    const order = await page.getByLabel('Order number').inputValue();
    await press(page, /^Charge \$31/);
    await page.getByText('$31.00 is charged.').waitFor();
    await press(page, 'Charge another order');
    await page.context().route(/\/v1\/payments$/, cut);
    await fillIn(page, { Amount: '12.00', 'Order number': order, ...payer });
    const asks = /\/v1\/payments\?.*orderNumber=/;
    const asked = page.waitForResponse(asks);
    await press(page, /^Charge \$12/);
    await asked;
    // What the first answer led to is shown by then.
    await page.waitForResponse(asks);
    await page.getByText('It is not known yet whether it was charged.').waitFor();
    assert.equal(await page.getByText('is charged.').count(), 0);
    assert.deepEqual(bank(), ['charge']);
  });

  test('a charge that never arrived is made under its order number and key, with the card typed again', async (t) => {
    const { page, bank } = await openTerminal(t);
    await page.clock.install();
    const isCharge = /\/v1\/payments$/;
    await page.context().route(isCharge, cut);
    const keys: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (isCharge.test(request.url())) keys.push(request.headers()['idempotency-key']);
    });
    await fillIn(page, { Amount: '32.00', 'E-mail': 'bo@example.com', ...card });
    const order = await page.getByLabel('Order number').inputValue();
    await press(page, /^Charge \$32/);
    await page.getByText('It is not known yet whether it was charged.').waitFor();
    await page.reload();
    await page.getByText('It is not known yet whether it was charged.').waitFor();
    await page.clock.fastForward('02:00');
    await page.getByText('It has not arrived.').waitFor();
    await page.context().unroute(isCharge);
    await page.getByText(order).waitFor();
    assert.equal(await page.getByLabel('Amount').count(), 0);
    await fillIn(page, card);
    await press(page, /^Charge \$32/);
    await page.getByText('$32.00 is charged.').waitFor();
    assert.equal(keys.length, 2);
    assert.equal(keys[0], keys[1]);
    assert.deepEqual(bank(), ['charge']);
  });
});
