import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { Page, Route } from 'playwright-core';
import { workOnce } from '../../src/worker/worker.ts';
import type { Scope } from '../scope.ts';
import { aPayment } from '../v1/serve.ts';
import { heard, missing } from './chromium.ts';
import { afterwards, cut, openDesk, press } from './losing.ts';

/*
 * An answer that is lost between the service and the page, and whatever a person does then: the bank refunds, captures
 * and charges once. The bank's book is the judge.
 */
describe('a lost answer in the portal', { skip: missing }, async () => {
  if (missing) return;
  const { v1, base, enter, watchBank } = await openDesk({ after });
  let orders = 0;

  /** A payment of $12.50, and its page. */
  async function openPayment(t: Scope, more: object = {}) {
    orders += 1;
    const body = { ...aPayment, orderNumber: `L-${orders}`, ...more };
    const { body: payment } = await v1.call('POST', '/v1/payments', { body });
    const page = await enter(t);
    await page.goto(`${base}/payments/${payment.id}`);
    await page.locator('h1').first().waitFor();
    const bank = watchBank();
    const answers = page.context();
    /** Loses answers until it is healed: `lose` ends a call of the page. */
    async function breakAnswers(lose: (route: Route) => Promise<void>) {
      const isAct = /\/v1\/payments\/\d+\/(refunds|capture|void)$/;
      await answers.route(isAct, lose);
      return () => answers.unroute(isAct);
    }
    return { page, payment, bank, breakAnswers };
  }

  const dialog = (page: Page) => page.getByRole('dialog');

  /** Half of $12.50, asked for in the dialog. */
  async function refundHalf(page: Page) {
    await press(page, /^Refund/);
    await dialog(page).getByRole('button', { name: 'Half' }).click();
    await dialog(page)
      .getByRole('button', { name: /^Refund \$6\.25/ })
      .click();
  }

  const fail = (route: Route) => route.fulfill({ status: 500, body: 'a proxy broke' });
  const fault = (route: Route) =>
    route.fulfill({
      status: 500,
      contentType: 'application/problem+json',
      body: JSON.stringify({ code: 'internal', status: 500, title: 'Something went wrong.' }),
    });
  const unavailable = (route: Route) => route.fulfill({ status: 503, body: 'a proxy is away' });

  for (const [name, end] of Object.entries({ cut, fail, fault, unavailable })) {
    test(`a refund whose answer is lost is found again: ${name}`, async (t) => {
      const { page, bank, breakAnswers } = await openPayment(t);
      const heal = await breakAnswers((route) => afterwards(route, end));
      await refundHalf(page);
      await dialog(page).getByText('is refunded').waitFor();
      await heal();
      await dialog(page).getByRole('button', { name: 'Close' }).last().click();
      // Known: the rest may be refunded, once the payment is read anew.
      await heard(page);
      await press(page, /^Refund/);
      await dialog(page)
        .getByRole('button', { name: /^Refund \$6\.25/ })
        .waitFor();
      assert.deepEqual(bank(), ['refund']);
    });
  }

  test('while it is not known, a refund is not offered again: closed, opened, loaded anew, in another tab', async (t) => {
    const { page, bank, breakAnswers } = await openPayment(t);
    await breakAnswers((route) => afterwards(route, cut));
    // Asking is of no use either.
    const asking = /\/v1\/refunds\?/;
    await page.context().route(asking, cut);
    await refundHalf(page);
    await locked(page);
    await page.keyboard.press('Escape');
    await press(page, /^Refund/);
    await locked(page);
    await page.reload();
    await press(page, /^Refund/);
    await locked(page);
    const other = await page.context().newPage();
    await other.goto(page.url());
    await press(other, /^Refund/);
    await locked(other);
    assert.deepEqual(bank(), ['refund']);
    await page.context().unroute(asking);
    // Both come to know of it.
    for (const one of [page, other]) await dialog(one).getByText('is refunded').waitFor();
    assert.deepEqual(bank(), ['refund']);
  });

  /** Says so calmly, and has neither an amount to change nor a button that refunds. */
  async function locked(page: Page) {
    await dialog(page).getByText('It is not known yet whether it was done.').waitFor();
    assert.equal(await dialog(page).locator('input, select, textarea').count(), 0);
    assert.equal(
      await dialog(page)
        .getByRole('button', { name: /^Refund/ })
        .count(),
      0,
    );
    assert.equal(await page.getByRole('alert').count(), 0);
  }

  test('a refund that never arrived is sent again as it was, once it can be under way no more', async (t) => {
    const { page, bank, breakAnswers } = await openPayment(t);
    await page.clock.install();
    const sent: (string | null)[] = [];
    const heal = await breakAnswers(async (route) => {
      sent.push(route.request().postData());
      await cut(route);
    });
    await refundHalf(page);
    await locked(page);
    assert.equal(await dialog(page).getByRole('button', { name: /again/ }).count(), 0);
    await page.clock.fastForward('02:00');
    await dialog(page).getByText('It has not arrived.').waitFor();
    await heal();
    page.on('request', (request) => {
      if (/\/refunds$/.test(request.url())) sent.push(request.postData());
    });
    await dialog(page).getByRole('button', { name: 'Send the same again' }).click();
    await dialog(page).waitFor({ state: 'detached' });
    assert.equal(sent.length, 2);
    assert.equal(sent[0], sent[1]);
    assert.deepEqual(bank(), ['refund']);
  });

  test('while the bank itself does not answer, a refund is not offered again either', async (t) => {
    const { page, bank } = await openPayment(t);
    v1.bank.script({ next: 1 }, 'timeout_after_booking');
    await refundHalf(page);
    await locked(page);
    await dialog(page).getByText('The bank did not answer.').waitFor();
    await page.keyboard.press('Escape');
    await press(page, /^Refund/);
    await locked(page);
    const world = await v1.open();
    v1.clock.pass(60_000);
    while ((await workOnce(world)) > 0);
    await dialog(page).getByText('is refunded').waitFor();
    assert.deepEqual(bank(), ['refund']);
  });

  test('pressed without a network, nothing waits to be sent twice', async (t) => {
    const { page, bank } = await openPayment(t);
    await press(page, /^Refund/);
    await dialog(page).getByRole('button', { name: 'Half' }).click();
    // What is cut off while it is read would be a fault of its own.
    await heard(page);
    await page.context().setOffline(true);
    await dialog(page)
      .getByRole('button', { name: /^Refund \$6\.25/ })
      .click();
    await locked(page);
    await page.keyboard.press('Escape');
    await press(page, /^Refund/);
    await locked(page);
    await page.context().setOffline(false);
    await locked(page);
    assert.deepEqual(bank(), []);
  });

  test('what the service refused is over: nothing is asked, another amount is offered', async (t) => {
    const { page, bank, breakAnswers } = await openPayment(t);
    const heal = await breakAnswers((route) =>
      route.fulfill({
        status: 503,
        contentType: 'application/problem+json',
        body: JSON.stringify({ code: 'busy', status: 503, title: 'The service is busy.' }),
      }),
    );
    await refundHalf(page);
    await dialog(page).getByText('The service is busy.').waitFor();
    await heal();
    await dialog(page)
      .getByRole('button', { name: /^Refund \$6\.25/ })
      .click();
    await dialog(page).waitFor({ state: 'detached' });
    assert.deepEqual(bank(), ['refund']);
  });

  test('a capture and a void are found again too', async (t) => {
    const captured = await openPayment(t, { capture: false });
    await captured.breakAnswers((route) => afterwards(route, cut));
    await press(captured.page, /^Capture/);
    await dialog(captured.page)
      .getByRole('button', { name: /^Capture \$12/ })
      .click();
    await dialog(captured.page).getByText('is captured').waitFor();
    assert.deepEqual(captured.bank(), ['capture']);

    const voided = await openPayment(t);
    await voided.breakAnswers((route) => afterwards(route, fail));
    await press(voided.page, 'More');
    await voided.page.getByRole('menuitem', { name: 'Void' }).click();
    await dialog(voided.page).getByRole('button', { name: /^Void/ }).click();
    await dialog(voided.page).getByText('The payment is voided').waitFor();
    assert.deepEqual(voided.bank(), ['void']);
  });

  test('a refund that waits for a proof is refunded once, also if the answer behind it is lost', async (t) => {
    const { page, bank, breakAnswers } = await openPayment(t);
    v1.clock.pass(11 * 60_000);
    await refundHalf(page);
    await page.getByLabel('Password').fill('a long enough secret');
    await breakAnswers((route) => afterwards(route, cut));
    await press(page, 'Continue');
    await dialog(page).getByText('is refunded').waitFor();
    assert.deepEqual(bank(), ['refund']);
  });
});
