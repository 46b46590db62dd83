import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { missing } from './chromium.ts';
import { axeFlawsOf, isTooWide } from './flaws.ts';
import { openDesk, press } from './losing.ts';

const longName = `<b>${'Blanchard-'.repeat(9)}`;

/* It is January 15, 2030. */
describe('an invoice that is paid in parts, in the browser', { skip: missing }, async () => {
  if (missing) return;
  const { v1, base, enter } = await openDesk({ after });

  async function addressOf(customer: object): Promise<{ address: string; invoiceId: string }> {
    const body = { amount: 10_000, customer, partialPayments: { minimum: 1000 } };
    const told = await v1.call('POST', '/v1/pay-links', { body });
    assert.equal(told.status, 201, told.text);
    return told.body;
  }

  test('a payer chooses a part with the keyboard alone, and pays it on a small phone', async (t) => {
    const page = await enter(t);
    await page.setViewportSize({ width: 360, height: 780 });
    const { address, invoiceId } = await addressOf({ lastName: longName, phone: '2125550101' });
    const at = new URL(address).pathname;
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.goto(v1.baseUrl + at);
      await page.getByText('Pay another amount').focus();
      await page.keyboard.press('Enter');
      await page.getByLabel('Amount').fill('95');
      assert.deepEqual(await flawsOf(page), []);
      await page.keyboard.press('Enter');
      await page.getByRole('alert').getByText('pay at most $90.00, or all of it').waitFor();
      assert.deepEqual(await flawsOf(page), []);
      await page.getByLabel('Amount').fill('30');
      await press(page, 'Pay this part');
      await page.getByText('You pay $30.00 of $100.00.').waitFor();
      assert.deepEqual(await flawsOf(page), []);
    }
    await page.getByLabel('Card number').fill('4242 4242 4242 4242');
    await page.getByLabel('Expires (MM/YY)').fill('12/39');
    await page.getByLabel('Security code').fill('937');
    await page.getByLabel('ZIP').fill('02101');
    await press(page, 'Pay $30.00');
    await page.getByText('Thank you: $30.00 was paid. $70.00 is left to pay.').waitFor();
    await page.getByText('Left to pay', { exact: true }).waitFor();
    assert.deepEqual(await flawsOf(page), []);
    await page.goto(`${v1.baseUrl}${at}?lang=fr&amount=25,50`);
    await page.getByText(/Vous payez 25,50/).waitFor();
    const { body } = await v1.call('GET', `/v1/invoices/${invoiceId}`);
    assert.deepEqual([body.status, body.amountLeft], ['partially_paid', 7000]);

    // And whoever works there sees the same.
    for (const [width, colorScheme] of [
      [1440, 'light'],
      [360, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await page.goto(`${base}/invoices/${invoiceId}`);
      await page.getByText('Paid $30.00 of $100.00').waitFor();
      assert.deepEqual(await flawsOf(page), []);
      await page.goto(`${base}/invoices?status=partially_paid`);
      await page.getByText('$70.00 left').first().waitFor();
      assert.deepEqual(await flawsOf(page), []);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${base}/invoices/${invoiceId}`);
    await press(page, 'Void');
    const only = '$30.00 was paid and stays so. Only the $70.00 that is left ends.';
    await page.getByRole('dialog').getByText(only).waitFor();
    assert.deepEqual(await flawsOf(page), []);
  });
});

async function flawsOf(page: Page): Promise<string[]> {
  const flaws = await axeFlawsOf(page);
  return (await isTooWide(page)) ? [...flaws, 'it scrolls sideways'] : flaws;
}
