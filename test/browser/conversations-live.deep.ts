import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { sendTexts } from '../../src/notify/conversations/send-texts.ts';
import { signIn } from '../v1/signed-in.ts';
import { missing } from './chromium.ts';
import { openDesk, press } from './losing.ts';
import { goLive } from './screens.ts';

const from = '6175550100';

/* A business without a webhook. */
describe('conversations in the portal', { skip: missing }, async () => {
  if (missing) return;
  const { v1, base, enter } = await openDesk({ after });
  const world = await v1.open();

  async function hear(body: string): Promise<string> {
    const told = await v1.call('POST', '/v1/sandbox/inbox/texts', { body: { from, body } });
    assert.equal(told.status, 201, told.text);
    return told.body.conversationId;
  }

  async function text(body: string): Promise<void> {
    const told = await v1.call('POST', '/v1/messages', { body: { phone: from, body } });
    assert.equal(told.status, 201, told.text);
  }

  /** What is not heard of is not seen: nothing is asked for by time. */
  async function watch(page: Page, path: string): Promise<Page> {
    await page.addInitScript('globalThis.setInterval = () => 0;');
    await goLive(page, base + path);
    return page;
  }

  const composer = (page: Page) => page.getByRole('textbox', { name: /^Text to/ });

  test('two open pages hear a text, its delivery, a STOP, and a START of the payer at once', async (t) => {
    const id = await hear('Is my car ready?');
    const other = await signIn(v1, v1.caller, 'cashier');
    const pages = [
      await watch(await enter(t), `/conversations?id=${id}`),
      await watch(await enter(t, other), `/conversations?id=${id}`),
    ];
    for (const page of pages) {
      await page.locator('.bubble').getByText('Is my car ready?').waitFor();
      await composer(page).waitFor();
    }
    await text('At noon.');
    for (const page of pages) await page.locator('.told').getByText('Queued').waitFor();
    while ((await sendTexts(world)) > 0);
    for (const page of pages) await page.locator('.told').getByText('Delivered').waitFor();
    await composer(pages[0]!).fill('A half-written answer');
    await hear('STOP');
    for (const page of pages) {
      await page.getByText('answered STOP.').waitFor();
      assert.equal(await composer(page).count(), 0);
      await page.locator('.thread .day').getByText('wrote STOP').waitFor();
      await page.locator('.convo').getByText('Opted out').waitFor();
    }
    // Whoever was writing goes on from there by keyboard.
    await pages[0]!.waitForFunction('document.activeElement !== document.body');
    await hear('START');
    for (const page of pages) await composer(page).waitFor();
    assert.equal(await composer(pages[0]!).inputValue(), 'A half-written answer');
  });

  test('a conversation that was left right after news of it hears the next ones', async (t) => {
    const id = await hear('Is it ready now?');
    await v1.call('POST', '/v1/sandbox/inbox/texts', {
      body: { from: '6175550103', body: 'Hello' },
    });
    const page = await enter(t);
    // What waits a second before it reads anew waits for ever.
    await page.addInitScript(
      'const later = setTimeout; globalThis.setTimeout = (run, ms, ...given) => ms === 1000 ? 0 : later(run, ms, ...given);',
    );
    let asked = 0;
    const isOutlook = (url: string) => new URL(url).pathname === '/v1/messages/outlook';
    page.on('request', (request) => {
      asked += Number(isOutlook(request.url()));
    });
    await watch(page, `/conversations?id=${id}`);
    await composer(page).waitFor();
    await text('In an hour.');
    while (asked < 2) await page.waitForRequest(({ url }) => isOutlook(url()));
    await page.locator('.convo').filter({ hasText: 'Hello' }).click();
    await page.getByRole('textbox', { name: /0103/ }).waitFor();
    await page.locator('.convo').filter({ hasText: '0100' }).click();
    await page.getByRole('textbox', { name: /0100/ }).waitFor();
    await hear('STOP');
    await composer(page).waitFor({ state: 'hidden' });
    await hear('START');
  });

  test('the first text of a payer who wrote in the inbox of the sandbox shows in the list', async (t) => {
    const list = await watch(await enter(t), '/conversations');
    const inbox = await enter(t);
    await inbox.goto(`${base}/inbox`);
    await press(inbox, 'Write as a payer');
    await inbox.getByLabel('Phone of the payer').fill('(617) 555-0101');
    await inbox.getByLabel('What the payer writes').fill('Do you sell gift cards?');
    await press(inbox, 'Write');
    await inbox.getByText('The business got the text').waitFor();
    await list.locator('.convo').getByText('Do you sell gift cards?').waitFor();
  });

  test('what will become of a text is said before it is sent, and what became of it after', async (t) => {
    await v1.db.query('update businesses set limits_on = true');
    // 10:40 PM in Boston.
    v1.clock.setTo(new Date('2030-01-16T03:40:00Z'));
    const page = await enter(t, await signIn(v1, v1.caller, 'administrator'));
    await page.goto(`${base}/conversations`);
    await press(page, /^New text/);
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Mobile').fill('6175550110');
    await dialog.getByRole('status').getByText('The text is not sent: Landline').waitFor();
    const send = dialog.getByRole('button', { name: /^Send/ });
    assert.equal(await send.getAttribute('aria-disabled'), 'true');
    assert.equal(await send.getAttribute('title'), 'Landline');

    await dialog.getByLabel('Mobile').fill('6175550102');
    const line = 'It is 10:40 PM there. It goes out at 8:00 AM.';
    await dialog.getByRole('status').getByText(line).waitFor();
    await dialog.getByLabel('Texts').fill('We open at nine.');
    await dialog.getByRole('button', { name: 'Send at 8:00 AM' }).click();
    await page.getByText('The text waits until tomorrow, 8:00 AM').waitFor();
    await page.locator('.told').getByText('until tomorrow, 8:00 AM').waitFor();
    await page.getByRole('button', { name: 'Send at 8:00 AM' }).waitFor();
  });
});
