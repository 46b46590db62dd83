import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { resolveDue } from '../../src/payments/resolve.ts';
import type { Scope } from '../scope.ts';
import { aPayment } from '../v1/serve.ts';
import { missing } from './chromium.ts';
import { afterwards, cut, openDesk, press } from './losing.ts';

/* What the terminal says while the bank is asked, and of an order that another act charged. */
describe('what the terminal says of a charge', { skip: missing }, async () => {
  if (missing) return;
  const { v1, base, enter, watchBank } = await openDesk({ after });
  const isCharge = /\/v1\/payments$/;
  const another = {
    'First name': 'Omar',
    'E-mail': 'omar@example.com',
    'Card number': '4242424242424242',
    'Expiry, MM/YY': '12/39',
    'Security code': '937',
  };

  /** Charged by a program. */
  async function chargeBefore(orderNumber: string, more: object = {}): Promise<string> {
    const body = { ...aPayment, amount: 4820, orderNumber, ...more };
    const { body: paid } = await v1.call('POST', '/v1/payments', { body });
    return paid.id;
  }

  async function openTerminal(t: Scope, fields: Readonly<Record<string, string>>) {
    const page = await enter(t);
    await page.goto(`${base}/terminal`);
    await page.getByLabel('Amount').waitFor();
    const bank = watchBank();
    for (const [label, text] of Object.entries({ ...another, ...fields }))
      await page.getByLabel(label).first().fill(text);
    return { page, bank };
  }

  /** Until the whole button can be seen. */
  async function seen(page: Page, name: RegExp): Promise<void> {
    const button = page.getByRole('button', { name });
    for (;;) {
      const box = await button.boundingBox();
      if (box && box.y >= 0 && box.y + box.height <= page.viewportSize()!.height) return;
    }
  }

  test('an order that was charged before: when, by whom, what was refunded, and that nothing is charged now', async (t) => {
    const paid = await chargeBefore('B-1');
    const refund = { body: { amount: 2410 } };
    await v1.call('POST', `/v1/payments/${paid}/refunds`, refund);
    const { page, bank } = await openTerminal(t, { Amount: '48.20', 'Order number': 'B-1' });
    await press(page, /^Charge \$48/);
    const told = page.getByRole('status').filter({ hasText: 'This order was charged before.' });
    await told.locator('.note[data-tone="wait"]').getByText('Nothing was charged now.').waitFor();
    await told.getByText('Ada Byron').waitFor();
    const facts = (await told.locator('.facts').innerText()).replaceAll(/\s+/g, ' ');
    assert.match(
      facts,
      /That was Today, .* Paid by Ada Byron Refunded since \$24\.10 Order number/,
    );
    assert.equal(await page.getByText('is charged.').count(), 0);
    const link = page.getByRole('link', { name: 'Open the payment' });
    assert.match((await link.getAttribute('href'))!, new RegExp(`/payments/${paid}$`));
    assert.deepEqual(bank(), []);
  });

  test('so it is said also where the answer was lost; an own charge whose answer was lost is its own', async (t) => {
    await chargeBefore('B-2');
    const { page, bank } = await openTerminal(t, { Amount: '48.20', 'Order number': 'B-2' });
    await page.context().route(isCharge, (route) => afterwards(route, cut));
    await press(page, /^Charge \$48/);
    await page.getByText('This order was charged before. Nothing was charged now.').waitFor();
    assert.deepEqual(bank(), []);

    await press(page, 'Charge another order');
    for (const [label, text] of Object.entries({ ...another, Amount: '7.00' }))
      await page.getByLabel(label).first().fill(text);
    await press(page, /^Charge \$7/);
    await page.getByText('$7.00 is charged.').waitFor();
    assert.deepEqual(bank(), ['charge']);
  });

  test('an authorization that was made before is told as that', async (t) => {
    await chargeBefore('B-3', { capture: false });
    const { page, bank } = await openTerminal(t, { Amount: '48.20', 'Order number': 'B-3' });
    await page.getByText('Authorize only').click();
    await press(page, /^Authorize \$48/);
    await page.getByText('This order was authorized before.').waitFor();
    assert.deepEqual(bank(), []);
  });

  test('an order number that another payment has leads to it, and the button stays in sight', async (t) => {
    const paid = await chargeBefore('B-4');
    const { page } = await openTerminal(t, { Amount: '12.00', 'Order number': 'B-4' });
    await page.setViewportSize({ width: 1280, height: 700 });
    await press(page, /^Charge \$12/);
    const note = page.getByRole('alert');
    await note.getByText('This order number was used before for another payment.').waitFor();
    const link = note.getByRole('link', { name: 'Payment of $48.20 by Ada Byron' });
    assert.match((await link.getAttribute('href'))!, new RegExp(`/payments/${paid}$`));
    await note.getByText('Captured').waitFor();
    await seen(page, /^Charge \$12/);
  });

  test('while the bank is asked it says so, for how long already, and not to charge again', async (t) => {
    const { page } = await openTerminal(t, { Amount: '9.00' });
    await page.setViewportSize({ width: 1280, height: 700 });
    await page.clock.install();
    const hold = Promise.withResolvers<void>();
    await page.context().route(isCharge, async (route) => {
      await hold.promise;
      await route.continue();
    });
    await press(page, /^Charge \$9/);
    await page.clock.fastForward('00:05');
    const wait = page.getByRole('status').filter({ hasText: 'The bank is being asked.' });
    await wait.getByText('Do not charge this order again meanwhile').waitFor();
    await wait.getByText(/^\d+ s so far$/).waitFor();
    await wait.locator('.turning').waitFor();
    await seen(page, /^Asking the bank$/);
    hold.resolve();
    await page.getByText('$9.00 is charged.').waitFor();
    assert.equal(await wait.count(), 0);
  });

  test('a test card ends as its label says, and the list shows what the order is', async (t) => {
    const { page } = await openTerminal(t, { Amount: '5.00', Description: 'Peonies' });
    await page.clock.install();
    const lines = page.getByRole('listitem').filter({ hasText: '•••• 0104' });
    await lines.getByText('Unknown, then canceled').waitFor();
    await press(page, 'Fill in Visa •••• 0104');
    await page.getByLabel('Order number').fill('B-6');
    await press(page, /^Charge \$5/);
    await page.getByText('Do not charge this order again').waitFor();

    const list = await page.context().newPage();
    await list.goto(`${base}/payments?orderNumber=B-6`);
    const row = list.getByRole('row').filter({ hasText: 'B-6' });
    await row.getByText('Unknown').waitFor();
    await row.getByText('Peonies', { exact: true }).waitFor();
    assert.doesNotMatch(await row.innerText(), /outcome|OrderNumber/);

    const world = await v1.open();
    const statusOf = async () =>
      (await v1.call('GET', '/v1/payments?orderNumber=B-6')).body.data[0].status;
    while ((await statusOf()) === 'unknown') {
      v1.clock.pass(60_000);
      await resolveDue(world);
    }
    await page.clock.fastForward('00:10');
    await page.locator('.state').getByText('Canceled').waitFor();
  });
});
