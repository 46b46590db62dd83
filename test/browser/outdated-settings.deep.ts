import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { signIn } from '../v1/signed-in.ts';
import { missing } from './chromium.ts';
import { openDesk, press } from './losing.ts';

/* What somebody else changed meanwhile is loaded again, and not overwritten. */

describe('changes of what a list showed', { skip: missing }, async () => {
  if (missing) return;
  const { v1, base, enter } = await openDesk({ after });
  const administrator = await signIn(v1, v1.caller, 'administrator');

  async function call(method: string, path: string, body: object) {
    const told = await v1.call(method, path, { body });
    assert.ok(told.status < 300, told.text);
    return told.body;
  }

  const outdated = (page: Page) => page.getByText('Somebody else changed this meanwhile');
  const inDialog = (page: Page, name: string) =>
    page.getByRole('dialog').getByRole('button', { name, exact: true });

  test('a user', async (t) => {
    const email = 'shared@example.com';
    const { id } = await call('POST', '/v1/users', { email, name: 'Shared', role: 'viewer' });
    const roleOf = async () => (await v1.call('GET', `/v1/users/${id}`)).body.role;
    const page = await enter(t, administrator);
    await page.goto(`${base}/team`);
    const change = async (role: string) => {
      await page.getByRole('button', { name: 'More for Shared' }).click();
      await page.getByRole('menuitem', { name: 'Change' }).click();
      await page.getByLabel('Role').selectOption(role);
    };
    await change('cashier');
    await call('PATCH', `/v1/users/${id}`, { role: 'support' });
    await press(page, 'Save');
    await outdated(page).waitFor();
    assert.equal(await roleOf(), 'support');
    await inDialog(page, 'Cancel').click();
    // It was loaded again.
    await page.getByRole('cell', { name: 'Support' }).waitFor();
    await change('cashier');
    await press(page, 'Save');
    await page.getByText('Shared is changed').waitFor();
    assert.equal(await roleOf(), 'cashier');
  });

  test('a plan', async (t) => {
    const plan = { code: 'gold', amount: 1000, currency: 'USD', interval: 'monthly' };
    await call('POST', '/v1/plans', plan);
    const page = await enter(t, administrator);
    await page.goto(`${base}/plans`);
    await press(page, 'Change plan');
    await call('PATCH', '/v1/plans/gold', { amount: 2000 });
    await inDialog(page, 'Change plan').click();
    await outdated(page).waitFor();
    assert.equal((await v1.call('GET', '/v1/plans/gold')).body.amount, 2000);
  });

  test('a webhook endpoint, whose deliveries are no change of it', async (t) => {
    const address = (n: number) => `https://example.com/hook-${n}`;
    await call('POST', '/v1/webhook-endpoints', { kind: 'messages', url: address(1) });
    const urlOf = async () => (await v1.call('GET', '/v1/webhook-endpoints/messages')).body.url;
    const page = await enter(t, administrator);
    await page.goto(`${base}/webhooks`);
    const edit = async (n: number) => {
      await press(page, 'Edit');
      await page.getByLabel('Address').fill(address(n));
    };
    await edit(2);
    await call('PATCH', '/v1/webhook-endpoints/messages', { url: address(3) });
    await press(page, 'Save');
    await outdated(page).waitFor();
    assert.equal(await urlOf(), address(3));
    await inDialog(page, 'Cancel').click();
    await page.getByText(address(3)).first().waitFor();
    await edit(4);
    await v1.db.query('update webhook_endpoints set succeeded_at = now()');
    await press(page, 'Save');
    await page.getByText(address(4)).first().waitFor();
    assert.equal(await urlOf(), address(4));
  });
});
