import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { signIn } from '../v1/signed-in.ts';
import { heard, missing } from './chromium.ts';
import { afterwards, cut, openDesk, press } from './losing.ts';
import { shown } from './screens.ts';

describe('a change whose answer is lost', { skip: missing }, async () => {
  if (missing) return;
  const { v1, base, enter } = await openDesk({ after });
  const administrator = await signIn(v1, v1.caller, 'administrator');

  test('edited and sent again, it is told as done as it was first sent, and what follows is another change', async (t) => {
    const page = await enter(t, administrator);
    await page.goto(`${base}/team`);
    const keys: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/v1/users'))
        keys.push(request.headers()['idempotency-key']);
    });
    await page.context().route(/\/v1\/users$/, (route) => afterwards(route, cut));
    await press(page, /^Invite a person/);
    const dialog = page.getByRole('dialog');
    const send = () => dialog.getByRole('button', { name: 'Invite a person' }).click();
    await dialog.getByLabel('Name').fill('Grace Hoper');
    await dialog.getByLabel('E-mail').fill('grace@example.com');
    await send();
    await dialog.getByText('It is not known whether it was done').waitFor();
    await page.context().unroute(/\/v1\/users$/);
    const [first] = keys;

    await dialog.getByLabel('Name').fill('Grace Hopper');
    await send();
    await dialog.getByText('It was done as you first sent it').waitFor();
    // Behind the dialog it is loaded again.
    await page.getByText('Grace Hoper').first().waitFor({ state: 'attached' });
    assert.deepEqual([...new Set(keys)], [first]);

    await send();
    await dialog.getByText('It was done as you first sent it').waitFor({ state: 'detached' });
    await dialog.getByRole('alert').waitFor();
    assert.notEqual(keys.at(-1), first);
  });

  const business = `/v1/businesses/${v1.caller.business.id}`;
  const read = async (path: string) => (await v1.call('GET', path)).body;

  /** Sends it until it is told that nobody knows; then the far side answers again. */
  async function sendInVain(page: Page, path: string, send: () => Promise<void>): Promise<void> {
    await page.context().route(`**${path}`, async (route) => {
      if (route.request().method() === 'PATCH') await afterwards(route, cut);
      else await route.fallback();
    });
    await send();
    await page.getByText('It is not known whether it was done').waitFor();
    await page.context().unroute(`**${path}`);
  }

  /** What was typed since is told as not done yet, and saved next, on what was done first. */
  async function isSavedNext(page: Page, send: () => Promise<void>): Promise<void> {
    await send();
    await page.getByText('It was done as you first sent it').waitFor();
    await heard(page);
    await send();
    await heard(page);
    assert.equal(await page.getByText('Somebody else changed this').count(), 0);
  }

  test('a card of the settings goes on from what it saved itself', async (t) => {
    const page = await enter(t, administrator);
    await page.goto(`${base}/settings`);
    await shown(page);
    const city = page.getByLabel('City', { exact: true });
    const send = () => press(page, 'Save what you show');
    await city.fill('Boston');
    await sendInVain(page, business, send);
    await city.fill('Quincy');
    await page.getByLabel('State', { exact: true }).fill('MA');
    await isSavedNext(page, send);
    const { BusinessCity, BusinessState } = (await read(business)).details;
    assert.deepEqual([BusinessCity, BusinessState], ['Quincy', 'MA']);
  });

  test('a dialog goes on from what it saved itself, and not from what others saved', async (t) => {
    const ada = { firstName: 'Ada', email: 'a@example.com' };
    const { id } = (await v1.call('POST', '/v1/customers', { body: ada })).body;
    const path = `/v1/customers/${id}`;
    const page = await enter(t);
    await page.goto(`${base}/customers/${id}`);
    await shown(page);
    await press(page, 'Edit');
    const dialog = page.getByRole('dialog');
    const name = dialog.getByLabel('First name');
    const send = () => dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await name.fill('Augusta');
    await sendInVain(page, path, send);
    await name.fill('Augusta Ada');
    await isSavedNext(page, send);
    await dialog.waitFor({ state: 'detached' });
    assert.equal((await read(path)).firstName, 'Augusta Ada');

    await press(page, 'Edit');
    await name.fill('Lady');
    await sendInVain(page, path, send);
    await v1.call('PATCH', path, { body: { email: 'ada@example.com' } });
    await name.fill('Lady Lovelace');
    await send();
    await page.getByText('It was done as you first sent it').waitFor();
    await heard(page);
    await send();
    await dialog.getByText('while you were typing').waitFor();
    const { firstName, email } = await read(path);
    assert.deepEqual([firstName, email], ['Lady', 'ada@example.com']);
  });

  test('own words in a mail go on from what was saved', async (t) => {
    const own = { kind: 'payment.voided', language: 'en', closing: 'Bye' };
    const { id } = (await v1.call('POST', '/v1/mail-templates', { body: own })).body;
    const path = `/v1/mail-templates/${id}`;
    const page = await enter(t, administrator);
    await page.goto(`${base}/mail-templates?kind=payment.voided`);
    await shown(page);
    const end = page.getByLabel('End');
    const send = () => press(page, 'Save your words');
    await end.fill('Bye for now');
    await sendInVain(page, path, send);
    await end.fill('Bye, and thanks');
    await isSavedNext(page, send);
    assert.equal((await read(path)).closing, 'Bye, and thanks');
  });
});
