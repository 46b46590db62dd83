import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { png } from '../images.ts';
import { card } from '../v1/serve.ts';
import { signIn } from '../v1/signed-in.ts';
import { heard, missing } from './chromium.ts';
import { openDesk, press } from './losing.ts';
import { goLive, shown } from './screens.ts';

/* A form that is being filled, while what stands is changed by somebody else and read anew behind it. */

describe('a form over what somebody else changes', { skip: missing }, async () => {
  if (missing) return;
  const { v1, base, enter } = await openDesk({ after });
  const operator = await signIn(v1, v1.caller, 'operator');
  const business = `/v1/businesses/${v1.caller.business.id}`;

  async function call(method: string, path: string, body?: object) {
    const told = await v1.call(method, path, { ...(body && { body }) });
    assert.ok(told.status < 300, told.text);
    return told.body;
  }
  const read = async (path: string) => await call('GET', path);
  const inDialog = (page: Page, name: string | RegExp) =>
    page.getByRole('dialog').getByRole('button', { name, exact: typeof name === 'string' });

  /** It is refused as often as it is sent. */
  async function isRefused(page: Page, send: () => Promise<void>, says: string): Promise<void> {
    for (const time of ['first', 'second']) {
      await send();
      await heard(page);
      assert.equal(await page.getByText(says).count(), 1, `the ${time} time`);
    }
  }
  const outdated = 'Somebody else changed this meanwhile';

  test('a customer stays as it was when the dialog was opened', async (t) => {
    const { id } = await call('POST', '/v1/customers', {
      firstName: 'Ada',
      email: 'a@example.com',
    });
    const path = `/v1/customers/${id}`;
    const page = await enter(t, operator);
    await goLive(page, `${base}/customers/${id}`);
    await press(page, 'Edit');
    await page.getByLabel('First name').fill('Augusta');
    await call('PATCH', path, { email: 'ada@example.com' });
    await page.locator('main').getByText('ada@example.com').first().waitFor();
    await isRefused(page, () => inDialog(page, 'Save').click(), 'while you were typing');
    const { firstName, email } = await read(path);
    assert.deepEqual([firstName, email], ['Ada', 'ada@example.com']);

    await inDialog(page, 'Cancel').click();
    await press(page, 'Edit');
    assert.equal(await page.getByRole('dialog').getByLabel('E-mail').inputValue(), email);
    await page.getByLabel('First name').fill('Augusta');
    await inDialog(page, 'Save').click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const saved = await read(path);
    assert.deepEqual([saved.firstName, saved.email], ['Augusta', email]);
  });

  test('a webhook endpoint stays as it was when the dialog was opened', async (t) => {
    const path = '/v1/webhook-endpoints/customers';
    const url = (of: string) => `https://example.com/${of}`;
    await call('POST', '/v1/webhook-endpoints', { kind: 'customers', url: url('first') });
    const page = await enter(t, operator);
    await goLive(page, `${base}/webhooks`);
    await press(page, 'Edit');
    await page.getByLabel('Address').fill(url('mine'));
    await call('PATCH', path, { url: url('theirs') });
    // Whatever happens, the endpoints are read anew.
    await call('POST', '/v1/customers', { email: 'b@example.com' });
    await page.getByText(url('theirs')).first().waitFor();
    await isRefused(page, () => inDialog(page, 'Save').click(), outdated);
    assert.equal((await read(path)).url, url('theirs'));
  });

  test('the price of a subscription stays as it was when the dialog was opened', async (t) => {
    const { cvv: _, ...saved } = card;
    const customer = { email: 'c@example.com' };
    const { token } = await call('POST', '/v1/tokens', { source: { card: saved }, customer });
    const first = { token, amount: 3100, interval: 'monthly' };
    const { id } = await call('POST', '/v1/subscriptions', first);
    const path = `/v1/subscriptions/${id}`;
    const page = await enter(t, operator);
    await page.goto(`${base}/subscriptions/${id}`);
    await shown(page);
    await press(page, 'Change price');
    await page.getByLabel('Amount of each period').fill('41.00');
    await call('PATCH', path, { discount: 1000 });
    const change = inDialog(page, /^Change, /);
    await isRefused(page, () => change.click(), outdated);
    const { amount, discount } = await read(path);
    assert.deepEqual([amount, discount], [3100, 1000]);
  });

  /** The cards of the settings, each with a field. */
  const days = 'Banking days for which bank payments are held';
  const cards = [
    ['Save what you show', 'City', 'businessCity', business, ['Boston', 'Quincy', 'Lynn']],
    ['Save logo and color', 'Color', 'accentColor', `${business}/branding`, colors],
    ['Save terms', days, 'holdDays', `${business}/terms`, ['3', '4', '5']],
  ] as const;

  for (const [verb, label, name, path, [mine, theirs, last]] of cards) {
    const field = (page: Page) => page.getByLabel(label, { exact: true });
    const told = (text: string) => (name === 'holdDays' ? Number(text) : text);
    const stored = async () => {
      const one = await read(path);
      return name === 'businessCity' ? one.details.BusinessCity : one[name];
    };

    test(`${verb}: what is typed is of what stood there until that is shown anew`, async (t) => {
      const page = await enter(t, operator);
      await page.goto(`${base}/settings`);
      await shown(page);
      await field(page).fill(mine);
      await call('PATCH', path, { [name]: told(theirs) });
      await isRefused(page, () => press(page, verb), outdated);
      assert.equal(await stored(), told(theirs));
      await press(page, 'Show what stands now');
      await heard(page);
      assert.equal(await field(page).inputValue(), theirs);
      await field(page).fill(mine);
      await press(page, verb);
      await heard(page);
      assert.equal(await stored(), told(mine));
    });

    test(`${verb}: what is typed while it is saved stays, and is saved next`, async (t) => {
      const page = await enter(t, operator);
      await page.goto(`${base}/settings`);
      await shown(page);
      await field(page).fill(theirs);
      await whileSent(
        page,
        `**${path}`,
        'PATCH',
        () => press(page, verb),
        async () => {
          await field(page).fill(last);
        },
      );
      assert.deepEqual([await field(page).inputValue(), await stored()], [last, told(theirs)]);
      await press(page, verb);
      await heard(page);
      assert.equal(await page.getByText(outdated).count(), 0);
      assert.equal(await stored(), told(last));
    });
  }

  test('another card that is saved meanwhile makes nothing seen', async (t) => {
    const page = await enter(t, operator);
    await page.goto(`${base}/settings`);
    await shown(page);
    await page.getByLabel('City', { exact: true }).fill('Salem');
    await call('PATCH', business, { businessCity: 'Revere' });
    await page.getByLabel('Color', { exact: true }).fill('#0a1a3a');
    await press(page, 'Save logo and color');
    await heard(page);
    await isRefused(page, () => press(page, 'Save what you show'), outdated);
    assert.equal((await read(business)).details.BusinessCity, 'Revere');
  });

  test('own words in mails are of what stood there until that is shown anew', async (t) => {
    const own = { kind: 'payment.voided', language: 'en', closing: 'Bye' };
    const { id } = await call('POST', '/v1/mail-templates', own);
    const path = `/v1/mail-templates/${id}`;
    const page = await enter(t, operator);
    await page.goto(`${base}/mail-templates?kind=payment.voided`);
    await shown(page);
    const end = page.getByLabel('End');
    await end.fill('Mine');
    await call('PATCH', path, { closing: 'Theirs' });
    const save = () => press(page, 'Save your words');
    await isRefused(page, save, outdated);
    // Another mail is looked at meanwhile.
    const kind = page.getByLabel('Mail', { exact: true });
    await kind.selectOption('payment.refunded');
    await kind.selectOption('payment.voided');
    await isRefused(page, save, outdated);
    assert.equal((await read(path)).closing, 'Theirs');
    await press(page, 'Show what stands now');
    await heard(page);
    assert.equal(await end.inputValue(), 'Theirs');

    await end.fill('Both');
    await whileSent(page, `**${path}`, 'PATCH', save, () => end.fill('Both of us'));
    await save();
    await heard(page);
    assert.equal((await read(path)).closing, 'Both of us');
  });

  test('the own name: what is typed while it is saved stays', async (t) => {
    const page = await enter(t, operator);
    await page.goto(`${base}/account`);
    await shown(page);
    const name = page.getByLabel('Name', { exact: true });
    await name.fill('Grace');
    const rename = () => press(page, 'Save the name');
    await whileSent(page, '**/v1/session', 'PATCH', rename, () => name.fill('Grace Hopper'));
    assert.equal(await name.inputValue(), 'Grace Hopper');
  });

  test('what is written on while a text or a note is sent stays', async (t) => {
    const page = await enter(t, operator);
    const texted = { from: '6175550100', body: 'Is my car ready?' };
    const { conversationId } = await call('POST', '/v1/sandbox/inbox/texts', texted);
    await page.goto(`${base}/conversations?id=${conversationId}`);
    await shown(page);
    for (const [what, url] of [
      ['Text', '**/v1/messages'],
      ['Note', '**/v1/conversations/*/notes'],
    ] as const) {
      await press(page, what);
      const area = page.getByRole('textbox', { name: new RegExp(`^${what} `) });
      await area.fill('At noon.');
      const send = () => area.press('Control+Enter');
      await whileSent(page, url, 'POST', send, () => area.pressSequentially(' Bring the key.'));
      await page.locator('.bubble').getByText('At noon.', { exact: true }).first().waitFor();
      assert.equal(await area.inputValue(), 'Bring the key.', what);
    }
  });

  test('of two logos the one that was chosen last is taken, whichever is read first', async (t) => {
    const page = await enter(t, operator);
    await page.addInitScript(readLate);
    await page.goto(`${base}/settings`);
    await shown(page);
    const shows = page.locator('.payer-page.light img');
    const choose = async (file: string, width: number) =>
      await page.getByLabel('Logo', { exact: true }).setInputFiles({
        ...{ name: `${file}.png`, mimeType: 'image/png' },
        buffer: png({ width, height: 32 }),
      });
    await choose('late', 64);
    await choose('next', 48);
    await shows.waitFor();
    await page.evaluate('goOn(); wasRead.then(() => window.heard())');
    assert.equal(await page.evaluate(`(${widthOf})()`), 48);
  });
});

const widthOf = `async () => {
  const logo = document.querySelector('.payer-page.light img');
  await logo.decode();
  return logo.naturalWidth;
}`;

/** A file of this name is read when it is told to go on. */
const readLate = `
  const read = window.createImageBitmap;
  window.wasRead = new Promise((tell) => {
    const wait = new Promise((resolve) => { window.goOn = resolve; });
    window.createImageBitmap = async (file) => {
      const image = await read(file);
      if (file.name === 'late.png') {
        await wait;
        tell();
      }
      return image;
    };
  });
`;

const colors = ['#00aa55', '#123456', '#e2007a'] as const;

/** Does something while a call is under way, and waits until it is answered. */
async function whileSent(
  page: Page,
  url: string,
  method: string,
  send: () => Promise<void>,
  meanwhile: () => Promise<void>,
): Promise<void> {
  const [asked, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(url, async (route) => {
    if (route.request().method() === method) {
      asked.resolve();
      await goOn.promise;
    }
    await route.fallback();
  });
  await send();
  await asked.promise;
  await meanwhile();
  goOn.resolve();
  await heard(page);
  await page.unroute(url);
}
