import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { describedTables } from '../../src/runtime/table.ts';
import { workOnce } from '../../src/worker/worker.ts';
import type { Scope } from '../scope.ts';
import { aPayment } from '../v1/serve.ts';
import { signIn } from '../v1/signed-in.ts';
import { missing } from './chromium.ts';
import { axeFlawsOf, darkFlawsOf, flawsOf, isTooWide } from './flaws.ts';
import { afterwards, cut, openDesk, press } from './losing.ts';
import { shown } from './screens.ts';

const phone = '6175550100';
const long = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(2);
const hostile = '<img src=x onerror=alert(1)>';
const number = '5555555555554444';

describe('the hub of a customer', { skip: missing }, async () => {
  if (missing) return;
  const { v1, base, enter } = await openDesk({ after });
  const world = await v1.open();
  const cashier = await signIn(v1, v1.caller, 'cashier');
  const viewer = await signIn(v1, v1.caller, 'viewer');

  async function good(path: string, body: object) {
    const told = await v1.call('POST', path, { body });
    assert.ok(told.status < 300, told.text);
    return told.body;
  }

  async function aCustomer(email: string, more: object = {}): Promise<string> {
    return (await good('/v1/customers', { firstName: hostile, lastName: long, email, ...more })).id;
  }

  async function open(t: Scope, path: string, who = cashier): Promise<Page> {
    const page = await enter(t, who);
    await page.goto(base + path);
    await shown(page);
    return page;
  }

  const tokensOf = async (id: string) =>
    (await v1.call('GET', `/v1/tokens?customerId=${id}`)).body.data;

  test('has what was texted and mailed, and leads to each', async (t) => {
    const id = await aCustomer('ada@example.com', { phone });
    for (const body of [`${hostile} ${long}`, 'Is my car ready?'])
      await good('/v1/sandbox/inbox/texts', { from: phone, body });
    await good('/v1/messages', { phone, body: 'At noon.' });
    const paid = { ...aPayment, customer: undefined, customerId: id, receiptByEmail: true };
    await good('/v1/payments', paid);
    while ((await workOnce(world)) > 0);

    const page = await open(t, `/customers/${id}?part=texts`);
    await page.getByRole('link', { name: 'You: At noon.' }).waitFor();
    for (const part of ['texts', 'mails']) {
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.goto(`${base}/customers/${id}?part=${part}`);
      await shown(page);
      await page.locator('tbody tr').first().waitFor();
      for (const width of [1280, 360]) {
        await page.setViewportSize({ width, height: 800 });
        assert.deepEqual(await flawsOf(page), []);
        assert.deepEqual(await darkFlawsOf(page), []);
      }
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    const mail = page.locator('tbody tr', { hasText: 'ada@example.com' });
    await mail.getByText('Sent').waitFor();
    await mail.getByRole('link', { name: 'Receipt' }).click();
    await page.waitForURL(/mails\/\d+$/);
    await page.getByRole('link', { name: id, exact: true }).click();
    await press(page, 'Texts');
    await good('/v1/sandbox/inbox/texts', { from: phone, body: 'Thank you!' });
    await page.getByRole('link', { name: 'Thank you!' }).click();
    await page.waitForURL(/conversations\?id=\d+$/);
    await page.locator('.bubble').getByText('At noon.').waitFor();
  });

  test('saves a card once, whatever becomes of the answer, and its number stays nowhere', async (t) => {
    const id = await aCustomer('bea@example.com');
    const page = await open(t, `/customers/${id}?part=saved`);
    await press(page, 'Save a card or account');
    const dialog = page.getByRole('dialog');
    const save = dialog.getByRole('button', { name: 'Save', exact: true });
    await dialog.waitFor();
    assert.equal(await dialog.getByLabel('Security code').count(), 0);
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 800 });
      assert.deepEqual([await axeFlawsOf(page), await isTooWide(page)], [[], false]);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    await dialog.getByLabel('Card number').fill('5555 5555 5555 4445');
    await dialog.getByText('A digit of this number is mistyped.').waitFor();
    await save.click();
    await dialog.getByRole('alert').first().waitFor();
    assert.deepEqual(await tokensOf(id), []);

    await dialog.getByLabel('Card number').fill('5555 5555 5555 4444');
    await dialog.getByLabel(/^Expiry/).fill('12/39');
    await page.route('**/v1/tokens', (route) => afterwards(route, cut), { times: 1 });
    await save.dblclick();
    await page.getByText('Mastercard •••• 4444 is saved').waitFor();
    await page.getByRole('cell', { name: /Mastercard •••• 4444/ }).waitFor();
    const [token, ...others] = await tokensOf(id);
    assert.deepEqual([token.last4, token.customerId, others], ['4444', id, []]);
    const kept = await page.evaluate<string>(
      'JSON.stringify([localStorage, sessionStorage, location.href, document.documentElement.innerHTML])',
    );
    assert.ok(!kept.replaceAll(' ', '').includes(number));
    for (const name of describedTables().keys()) {
      const rows = await v1.db.query(`select from ${name} t where t::text like $1`, [
        `%${number}%`,
      ]);
      assert.equal(rows.length, 0, name);
    }
    const { data } = (await v1.call('GET', '/v1/payments')).body;
    assert.ok(!data.some(({ customerId }: { customerId: string }) => customerId === id));
  });

  test('saves a bank account, and offers that to nobody who may not charge', async (t) => {
    const id = await aCustomer('cal@example.com');
    const page = await open(t, `/customers/${id}`);
    await page.locator('main').getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Save a card or account' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Bank account' }).click();
    await dialog.getByLabel('Routing number').fill('021000021');
    await dialog.getByLabel('Account number').fill('123456789');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('cell', { name: /•••• 6789/ }).waitFor();
    await page.waitForURL(/part=saved$/);
    assert.equal((await tokensOf(id))[0].method, 'bank');

    const watched = await open(t, `/customers/${id}?part=saved`, viewer);
    await watched.getByRole('cell', { name: /•••• 6789/ }).waitFor();
    assert.equal(await watched.getByRole('button', { name: 'Save a card or account' }).count(), 0);
  });
});
