import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { ownNumberOf } from '../../src/notify/conversations/own-number.ts';
import { receiveText } from '../../src/notify/conversations/receive-text.ts';
import { missing } from './chromium.ts';
import { axeFlawsOf } from './flaws.ts';
import { afterwards, cut, openDesk, press } from './losing.ts';

/* Payers write, and the portal says who waits for an answer. */

const pollMs = 10_000;
const [ann, bob] = ['2125550101', '3125550102'];

describe('conversations that wait, in Chromium', { skip: missing }, async () => {
  if (missing) return;
  const { v1, base, enter } = await openDesk({ after });
  const world = await v1.open();
  let written = 0;

  async function hears(from: string, body: string): Promise<void> {
    v1.clock.pass(60_000);
    written += 1;
    const to = (await ownNumberOf(world, v1.caller.business.id))!;
    const carrierId = `in-${written}`;
    await receiveText(world, { to, from, body, mediaCount: 0, carrier: 'sandbox', carrierId });
  }

  for (const [phone, firstName, lastName] of [
    [ann, 'Ann', 'Lee'],
    [bob, 'Bob', 'Stone'],
  ]) {
    const made = await v1.call('POST', '/v1/customers', { body: { phone, firstName, lastName } });
    assert.equal(made.status, 201, made.text);
  }

  const rows = (page: Page) => page.locator('.convo');
  const names = async (page: Page) => await rows(page).locator('b').allTextContents();
  const waiting = (page: Page, name: string) =>
    rows(page).filter({ hasText: name }).getByText('waits for an answer');
  const tab = (page: Page, name: string | RegExp) =>
    page.getByRole('navigation', { name: 'Which' }).getByRole('button', { name });

  test('an old conversation that gets a text is on top, and is read once it was opened', async (t) => {
    await hears(ann, 'Hello');
    await hears(bob, 'Good evening');
    const page = await enter(t);
    const asked: string[] = [];
    page.on('request', (one) => asked.push(new URL(one.url()).pathname));
    await page.clock.install();
    await page.goto(`${base}/conversations`);
    await rows(page).nth(1).waitFor();
    assert.deepEqual(await names(page), ['Bob Stone', 'Ann Lee']);
    await page.locator('.bubble', { hasText: 'Good evening' }).waitFor();
    assert.deepEqual(await axeFlawsOf(page), []);
    // The list says who they are and what they wrote: nothing is asked for a row of it.
    const { body: found } = await v1.call('GET', `/v1/customers?phone=${ann}`);
    assert.ok(!asked.includes(`/v1/customers/${found.data[0].id}`), asked.join('\n'));

    await hears(ann, 'Can I come at 8?');
    await page.clock.fastForward(pollMs);
    await rows(page).first().getByText('Can I come at 8?').waitFor();
    assert.deepEqual(await names(page), ['Ann Lee', 'Bob Stone']);
    // What was shown at first stays open.
    await page.locator('.bubble', { hasText: 'Good evening' }).waitFor();
    await waiting(page, 'Bob').waitFor();

    await tab(page, 'Waiting').click();
    await tab(page, /^Waiting ?2$/).waitFor();
    await rows(page).filter({ hasText: 'Ann' }).click();
    await page.locator('.bubble', { hasText: 'Can I come at 8?' }).waitFor();
    await waiting(page, 'Ann').waitFor({ state: 'detached' });
    await tab(page, /^Waiting ?1$/).waitFor();
    // It stays in the list as long as it is open.
    assert.deepEqual(await names(page), ['Ann Lee', 'Bob Stone']);
    const { body: home } = await v1.call('GET', '/v1/home');
    assert.equal(home.waitingConversations.count, 1);

    await press(page, 'Mark unread');
    await waiting(page, 'Ann').waitFor();
    await tab(page, /^Waiting ?2$/).waitFor();
    await press(page, 'Mark read');
    await waiting(page, 'Ann').waitFor({ state: 'detached' });

    await rows(page).filter({ hasText: 'Bob' }).click();
    await waiting(page, 'Bob').waitFor({ state: 'detached' });
    await tab(page, 'All').click();
    await tab(page, 'Waiting').click();
    await page.getByText('Nobody waits for an answer').waitFor();
  });

  test('the task of the home leads to those that wait, and a name finds one', async (t) => {
    await hears(ann, 'Are you open?');
    await hears(bob, 'Where are you?');
    const page = await enter(t);
    await page.goto(`${base}/`);
    await page.getByRole('link', { name: '2 conversations wait for an answer' }).click();
    await rows(page).nth(1).waitFor();
    assert.match(page.url(), /\/conversations\?waiting=true$/);
    // Nothing is opened, and so nothing is read, before somebody chooses.
    await page.getByText('Choose a conversation').waitFor();

    await page.getByRole('searchbox').fill('lee');
    await page.keyboard.press('Enter');
    await rows(page).nth(1).waitFor({ state: 'detached' });
    assert.deepEqual(await names(page), ['Ann Lee']);
    await page.getByRole('searchbox').fill('nobody');
    await page.keyboard.press('Enter');
    await page.getByText('No conversation found').waitFor();
  });

  test('a text that is being written stays while other conversations move above', async (t) => {
    await hears(bob, 'One more thing');
    const page = await enter(t);
    await page.clock.install();
    await page.goto(`${base}/conversations`);
    await page.getByLabel('Text to Bob Stone').fill('We open at');
    await hears(ann, 'Hello again');
    await page.clock.fastForward(pollMs);
    await rows(page).first().getByText('Hello again').waitFor();
    assert.equal(await page.getByLabel('Text to Bob Stone').inputValue(), 'We open at');
  });

  test('a half-written text stays while another conversation is looked at, and is sent once', async (t) => {
    await hears(ann, 'Can I pay by card?');
    await hears(bob, 'I am on my way');
    const page = await enter(t);
    await page.goto(`${base}/conversations`);
    await page.getByLabel('Text to Bob Stone').fill('Drive safely');
    await page.route('**/v1/messages', (route) => afterwards(route, cut));
    await press(page, /^Send/);
    await page.getByText('It is not known whether it was done').waitFor();
    await page.unroute('**/v1/messages');

    await rows(page).filter({ hasText: 'Ann' }).click();
    await page.getByRole('textbox', { name: 'Text to Ann Lee' }).fill('Yes, by');
    await rows(page).filter({ hasText: 'Bob' }).click();
    const toBob = page.getByRole('textbox', { name: 'Text to Bob Stone' });
    assert.equal(await toBob.inputValue(), 'Drive safely');
    const answered = page.waitForResponse('**/v1/messages');
    await press(page, /^Send/);
    assert.equal((await answered).status(), 201);
    const { body: sent } = await v1.call('GET', '/v1/messages?limit=100');
    const texts = sent.data.filter((one: { body: string }) => one.body === 'Drive safely');
    assert.equal(texts.length, 1);

    await rows(page).filter({ hasText: 'Ann' }).click();
    const toAnn = page.getByRole('textbox', { name: 'Text to Ann Lee' });
    assert.equal(await toAnn.inputValue(), 'Yes, by');
  });

  test('a dialog that is left by going back keeps nothing inert, and is there again', async (t) => {
    await hears(ann, 'And by cash?');
    await hears(bob, 'I am there');
    const page = await enter(t);
    await page.goto(`${base}/conversations`);
    const row = (name: string) => rows(page).filter({ hasText: name });
    const area = (name: string) => page.getByRole('textbox', { name: `Text to ${name}` });
    await row('Bob').click();
    await area('Bob Stone').waitFor();
    await row('Ann').click();
    await area('Ann Lee').waitFor();
    await press(page, 'Pay link');
    await page.getByRole('dialog').waitFor();
    await page.goBack();
    await area('Bob Stone').fill('Come in');
    await row('Ann').click();
    await page.getByRole('dialog').waitFor();
  });

  test('a page without a row is no end: the next one is asked for', async (t) => {
    const page = await enter(t);
    let asked = 0;
    await page.route('**/v1/conversations?*consent=opted_out*', async (route) => {
      asked += 1;
      const more = { data: [], hasMore: true, next: 'WyJhIl0', previous: null };
      if (asked <= 2) return await route.fulfill({ json: more });
      const url = route.request().url().replace('consent=opted_out', 'consent=none');
      await route.continue({ url: url.replace(/&after=[^&]*/, '') });
    });
    await page.goto(`${base}/conversations?consent=opted_out`);
    await rows(page).nth(1).waitFor();
    assert.equal(asked, 3);
  });
});
