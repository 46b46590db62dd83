import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { missing } from './chromium.ts';
import { axeFlawsOf, isTooWide } from './flaws.ts';
import { openDesk, press } from './losing.ts';

const [ann, bob] = ['2125550101', '3125550102'];

/* Texts that are written again and again, filled in with the names of the open payer. */
describe('text templates in the portal', { skip: missing }, async () => {
  if (missing) return;
  const { v1, base, enter } = await openDesk({ after });

  async function ok(method: string, path: string, body?: object) {
    const told = await v1.call(method, path, body ? { body } : {});
    assert.ok(told.status < 300, told.text);
    return told.body;
  }

  async function template(name: string, body: string): Promise<string> {
    return (await ok('POST', '/v1/text-templates', { name, body })).id;
  }

  const writes = async (from: string, body: string): Promise<string> =>
    (await ok('POST', '/v1/sandbox/inbox/texts', { from, body })).conversationId;

  await template('Ready', 'Hi {firstName}, it is ready. Yours, {business}');

  /** The last text that was sent. */
  async function sent(): Promise<string> {
    const { data } = await ok('GET', '/v1/messages?direction=out&limit=1');
    return data[0].body;
  }

  const area = (page: Page) => page.getByRole('textbox', { name: /^Text to/ });
  const menu = (page: Page) => page.getByRole('menu', { name: 'Template' });
  const choose = async (page: Page, name: string) =>
    await menu(page).getByRole('menuitem', { name }).click();

  test('a template is kept in the settings, with a preview that counts its parts', async (t) => {
    const page = await enter(t);
    await page.goto(`${base}/text-templates`);
    await press(page, /^New template/);
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Thanks');
    await dialog.getByLabel('Text').fill('Hi , it is ready. Yours, ');
    await dialog.getByLabel('Text').press('End');
    await dialog.getByRole('button', { name: 'your business' }).click();
    assert.equal(
      await dialog.getByLabel('Text').inputValue(),
      'Hi , it is ready. Yours, {business}',
    );
    await dialog.getByLabel('Text').press('Home');
    for (let n = 0; n < 3; n += 1) await page.keyboard.press('ArrowRight');
    await dialog.getByRole('button', { name: 'first name' }).click();
    await dialog.getByText('Hi Maria, it is ready. Yours, Test').waitFor();
    await dialog.getByText(/^34 of 160 · 1 part/).waitFor();
    assert.deepEqual(await axeFlawsOf(page), []);
    await dialog.getByLabel('Text').fill('Hi {constructor} {nmae}');
    await dialog.getByText('{constructor} cannot be filled in').waitFor();
    await dialog.getByLabel('Text').fill('Hi {nmae}');
    await dialog.getByText('{nmae} cannot be filled in').waitFor();
    assert.equal(
      await dialog.getByRole('button', { name: 'Make the template' }).getAttribute('aria-disabled'),
      'true',
    );
    await dialog.getByLabel('Text').fill('Thank you, {firstName}. Yours, {business}');
    await press(page, 'Make the template');
    await page.getByText('The template is made').waitFor();
    await page.locator('table').getByText('Thanks', { exact: true }).waitFor();

    await press(page, /^New template/);
    await dialog.getByLabel('Name').fill('THANKS');
    await dialog.getByLabel('Text').fill('Again');
    await press(page, 'Make the template');
    await dialog.getByText('is that of another template').first().waitFor();
  });

  test('one that another colleague changed meanwhile is not overwritten', async (t) => {
    const id = await template('Closed', 'We are closed.');
    const page = await enter(t);
    await page.goto(`${base}/text-templates?q=Closed`);
    await press(page, /^More .*Closed/);
    await page.getByRole('menuitem', { name: 'Change' }).click();
    await ok('PATCH', `/v1/text-templates/${id}`, { body: 'We are closed on Monday.' });
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Text').fill('Mine');
    await press(page, 'Save');
    await dialog.getByRole('alert').first().waitFor();
    assert.equal((await ok('GET', `/v1/text-templates/${id}`)).body, 'We are closed on Monday.');
    await page.goto(`${base}/text-templates?q=Closed`);
    await press(page, /^More .*Closed/);
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('The template is deleted').waitFor();
    assert.equal((await v1.call('GET', `/v1/text-templates/${id}`)).status, 404);
  });

  test('the menu shows it with the names of the open payer, and the keyboard is enough', async (t) => {
    // A name that other alphabets are needed for takes more parts, and is no markup.
    const firstName = '<b>Łucja</b>';
    await ok('POST', '/v1/customers', { phone: ann, firstName, lastName: 'Lee' });
    const id = await writes(ann, 'Is it ready?');
    const page = await enter(t);
    await page.goto(`${base}/conversations?id=${id}`);
    await area(page).waitFor();
    await page.getByRole('button', { name: 'Template' }).focus();
    await page.keyboard.press('Enter');
    await menu(page).getByText(`Hi ${firstName}, it is ready. Yours, Test`).waitFor();
    await menu(page).getByText('1 part').first().waitFor();
    assert.deepEqual(await axeFlawsOf(page), []);
    await page.keyboard.press('r');
    await page.keyboard.press('Enter');
    assert.equal(await area(page).inputValue(), `Hi ${firstName}, it is ready. Yours, Test`);
    await page.getByText(/^41 of 70 · 1 part · UCS-2/).waitFor();
    // The cursor stands behind it.
    await page.keyboard.type('!');
    await page.keyboard.press('Control+Enter');
    await page.locator('.bubble.from-us').getByText(`Hi ${firstName}`).waitFor();
    assert.equal(await sent(), `Hi ${firstName}, it is ready. Yours, Test!`);
  });

  test('what is not known of the payer has to be written before anything is sent', async (t) => {
    const id = await writes('6175550103', 'Who are you?');
    const page = await enter(t);
    await page.setViewportSize({ width: 360, height: 780 });
    await page.goto(`${base}/conversations?id=${id}`);
    await area(page).fill('PS: ');
    await press(page, 'Template');
    assert.equal(await isTooWide(page), false);
    await choose(page, 'Ready');
    assert.equal(await area(page).inputValue(), 'PS: Hi {firstName}, it is ready. Yours, Test');
    await page.getByText('Write something in the place of {firstName}').waitFor();
    const send = page.getByRole('button', { name: /^Send/ });
    assert.equal(await send.getAttribute('aria-disabled'), 'true');
    await area(page).press('Control+Enter');
    // It is marked, and written over.
    await page.keyboard.type('neighbour');
    await page.getByText('Write something in the place of').waitFor({ state: 'detached' });
    await send.click();
    await page.locator('.bubble.from-us').getByText('PS: Hi neighbour').waitFor();
    assert.equal(await sent(), 'PS: Hi neighbour, it is ready. Yours, Test');
  });

  test('in a first text it is filled in anew for another customer, until somebody writes in it', async (t) => {
    await ok('POST', '/v1/customers', { phone: bob, firstName: 'Bob', lastName: 'Stone' });
    await ok('POST', '/v1/customers', { phone: '6175550104', firstName: 'Cleo', lastName: 'Park' });
    await template('Bill', 'Please pay, {firstName}: [PBTLINK]');
    const page = await enter(t);
    await page.goto(`${base}/conversations`);
    await press(page, /^New text/);
    const dialog = page.getByRole('dialog');
    const pick = async (name: string) => {
      await dialog.getByLabel('Customer').fill(name);
      await dialog.locator('.pick').getByText(name).click();
    };
    await pick('Bob Stone');
    await dialog.getByRole('button', { name: 'Template' }).focus();
    await page.keyboard.press('Enter');
    await menu(page).getByText('Hi Bob, it is ready.').waitFor();
    // A link needs an amount: there is one in the dialog of links.
    assert.equal(await menu(page).getByText('Bill').count(), 0);
    await page.keyboard.press('Escape');
    await menu(page).waitFor({ state: 'detached' });
    await dialog.waitFor();
    await dialog.getByRole('button', { name: 'Template' }).click();
    await choose(page, 'Ready');
    const text = dialog.getByLabel('Texts');
    assert.equal(await text.inputValue(), 'Hi Bob, it is ready. Yours, Test');
    await press(page, 'Choose another');
    await pick('Cleo Park');
    await page.waitForFunction(
      "document.querySelector('dialog textarea').value === 'Hi Cleo, it is ready. Yours, Test'",
    );
    assert.deepEqual(await axeFlawsOf(page), []);
    await dialog.getByRole('button', { name: /^Send/ }).click();
    await page.locator('.bubble.from-us').getByText('Hi Cleo').waitFor();
    assert.equal(await sent(), 'Hi Cleo, it is ready. Yours, Test');
  });

  test('one with a pay link asks for the amount, and the payer gets the address in it', async (t) => {
    const id = await writes(bob, 'How do I pay?');
    const page = await enter(t);
    await page.goto(`${base}/conversations?id=${id}`);
    await area(page).waitFor();
    await press(page, 'Template');
    await choose(page, 'Bill');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(/^Amount/).fill('9.00');
    assert.equal(await area(page).inputValue(), '');
    await dialog.getByRole('button', { name: 'Text a pay link of $9.00' }).click();
    await dialog.getByRole('button', { name: 'Done' }).click();
    assert.equal(await sent(), 'Please pay, Bob: [PBTLINK]');
  });
});
