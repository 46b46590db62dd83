import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { testCard } from '../../packages/sandbox/test/bank.ts';
import { pauseSubscription } from '../../src/invoicing/subscriptions/change.ts';
import { readInbox } from '../../src/notify/conversations/sandbox-inbox.ts';
import { readCustomer } from '../../src/parties/customers/store.ts';
import { openMembership, openPastDue } from '../pages/membership.ts';
import { type Club, findingsIn } from '../subscriptions/club.ts';
import { requestOn, subscriptionOf, triesOf } from '../subscriptions/member.ts';
import { missing, startBrowser, visit } from './chromium.ts';
import { axeFlawsOf } from './flaws.ts';

/** The page of a payer's subscription, as people meet it: in a browser, mostly on a phone. */
describe('the page of a subscription in Chromium', { skip: missing }, async () => {
  if (missing) return;
  const browser = await startBrowser({ after });
  const phone = { viewport: { width: 360, height: 780 }, isMobile: true, hasTouch: true };

  /** The address in the last mail about a charge that failed. */
  async function mailedTo({ fixture, id, baseUrl }: Club): Promise<string> {
    const all = await readInbox(fixture.db, id, { most: 100 });
    const mail = all.find(({ subject }) => subject?.includes('did not go through'));
    const [path] = /\/subscription\/[\w-]{22}/.exec(mail!.body) ?? [];
    return baseUrl + path!;
  }

  async function type(page: Page, number: string): Promise<void> {
    await page.fill('#card-number', number);
    await page.fill('#expiry', '1239');
    await page.fill('#name', 'Ada Park');
    await page.fill('#postal-code', '10001');
  }

  async function judge(page: Page, what: string): Promise<void> {
    assert.deepEqual(await axeFlawsOf(page), [], what);
    const [inside, outside] = await page.evaluate<[number, number]>(
      '[document.documentElement.scrollWidth, window.innerWidth]',
    );
    assert.ok(inside <= outside, `${what} is ${inside} wide`);
  }

  test('a past-due member opens the link of the mail, gives a card that is declined and a good one, and pays once', async (t) => {
    const { club, id } = await openPastDue(t);
    const { page, asked, complaints } = await visit(t, browser, phone);
    await page.goto(await mailedTo(club));
    await page.getByText('$10.00 is owed', { exact: true }).waitFor();
    await page.click('form.pay > button');
    await page.getByText('Please check 3 things').waitFor();
    await page.locator('.summary:focus').waitFor();
    await type(page, testCard('insufficient_funds'));
    assert.equal(await page.inputValue('#expiry'), '12/39');
    await page.click('form.pay > button');
    await page.getByText('The card was declined').waitFor();
    // Its script has run.
    await page.waitForLoadState();
    // What was typed stays in this tab, but for the number.
    assert.deepEqual(
      [await page.inputValue('#postal-code'), await page.inputValue('#card-number')],
      ['10001', ''],
    );
    await type(page, '5555555555554444');
    await page.dblclick('form.pay > button');
    await page.getByText('From now on Mastercard ending 4444 is charged.').waitFor();
    await page.reload();
    await page.getByText('Active', { exact: true }).waitFor();
    await club.work();
    const tries = await triesOf(club, id);
    assert.equal(tries.filter((line) => line.endsWith('captured')).length, 2);
    assert.equal((await subscriptionOf(club, id)).state, 'active');
    assert.deepEqual(await findingsIn(club.fixture), []);
    assert.deepEqual(
      asked.filter((url) => !url.startsWith(`${club.baseUrl}/`)),
      [],
    );
    assert.deepEqual(complaints, []);
  });

  test('on a phone a payer reads it in Spanish, cancels, changes their mind and gives a card', async (t) => {
    const { club, id, path } = await openMembership(t, { terms: { payerCancels: true } });
    const spanish = {
      ...phone,
      extraHTTPHeaders: { 'Accept-Language': 'es-MX,es;q=0.9,en;q=0.8' },
    };
    const { page, complaints } = await visit(t, browser, spanish);
    await page.goto(club.baseUrl + path);
    await page.getByText('Activa', { exact: true }).waitFor();
    assert.equal(await page.getAttribute('html', 'lang'), 'es');
    await judge(page, 'active in Spanish');
    await page.getByRole('link', { name: 'Français' }).tap();
    await page.getByText('Actif', { exact: true }).waitFor();
    await judge(page, 'active in French');
    await page.getByRole('link', { name: 'Résilier l’abonnement' }).tap();
    await page.getByRole('heading', { name: 'Résilier votre abonnement?' }).waitFor();
    await page.getByRole('link', { name: 'Español' }).tap();
    await page.getByRole('heading', { name: '¿Cancelar su suscripción?' }).waitFor();
    await judge(page, 'the way to the end in Spanish');
    await page.getByRole('button', { name: 'Cancelar el 28 de febrero de 2030' }).tap();
    await page.getByText('Vigente hasta el 28 de febrero de 2030', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Conservar mi suscripción' }).tap();
    await page.getByText('Su suscripción continúa.').waitFor();
    await page.tap('form.pay > button');
    await page.getByText('Revise 3 datos').waitFor();
    await page.locator('.summary:focus').waitFor();
    await judge(page, 'faults in Spanish');
    await type(page, '5555555555554444');
    await page.tap('form.pay > button');
    await page.getByText('Medio de pago desde ahora: Mastercard terminada en 4444.').waitFor();
    assert.match(page.url(), /\?done=card&lang=es$/);
    const [, download] = await Promise.all([
      page.getByRole('link', { name: /^Recibo del periodo/ }).tap(),
      page.waitForEvent('download'),
    ]);
    assert.equal(download.suggestedFilename(), 'receipt-1.pdf');
    const { customerId } = await subscriptionOf(club, id);
    const customer = await readCustomer(club.world.db, club.id, customerId);
    assert.equal(customer!.language, 'es');
    assert.deepEqual(complaints, []);
  });

  test('it is canceled and kept with the keyboard alone, without a script', async (t) => {
    const { club, id, path } = await openMembership(t, { terms: { payerCancels: true } });
    const { page } = await visit(t, browser, { ...phone, javaScriptEnabled: false });
    await page.goto(club.baseUrl + path);
    await page.getByRole('link', { name: 'Cancel subscription' }).press('Enter');
    await page.getByRole('heading', { name: 'Cancel your subscription?' }).waitFor();
    await page.getByRole('button', { name: 'Cancel on February 28, 2030' }).press('Enter');
    await page.getByText('It runs until February 28, 2030', { exact: true }).waitFor();
    assert.equal((await subscriptionOf(club, id)).cancelsAtEnd, true);
    await page.getByRole('button', { name: 'Keep my subscription' }).press('Enter');
    await page.getByText('Your subscription goes on.').waitFor();
    await type(page, '5555555555554444');
    await page.press('#postal-code', 'Enter');
    await page.getByText('From now on Mastercard ending 4444 is charged.').waitFor();
  });

  test('axe finds nothing on any of its states, in both themes, and nothing is wider than a phone', async (t) => {
    const owing = await openPastDue(t);
    const long = 'W'.repeat(100);
    await owing.club.fixture.db.query('update businesses set name = $2 where business_id = $1', [
      owing.club.id,
      long,
    ]);
    const going = await openMembership(t, { terms: { payerCancels: true } });
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page } = await visit(t, browser, { ...phone, colorScheme });
      await page.goto(owing.club.baseUrl + owing.path);
      await judge(page, 'what is owed');
      await page.click('form.pay > button');
      await page.getByText('Please check 3 things').waitFor();
      await judge(page, 'faults');
      const at = going.club.baseUrl + going.path;
      for (const query of ['', '?end', '?done=card']) {
        await page.goto(at + query);
        await judge(page, `active${query}`);
      }
    }
    const { page } = await visit(t, browser);
    await page.goto(owing.club.baseUrl + owing.path);
    await judge(page, 'on a wide screen');
    await pauseSubscription(going.club.world, await requestOn(going.club, going.id));
    await page.goto(going.club.baseUrl + going.path);
    await judge(page, 'paused');
  });
});
