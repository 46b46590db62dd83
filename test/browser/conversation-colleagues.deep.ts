import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { sendTexts } from '../../src/notify/conversations/send-texts.ts';
import { signIn } from '../v1/signed-in.ts';
import { heard, missing } from './chromium.ts';
import { axeFlawsOf, isTooWide } from './flaws.ts';
import { openDesk, press } from './losing.ts';
import { goLive } from './screens.ts';

const from = '6175550100';
const told = '<img src=x onerror=alert(1)> pays late, call first';

/* Two colleagues at the conversations of one business. */
describe('colleagues at conversations, in Chromium', { skip: missing }, async () => {
  if (missing) return;
  const { v1, base, enter } = await openDesk({ after });
  const world = await v1.open();
  const long = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(2);
  const people = {
    cashier: await signIn(v1, v1.caller, 'cashier', 'Mara Lee'),
    support: await signIn(v1, v1.caller, 'support', long),
    viewer: await signIn(v1, v1.caller, 'viewer', 'Vera'),
  };

  async function hear(body: string): Promise<string> {
    const heard = await v1.call('POST', '/v1/sandbox/inbox/texts', { body: { from, body } });
    assert.equal(heard.status, 201, heard.text);
    return heard.body.conversationId;
  }

  /** Nothing is asked for by time. */
  async function watch(page: Page, path: string): Promise<Page> {
    await page.addInitScript('globalThis.setInterval = () => 0;');
    await goLive(page, base + path);
    return page;
  }

  const noteArea = (page: Page) => page.getByRole('textbox', { name: 'Note for colleagues' });
  const textArea = (page: Page) => page.getByRole('textbox', { name: /^Text to/ });
  const notes = (page: Page) => page.locator('.bubble.memo');

  test('a note shows at once to a colleague, and the payer gets nothing', async (t) => {
    const id = await hear('Is my car ready?');
    const page = await watch(await enter(t, people.cashier), `/conversations?id=${id}`);
    const other = await watch(await enter(t, people.viewer), `/conversations?id=${id}`);
    await textArea(page).fill('Half a text');
    await press(page, 'Note');
    assert.equal(await textArea(page).count(), 0);
    await page.getByText('Only colleagues see it.').waitFor();
    await noteArea(page).fill(told);
    await press(page, 'Text');
    assert.equal(await textArea(page).inputValue(), 'Half a text');
    await press(page, 'Note');
    assert.equal(await noteArea(page).inputValue(), told);
    await noteArea(page).press('Control+Enter');
    for (const one of [page, other]) {
      await notes(one).getByText(told).waitFor();
      await one.locator('.told.memo').getByText('Mara Lee').waitFor();
      await notes(one).getByText('Only colleagues see this').waitFor();
    }
    // An event may show the note before its own call is answered.
    await heard(page);
    assert.equal(await noteArea(page).inputValue(), '');
    assert.deepEqual(await axeFlawsOf(page), []);
    // Who may only read writes none.
    assert.equal(await other.getByRole('button', { name: 'Note' }).count(), 0);

    while ((await sendTexts(world)) > 0);
    const { text } = await v1.call('GET', '/v1/sandbox/inbox');
    assert.ok(!text.includes('pays late'));
  });

  test('who wrote a text stands under it, and the half-written text was kept apart', async (t) => {
    const id = await hear('And tomorrow?');
    const page = await watch(await enter(t, people.cashier), `/conversations?id=${id}`);
    await textArea(page).fill('At noon.');
    await textArea(page).press('Control+Enter');
    const line = page.locator('.told.from', { hasText: 'Queued' });
    await line.getByText('Mara Lee').waitFor();
  });

  test('a conversation is taken with the keyboard, shows in Mine, and another sees it at once', async (t) => {
    const id = await hear('Hello again');
    const page = await watch(await enter(t, people.cashier), `/conversations?id=${id}`);
    const other = await watch(await enter(t, people.support), `/conversations?id=${id}`);
    const mine = (one: Page) =>
      one.getByRole('navigation', { name: 'Which' }).getByRole('button', { name: 'Mine' });
    await mine(page).click();
    await page.getByText('No conversation is yours').waitFor();
    await page.getByRole('button', { name: 'All', exact: true }).click();
    await page.getByText('Hello again').first().waitFor();
    await page.getByRole('button', { name: 'Assign', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menu', { name: 'Assign' }).waitFor();
    assert.deepEqual(await axeFlawsOf(page), []);
    await page.keyboard.press('End');
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    for (const one of [page, other]) {
      await one.getByRole('button', { name: 'Assigned to Mara Lee' }).waitFor();
      await one.locator('.convo').getByTitle('Assigned to Mara Lee').waitFor();
    }
    await mine(page).click();
    await page.locator('.convo').getByText('Hello again').waitFor();
    await mine(other).click();
    await other.getByText('No conversation is yours').waitFor();

    // It is given to somebody with a long name, on a phone.
    await page.getByRole('button', { name: 'Assigned to Mara Lee' }).click();
    await page.getByRole('menuitemradio', { name: long }).click();
    await other.locator('.convo').waitFor();
    await page.setViewportSize({ width: 360, height: 780 });
    await page.goto(`${base}/conversations?id=${id}`);
    await page.getByRole('button', { name: `Assigned to ${long}` }).waitFor();
    assert.equal(await isTooWide(page), false);
    assert.deepEqual(await axeFlawsOf(page), []);
  });

  test('to a person who said STOP nobody writes, and colleagues still note', async (t) => {
    const id = await hear('STOP');
    const page = await watch(await enter(t, people.cashier), `/conversations?id=${id}`);
    await page.getByText('answered STOP.').waitFor();
    assert.equal(await textArea(page).count(), 0);
    await press(page, 'Note');
    await noteArea(page).fill('Call him instead.');
    await press(page, /^Add note/);
    await notes(page).getByText('Call him instead.').waitFor();
  });
});
