import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { aPayment } from '../v1/serve.ts';
import { missing } from './chromium.ts';
import { openDesk } from './losing.ts';

describe('the address of a list', { skip: missing }, async () => {
  if (missing) return;
  const { v1, base, enter } = await openDesk({ after });
  await v1.call('POST', '/v1/payments', { body: aPayment });

  test('filters that cannot be read are left out and named; what the service refuses has a way out', async (t) => {
    const page = await enter(t);
    const list = `${base}/payments`;
    const row = page.locator('tbody tr').first();
    await page.goto(`${list}?status=nope&amountFrom=abc`);
    await page.getByText('They are left out: Status, Amount.').waitFor();
    await row.waitFor();
    assert.equal(await page.locator('.chip:not(.add)').count(), 0);
    const clear = page.getByRole('button', { name: 'Remove all filters' });
    await clear.click();
    await clear.waitFor({ state: 'detached' });
    assert.equal(page.url(), list);

    await page.goto(`${list}?batchId=nope`);
    await page.getByRole('alert').waitFor();
    await clear.click();
    await row.waitFor();
    assert.equal(page.url(), list);
  });
});
