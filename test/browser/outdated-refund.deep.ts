import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { aPayment } from '../v1/serve.ts';
import { missing } from './chromium.ts';
import { openDesk, press } from './losing.ts';
import { goLive } from './screens.ts';

describe('a refund in the portal', { skip: missing }, async () => {
  if (missing) return;
  const { v1, base, enter } = await openDesk({ after });

  async function call(path: string, body: object) {
    const told = await v1.call('POST', path, { body });
    assert.ok(told.status < 300, told.text);
    return told.body;
  }

  test('one of all is of what is left by now, and a sum that was typed stays', async (t) => {
    const { id } = await call('/v1/payments', aPayment);
    const page = await enter(t);
    await goLive(page, `${base}/payments/${id}`);
    await page
      .locator('header')
      .getByRole('button', { name: /^Refund/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    const sum = dialog.getByLabel('Amount');
    /** By somebody else. */
    const refund = async (amount: number, left: string) => {
      await call(`/v1/payments/${id}/refunds`, { amount });
      await dialog.getByText(`of ${left} left`).waitFor();
    };
    assert.equal(await sum.inputValue(), '12.50');
    await refund(250, '$10.00');
    assert.equal(await sum.inputValue(), '10.00');
    await sum.fill('4.00');
    await refund(100, '$9.00');
    assert.equal(await sum.inputValue(), '4.00');
    await press(page, 'All, $9.00');
    await refund(100, '$8.00');
    assert.equal(await sum.inputValue(), '8.00');
  });
});
