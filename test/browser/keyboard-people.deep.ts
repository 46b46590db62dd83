import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Scope } from '../scope.ts';
import { card } from '../v1/serve.ts';
import { signIn } from '../v1/signed-in.ts';
import { choose, seen, submit, tabTo } from './by-keyboard.ts';
import { missing } from './chromium.ts';
import { openDesk } from './losing.ts';

const [ada, bea] = ['6175550100', '6175550101'];

/** The screens of people without a mouse and without keys of one letter: no step leaves the focus nowhere. */
describe('people in the portal by the keyboard alone', { skip: missing }, async () => {
  if (missing) return;
  const { v1, base, enter } = await openDesk({ after });
  const cashier = await signIn(v1, v1.caller, 'cashier', 'Mara Lee');

  async function good(path: string, body: object) {
    const told = await v1.call('POST', path, { body });
    assert.ok(told.status < 300, told.text);
    return told.body;
  }

  const customer: { id: string } = await good('/v1/customers', {
    ...{ firstName: 'Ada', lastName: 'Byron', phone: ada, email: 'ada@example.com' },
  });

  async function open(t: Scope, path: string): Promise<Page> {
    const page = await enter(t, cashier);
    await page.addInitScript("localStorage.setItem('letters', 'off')");
    await page.goto(base + path);
    await page.locator('h1').waitFor();
    await page.locator('.bone').first().waitFor({ state: 'detached' });
    return page;
  }

  const state = async (path: string): Promise<string> => (await v1.call('GET', path)).body.status;

  test('a conversation is chosen, answered, taken, and a note is left', async (t) => {
    await good('/v1/sandbox/inbox/texts', { from: ada, body: 'Is my car ready?' });
    await good('/v1/sandbox/inbox/texts', { from: bea, body: 'Do you open on Sunday?' });
    const page = await open(t, '/conversations');
    const bubble = (said: string) => page.locator('.bubble').getByText(said);

    await tabTo(page, /^Name, e-mail or phone$/);
    await page.keyboard.type('Byron');
    await page.keyboard.press('Enter');
    await page.locator('.convo', { hasText: 'Sunday' }).waitFor({ state: 'detached' });
    await seen(page);
    await tabTo(page, /Is my car ready/);
    await page.keyboard.press('Enter');
    await page.waitForURL(/id=\d+/);
    await bubble('Is my car ready?').waitFor();
    await seen(page);

    await tabTo(page, /^Text to/);
    await page.keyboard.type('At noon.');
    await page.keyboard.press('Control+Enter');
    await bubble('At noon.').waitFor();
    assert.match(await seen(page), /^Text to/);

    await tabTo(page, /^Assign$/);
    await page.keyboard.press('Enter');
    await choose(page, /^Mara Lee/);
    await page.getByRole('button', { name: 'Assigned to Mara Lee' }).waitFor();
    assert.match(await seen(page), /^Assigned to Mara Lee/);

    await tabTo(page, /^Mark unread$/);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Mark read' }).waitFor();
    assert.match(await seen(page), /^Mark read/);

    await tabTo(page, /^Note$/);
    await page.keyboard.press('Space');
    await tabTo(page, /^Note for colleagues$/);
    await page.keyboard.type('Pays late.');
    await page.keyboard.press('Control+Enter');
    await page.locator('.bubble.memo').getByText('Pays late.').waitFor();
    assert.match(await seen(page), /^Note for colleagues/);

    await tabTo(page, /^New text/);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await seen(page);
    await page.keyboard.type('Byron');
    await page.locator('.pick').waitFor();
    await tabTo(page, /^Ada Byron/);
    await page.keyboard.press('Enter');
    await page.locator('.pick').waitFor({ state: 'detached' });
    await seen(page);
    await tabTo(page, /^Texts$/);
    await page.keyboard.type('It is washed too.');
    await submit(page, 'Control+Enter');
    await bubble('It is washed too.').waitFor();
  });

  test('an invoice is opened, its payer reminded, and then it is voided', async (t) => {
    const link = await good('/v1/pay-links', { amount: 4200, customerId: customer.id });
    const page = await open(t, '/invoices');
    await tabTo(page, /^(\$42\.00|Ada Byron)/);
    await page.keyboard.press('Enter');
    await page.waitForURL(/invoices\/\d+/);
    await page.getByRole('heading', { name: /^Invoice \d/, level: 1 }).waitFor();
    await seen(page);

    await tabTo(page, /^Remind$/);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await seen(page);
    await page.keyboard.press('Control+Enter');
    await page.getByRole('dialog').locator('button[type=submit]', { hasText: 'Close' }).waitFor();
    await seen(page);
    await tabTo(page, /^Close/);
    await submit(page, 'Enter');

    await tabTo(page, /^Void$/);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await seen(page);
    await tabTo(page, /^Void invoice of \$42\.00$/);
    await submit(page, 'Enter');
    await page.getByRole('button', { name: 'Void', exact: true }).waitFor({ state: 'detached' });
    await seen(page);
    assert.equal(await state(`/v1/invoices/${link.invoiceId}`), 'void');
  });

  test('a subscription is opened, its price changed, and it is paused and resumed', async (t) => {
    const { token } = await good('/v1/tokens', { source: { card }, customerId: customer.id });
    const terms = { token, amount: 3100, interval: 'monthly' };
    const path = `/v1/subscriptions/${(await good('/v1/subscriptions', terms)).id}`;
    const page = await open(t, '/subscriptions');
    await tabTo(page, /Ada Byron|\$31\.00/);
    await page.keyboard.press('Enter');
    await page.waitForURL(/subscriptions\/\d+/);
    await page.getByRole('heading', { name: 'Ada Byron', level: 1 }).waitFor();
    await seen(page);

    await tabTo(page, /^Change price$/);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await tabTo(page, /^Amount of each period/);
    await page.keyboard.press('Control+A');
    await page.keyboard.type('41.00');
    await dialog.getByRole('button', { name: /^Change, \$10\.00 more/ }).waitFor();
    await tabTo(page, /^Change, \$10\.00 more/);
    await submit(page, 'Enter');
    assert.equal((await v1.call('GET', path)).body.amount, 4100);

    for (const [act, other, becomes] of [
      ['Pause', 'Resume', 'paused'],
      ['Resume', 'Pause', 'active'],
    ] as const) {
      await tabTo(page, new RegExp(`^${act}$`));
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').waitFor();
      await seen(page);
      await tabTo(page, new RegExp(`^${act}$`));
      await submit(page, 'Enter');
      await page.getByRole('button', { name: other }).waitFor();
      await seen(page);
      assert.equal(await state(path), becomes);
    }
  });

  test('a customer is found, every part of its hub seen, and another card saved', async (t) => {
    const page = await open(t, '/customers');
    await tabTo(page, /^Name, mail address/);
    await page.keyboard.type('byron');
    await page.keyboard.press('Enter');
    await page.waitForURL(/q=byron/);
    await tabTo(page, /^Ada Byron/);
    await page.keyboard.press('Enter');
    await page.waitForURL(new RegExp(`/customers/${customer.id}`));
    await page.getByRole('heading', { name: 'Ada Byron', level: 1 }).waitFor();
    await seen(page);

    const parts = [
      'Saved cards and accounts',
      'Subscriptions',
      'Invoices',
      'Texts',
      'Mails',
      'Events',
    ];
    for (const part of parts) {
      await tabTo(page, new RegExp(`^${part}$`));
      await page.keyboard.press('Enter');
      await page.locator('.tabs [aria-current=true]', { hasText: part }).waitFor();
      await page.locator('.bone').first().waitFor({ state: 'detached' });
      assert.equal(await seen(page), part);
    }

    await tabTo(page, /^More$/);
    await page.keyboard.press('Enter');
    await choose(page, /^Save a card or account$/);
    await page.getByRole('dialog').waitFor();
    await seen(page);
    await tabTo(page, /^Card number$/);
    await page.keyboard.type('5555 5555 5555 4444');
    await tabTo(page, /^Expiry/);
    await page.keyboard.type('12/39');
    await submit(page, 'Enter');
    await page.getByRole('cell', { name: /Mastercard •••• 4444/ }).waitFor();
    await seen(page);

    await tabTo(page, /^Texts$/);
    await page.keyboard.press('Enter');
    await page.locator('table a', { hasText: 'Is my car ready?' }).waitFor();
    await tabTo(page, /^Is my car ready\?$/);
    await page.keyboard.press('Enter');
    await page.waitForURL(/conversations\?id=\d+/);
    await page.locator('.bubble').getByText('Is my car ready?').waitFor();
    await seen(page);
  });
});
