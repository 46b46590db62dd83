import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { workOnce } from '../../src/worker/worker.ts';
import { aPayment } from '../v1/serve.ts';
import { seen, tabTo } from './by-keyboard.ts';
import { missing } from './chromium.ts';
import { openDesk } from './losing.ts';

/** Whoever has a keyboard alone: nothing is pointed at, and the focus is seen wherever it goes. */
describe('the portal by the keyboard alone', { skip: missing }, async () => {
  if (missing) return;
  const { v1, base, enter, watchBank } = await openDesk({ after });
  const world = await v1.open();
  const [, sought] = await Promise.all(
    ['A-1', 'A-2', 'A-3'].map((orderNumber) =>
      v1.call('POST', '/v1/payments', { body: { ...aPayment, orderNumber } }),
    ),
  );
  const paymentId: string = sought!.body.id;

  /** The subjects of what was mailed about the payment. */
  async function mailed(): Promise<string[]> {
    do await world.flights.landed();
    while ((await workOnce(world)) > 0);
    const { body } = await v1.call('GET', '/v1/sandbox/inbox?channel=mail&limit=100');
    const mails: { subject: string; body: string }[] = body.data;
    return mails.filter((mail) => mail.body.includes('A-2')).map(({ subject }) => subject);
  }

  /** With the keys of one letter, and without: people switch them off who speak to their computer. */
  for (const hasLetters of [true, false]) {
    test(`it finds a payment, refunds half of it and sends its receipt again, ${hasLetters ? 'with' : 'without'} letters`, async (t) => {
      const page = await enter(t);
      if (!hasLetters) await page.addInitScript("localStorage.setItem('letters', 'off')");
      const before = await mailed();
      const bank = watchBank();
      await page.goto(`${base}/`);
      await page.locator('h1').waitFor();

      if (hasLetters) {
        for (const key of ['g', 'p']) await page.keyboard.press(key);
        await page.getByRole('heading', { name: 'Payments', level: 1 }).waitFor();
        await page.keyboard.press('/');
        await seen(page);
      } else {
        await tabTo(page, /^Payments/);
        await page.keyboard.press('Enter');
        await page.getByRole('heading', { name: 'Payments', level: 1 }).waitFor();
        await tabTo(page, /^Order, receipt or invoice number, /);
      }
      await page.keyboard.type('A-2');
      await page.keyboard.press('Enter');
      await page.waitForURL(/q=A-2/);
      await page.locator('tbody tr').nth(1).waitFor({ state: 'detached' });
      await tabTo(page, /^Select/);
      await tabTo(page, /Ada Byron/);
      await page.keyboard.press('Enter');
      await page.waitForURL(new RegExp(`/payments/${paymentId}`));
      await page.getByRole('heading', { name: 'A-2', level: 1 }).waitFor();

      if (hasLetters) await page.keyboard.press('r');
      else {
        await tabTo(page, /^Refund(?!s)/);
        await page.keyboard.press('Enter');
      }
      await page.getByRole('dialog').waitFor();
      await seen(page);
      await tabTo(page, /^Half$/);
      await page.keyboard.press('Space');
      await tabTo(page, /^Refund \$/);
      await page.keyboard.press('Enter');
      await page.getByText(/is refunded$/).waitFor();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await seen(page);

      await tabTo(page, /^Resend receipt$/);
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').waitFor();
      await seen(page);
      await page.keyboard.press('Control+Enter');
      await page.getByText('The receipt is sent once more').waitFor();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await seen(page);

      assert.deepEqual(bank(), ['refund']);
      const receipt = before.at(-1);
      const [first, then] = [before, await mailed()].map((all) =>
        all.filter((one) => one === receipt),
      );
      assert.equal(then!.length - first!.length, 1);
    });
  }

  test('an act of the palette waits for a screen whose code is on its way', async (t) => {
    const page = await enter(t);
    const code = Promise.withResolvers<void>();
    await page.route(/\/portal\/payment-\w+\.js$/, async (route) => {
      await code.promise;
      await route.continue();
    });
    await page.goto(`${base}/`);
    await page.locator('h1').waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('A-3');
    const refund = page.getByRole('option', { name: /^Refund / });
    await refund.waitFor();
    while ((await refund.getAttribute('aria-selected')) !== 'true') {
      await page.keyboard.press('ArrowDown');
    }
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/payments\/[^/]+$/);
    code.resolve();
    await page.getByRole('dialog').getByText('Goes back to').waitFor();
  });

  test('an act of the palette works on the screen that is there already', async (t) => {
    const page = await enter(t);
    const { body } = await v1.call('GET', '/v1/payments?orderNumber=A-3');
    await page.goto(`${base}/payments/${body.data[0].id}`);
    await page.getByRole('heading', { name: 'A-3', level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('A-3');
    await page.getByRole('option', { name: /^Refund .+ Ada/ }).click();
    await page.getByRole('dialog').getByText('Goes back to').waitFor();
  });

  test('what was said goes again where nothing moves', async (t) => {
    const page = await enter(t);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(`${base}/payments/${paymentId}`);
    await page.getByRole('button', { name: 'Resend receipt' }).click();
    await page.keyboard.press('Control+Enter');
    const said = page.locator('.toast').getByText('The receipt is sent once more');
    await said.waitFor();
    // Its six seconds are over.
    await page.evaluate(
      "for (const one of document.querySelector('.toast').getAnimations()) one.finish()",
    );
    await said.waitFor({ state: 'detached' });
  });

  test('what is said goes again, though the pointer rested on what was said before', async (t) => {
    const page = await enter(t);
    await page.goto(`${base}/payments/${paymentId}`);
    const sendAgain = async () => {
      await page.getByRole('button', { name: 'Resend receipt' }).click();
      await page.keyboard.press('Control+Enter');
    };
    await sendAgain();
    const toast = page.locator('.toast');
    await toast.hover();
    // It makes room for what gets the focus under it.
    await page.evaluate(focusUnderToast);
    await toast.waitFor({ state: 'detached' });
    await page.mouse.move(0, 0);
    await sendAgain();
    await page.locator('.toast.leaves').waitFor();
  });
});

const focusUnderToast = `
  const { left, top } = document.querySelector('.toast').getBoundingClientRect();
  const under = document.createElement('button');
  under.style = 'position: fixed; width: 4px; height: 4px; left: ' + left + 'px; top: ' + top + 'px';
  document.body.append(under);
  under.focus();
  under.remove();
`;
