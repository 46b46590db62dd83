import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { FrameLocator, Page } from 'playwright-core';
import { brand } from '../brand.ts';
import { png } from '../images.ts';
import { aPayment } from '../v1/serve.ts';
import { signIn } from '../v1/signed-in.ts';
import { heard, missing } from './chromium.ts';
import { axeFlawsOf, darkFlawsOf, flawsOf } from './flaws.ts';
import { openDesk, press } from './losing.ts';

/* Own words in the mails to payers, beside the mail as it would be. */
describe('mail wording in the portal', { skip: missing }, async () => {
  if (missing) return;
  const { v1, base, enter } = await openDesk({ after });
  const administrator = await signIn(v1, v1.caller, 'administrator');
  const path = '/v1/mail-templates';

  async function templates() {
    return (await v1.call('GET', path)).body.data;
  }
  async function opened(t: Parameters<typeof enter>[0], query = ''): Promise<Page> {
    const page = await enter(t, administrator);
    await page.goto(`${base}/mail-templates${query}`);
    await page.getByLabel('Subject').waitFor();
    return page;
  }
  const frame = (page: Page): FrameLocator => page.frameLocator('iframe.mail-frame');
  const painted = async (page: Page) => await frame(page).locator('.card[style]').waitFor();
  const shows = async (page: Page, what: string) =>
    await page.waitForFunction(
      `(() => {
        const { contentDocument: mail } = document.querySelector('iframe');
        return ${what};
      })()`,
    );
  const ground = (color: string) =>
    `getComputedStyle(mail.querySelector('.card')).backgroundColor === '${color}'`;

  test('a sample stands there, then the last payment in own words, by day, by night and as text', async (t) => {
    const page = await opened(t);
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    await page.getByText('A sample: there is no such mail of yours yet.').waitFor();
    await frame(page).locator('p').getByText('Thank you. You paid Test $42.00.').waitFor();
    await brand(await v1.open(), v1.caller.business.id, { logo: png() });
    const customer = { ...aPayment.customer, firstName: '<b>Ada' };
    await v1.call('POST', '/v1/payments', { body: { ...aPayment, customer } });
    await page.reload();
    await page.getByText('Your last mail of this kind').waitFor();

    const pages = await page.evaluate('history.length');
    await page.getByLabel('Subject').fill('Thank you, ');
    await page.getByRole('button', { name: 'first name' }).click();
    assert.equal(await page.getByLabel('Subject').inputValue(), 'Thank you, {firstName}');
    await page.getByLabel('Beginning').fill('Hi ');
    await page.getByRole('button', { name: 'first name' }).click();
    await page.keyboard.type(', <i>welcome</i> to ');
    await page.getByRole('button', { name: 'your business' }).click();
    await frame(page).locator('p').getByText('Hi <b>Ada, <i>welcome</i> to Test').waitFor();
    await page.getByText('[TEST] Thank you, <b>Ada').first().waitFor();
    assert.equal(await frame(page).getByText('You paid Test').count(), 0);
    await painted(page);
    const height = async () => (await page.locator('iframe').boundingBox())!.height;
    const short = await height();
    await page.getByLabel('End').fill('More\n'.repeat(9));
    await frame(page).locator('p').getByText('More').first().waitFor();
    await painted(page);
    assert.ok((await height()) > short);
    await page.getByLabel('End').fill('');
    await frame(page).locator('p').getByText('More').first().waitFor({ state: 'detached' });
    await painted(page);
    assert.equal(await height(), short);
    assert.equal(await page.evaluate('history.length'), pages);
    await shows(page, ground('rgb(255, 255, 255)'));
    await shows(page, `mail.querySelector('img').naturalWidth === 64`);
    assert.deepEqual([...(await flawsOf(page)), ...(await darkFlawsOf(page))], []);

    await press(page, 'Dark');
    await shows(page, ground('rgb(26, 32, 39)'));
    await press(page, 'Plain text');
    await page.locator('pre.mail').getByText('Hi <b>Ada, <i>welcome</i> to Test').waitFor();
    await page.setViewportSize({ width: 360, height: 780 });
    await press(page, 'Light');
    await frame(page).locator('p').getByText('Hi <b>Ada').waitFor();
    assert.deepEqual(await flawsOf(page), []);
    await page.setViewportSize({ width: 1280, height: 900 });
    assert.deepEqual(await templates(), []);

    await press(page, 'Save your words');
    await page.getByText('Your words are saved').first().waitFor();
    const [{ subject, opening, closing }] = await templates();
    assert.equal(subject, 'Thank you, {firstName}');
    assert.equal(opening, 'Hi {firstName}, <i>welcome</i> to {business}');
    assert.equal(closing, null);

    await press(page, 'Back to the usual words');
    const dialog = page.getByRole('dialog');
    assert.deepEqual(await axeFlawsOf(page), []);
    await dialog.getByRole('button', { name: 'Back to the usual words' }).click();
    await page.getByText('The usual words stand again').first().waitFor();
    await frame(page).locator('p').getByText('Thank you. You paid Test').waitFor();
    assert.deepEqual(await templates(), []);
    assert.deepEqual(complaints, []);
  });

  test('what cannot be filled in is told beside its field, and is not saved', async (t) => {
    const page = await opened(t, '?kind=subscription.card_expiring&language=fr');
    await frame(page).getByText('Votre carte expire').first().waitFor();
    assert.equal(await page.getByRole('button', { name: 'sum' }).count(), 0);
    await page.getByLabel('End').fill('À bientôt {nmae}');
    await page.getByText('{nmae} cannot be filled in').waitFor();
    const save = page.getByRole('button', { name: 'Save your words' });
    assert.equal(await save.getAttribute('aria-disabled'), 'true');
    await page.getByLabel('End').fill('À bientôt {');
    await page.locator('.fault').getByText('must not have a brace').waitFor();
    await page.getByLabel('End').fill('À bientôt');
    await frame(page).getByText('À bientôt').waitFor();
    // What was typed for one mail stays while another one is looked at.
    await page.getByLabel('Mail', { exact: true }).selectOption('payment.refunded');
    await frame(page).getByText('Remboursement').first().waitFor();
    assert.equal(await page.getByLabel('End').inputValue(), '');
    await page.getByLabel('Mail', { exact: true }).selectOption('subscription.card_expiring');
    assert.equal(await page.getByLabel('End').inputValue(), 'À bientôt');
  });

  test('what somebody else changed meanwhile is not overwritten', async (t) => {
    const own = { kind: 'payment.voided', language: 'en', closing: 'Bye' };
    const { body: made } = await v1.call('POST', path, { body: own });
    const page = await opened(t, '?kind=payment.voided');
    await page.getByLabel('End').fill('Mine');
    await v1.call('PATCH', `${path}/${made.id}`, { body: { closing: 'Theirs' } });
    await press(page, 'Save your words');
    await page.getByText('Somebody else changed this meanwhile').waitFor();
    assert.equal((await templates())[0].closing, 'Theirs');
    await press(page, 'Show what stands now');
    await frame(page).getByText('Theirs').waitFor();
    assert.equal(await page.getByLabel('End').inputValue(), 'Theirs');
    await v1.call('DELETE', `${path}/${made.id}`);
    await page.getByLabel('End').fill('Mine');
    await press(page, 'Save your words');
    await page.getByText('Somebody else changed this meanwhile').waitFor();
    await press(page, 'Show what stands now');
    await heard(page);
    assert.equal(await page.getByLabel('End').inputValue(), '');
    // The mail follows its words after a pause.
    await frame(page).getByText('Mine').waitFor({ state: 'detached' });
    await page.getByLabel('End').fill('Mine');
    await v1.call('POST', path, { body: { ...own, closing: 'First' } });
    await press(page, 'Save your words');
    await page.getByText('Somebody else changed this meanwhile').waitFor();
    assert.equal((await templates())[0].closing, 'First');
    await press(page, 'Show what stands now');
    await frame(page).getByText('First').waitFor();
    assert.equal(await page.getByLabel('End').inputValue(), 'First');
    await v1.call('DELETE', `${path}/${(await templates())[0].id}`);
  });

  test('it opens in the language of the business, and what is typed while it is saved stays', async (t) => {
    const one = `/v1/businesses/${v1.caller.business.id}`;
    await v1.call('PATCH', one, { body: { language: 'es' } });
    const page = await opened(t);
    await frame(page).locator('p').getByText('Gracias').waitFor();
    assert.equal(await page.getByLabel('Language of the payer').inputValue(), 'es');
    const asked = Promise.withResolvers<void>();
    const typed = Promise.withResolvers<void>();
    await page.route(`**${path}`, async (route) => {
      if (route.request().method() === 'POST') {
        asked.resolve();
        await typed.promise;
      }
      await route.continue();
    });
    await page.getByLabel('Beginning').fill('Hola');
    await page.getByLabel('End').fill('Adi');
    await press(page, 'Save your words');
    await asked.promise;
    await page.getByLabel('End').fill('Adiós');
    typed.resolve();
    await page.getByText('Your words are saved').first().waitFor();
    const [{ id, opening, closing }] = await templates();
    assert.deepEqual([opening, closing], ['Hola', 'Adi']);
    assert.equal(await page.getByLabel('End').inputValue(), 'Adiós');
    await v1.call('DELETE', `${path}/${id}`);
    await v1.call('PATCH', one, { body: { language: null } });
  });

  test('whoever may not administer has no such screen', async (t) => {
    const page = await enter(t);
    await page.goto(`${base}/text-templates`);
    await page.getByRole('heading', { name: 'Text templates', level: 1 }).waitFor();
    assert.equal(await page.getByText('Mail wording').count(), 0);
  });
});
