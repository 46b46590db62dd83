import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { resolveDue } from '../../src/payments/resolve.ts';
import { bank, card, declinedCard, openCounter, paymentsOf } from '../pages/counter.ts';
import { missing, startBrowser, visit } from './chromium.ts';
import { fill, focused, isAtSummary } from './fill.ts';

/** The hosted page as people meet it: in a browser. */
describe('the payment page in Chromium', { skip: missing }, async () => {
  if (missing) return;
  const counter = await openCounter({ after });
  const { baseUrl, addLink } = counter;
  const shop = await counter.addBusiness();
  const browser = await startBrowser({ after });
  const unknownCard = { ...card, 'card-number': '4000009990000211' };

  test('somebody pays by card and has a receipt, and nothing is asked of anybody else', async (t) => {
    const link = await addLink(shop);
    const { page, asked, complaints } = await visit(t, browser);
    await page.goto(baseUrl + link.path);
    await fill(page, card);
    assert.equal(await page.textContent('.brand'), 'Visa');
    await page.click('form.pay > button');
    await page.getByRole('heading', { name: 'Paid' }).waitFor();
    assert.match((await page.textContent('main'))!, /Visa ending 4242/);
    assert.deepEqual(await paymentsOf(counter, link), ['captured']);
    assert.deepEqual(
      asked.filter((url) => !url.startsWith(`${baseUrl}/`)),
      [],
    );
    assert.deepEqual(complaints, []);
    await page.reload();
    await page.goBack();
    await page.getByRole('heading', { name: 'Paid' }).waitFor();
    assert.deepEqual(await paymentsOf(counter, link), ['captured']);
  });

  test('after a decline another card pays, and what was typed is still there', async (t) => {
    const link = await addLink(shop);
    const { page, complaints } = await visit(t, browser);
    await page.goto(baseUrl + link.path);
    await fill(page, { ...declinedCard, email: 'ada@example.com', phone: '2125550177' });
    await page.click('form.pay > button');
    await page.getByRole('heading', { name: 'Your payment was declined' }).waitFor();
    await page.locator('.summary:focus').waitFor();
    // The script has put back what was typed.
    await page.waitForLoadState();
    assert.equal(await page.inputValue('#email'), 'ada@example.com');
    assert.equal(await page.inputValue('#postal-code'), '02101');
    for (const empty of ['#card-number', '#cvv']) assert.equal(await page.inputValue(empty), '');
    await fill(page, card);
    await page.click('form.pay > button');
    await page.getByRole('heading', { name: 'Paid' }).waitFor();
    // The script has forgotten it.
    await page.waitForLoadState();
    assert.deepEqual(await paymentsOf(counter, link), ['declined', 'captured']);
    assert.equal(await page.evaluate('sessionStorage.length'), 0);
    assert.deepEqual(complaints, []);
  });

  test('somebody pays from a bank account, and agrees to the debit first', async (t) => {
    const link = await addLink(shop);
    const { page } = await visit(t, browser);
    await page.goto(baseUrl + link.path);
    assert.equal(await page.isVisible('#routing-number'), false);
    const { authorized: _, ...withoutConsent } = bank;
    await fill(page, withoutConsent);
    assert.equal(await page.isVisible('#card-number'), false);
    await page.click('form.pay > button');
    await page.getByText('Please check one thing').waitFor();
    assert.equal(await page.inputValue('#account-number'), bank['account-number']);
    await page.check('#authorized');
    await page.click('form.pay > button');
    await page.getByRole('heading', { name: 'Payment accepted' }).waitFor();
    assert.deepEqual(await paymentsOf(counter, link), ['queued']);
  });

  test('where no cards are taken, somebody pays from a bank account, and the button says so', async (t) => {
    const link = await addLink(await counter.addLiveBusiness());
    const { page, complaints } = await visit(t, browser);
    await page.goto(baseUrl + link.path);
    assert.equal(await page.isVisible('#routing-number'), true);
    // What only the service sees.
    await fill(page, { ...bank, 'account-name': '4242424242424242' });
    // What happens once the form is sent is kept from the page that comes after it.
    const busy = page.evaluate(`new Promise((resolve) => {
      const form = document.querySelector('form.pay');
      form.addEventListener('submit', () => resolve(form.querySelector('button').textContent));
    })`);
    await page.click('form.pay > button');
    assert.equal(await busy, 'Paying $12.50 …');
    await page.getByText('Please check one thing').waitFor();
    await fill(page, { ...bank, email: 'ada@example.com' });
    await page.click('form.pay > button');
    await page.getByRole('heading', { name: 'Payment accepted' }).waitFor();
    assert.deepEqual(await paymentsOf(counter, link), ['queued']);
    assert.deepEqual(complaints, []);
  });

  test('of two tabs at once exactly one charges, and both see the receipt', async (t) => {
    const link = await addLink(shop);
    const { context } = await visit(t, browser);
    const numbers = ['4242424242424242', '5555555555554444'];
    const tabs = await Promise.all(numbers.map(() => context.newPage()));
    for (const [i, tab] of tabs.entries()) {
      await tab.goto(baseUrl + link.path);
      await fill(tab, { ...card, 'card-number': numbers[i]! });
    }
    await Promise.all(tabs.map((tab) => tab.click('form.pay > button')));
    for (const tab of tabs) await tab.getByRole('heading', { name: 'Paid' }).waitFor();
    assert.deepEqual(await paymentsOf(counter, link), ['captured']);
  });

  test('who presses twice pays once', async (t) => {
    const link = await addLink(shop);
    const { page } = await visit(t, browser);
    await page.goto(baseUrl + link.path);
    await fill(page, card);
    await page.dblclick('form.pay > button');
    await page.getByRole('heading', { name: 'Paid' }).waitFor();
    assert.deepEqual(await paymentsOf(counter, link), ['captured']);
  });

  test('the keyboard is enough', async (t) => {
    const link = await addLink(shop);
    const { page } = await visit(t, browser);
    await page.goto(baseUrl + link.path);
    const press = (key: string) => page.keyboard.press(key);
    await press('Tab');
    assert.equal(await page.evaluate('document.activeElement.textContent'), 'Download as PDF');
    await press('Tab');
    assert.equal(await focused(page), 'method-card');
    await press('ArrowRight');
    assert.equal(await page.isVisible('#routing-number'), true);
    await press('ArrowLeft');
    for (const name of ['card-number', 'expiry', 'cvv', 'name', 'postal-code']) {
      await press('Tab');
      assert.equal(await focused(page), name);
      const text = { ...card, expiry: '1239' }[name]!;
      if (name !== 'name') await page.keyboard.type(text.replaceAll(' ', ''));
    }
    assert.equal(await page.inputValue('#card-number'), '4242 4242 4242 4242');
    assert.equal(await page.inputValue('#expiry'), '12/39');
    for (const name of ['email', 'phone', 'save']) {
      await press('Tab');
      assert.equal(await focused(page), name);
    }
    await press('Space');
    await press('Tab');
    const outline = await page.evaluate('getComputedStyle(document.activeElement).outlineStyle');
    assert.equal(outline, 'solid');
    await press('Enter');
    await page.getByRole('heading', { name: 'Paid' }).waitFor();
  });

  test('a fault is where the reader is set, and a link leads to its field', async (t) => {
    const { page } = await visit(t, browser);
    await page.goto(baseUrl + (await addLink(shop)).path);
    await page.click('form.pay > button');
    await page.getByText('Please check 4 things').waitFor();
    assert.ok(await isAtSummary(page));
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    assert.equal(await focused(page), 'card-number');
  });

  test('it all works without a script', async (t) => {
    const link = await addLink(shop);
    const { page } = await visit(t, browser, { javaScriptEnabled: false });
    await page.goto(baseUrl + link.path);
    await page.click('label[for=method-bank]');
    assert.equal(await page.isVisible('#card-number'), false);
    await page.click('form.pay > button');
    await page.getByText('Please check 3 things').waitFor();
    await page.click('label[for=method-card]');
    await fill(page, declinedCard);
    await page.click('form.pay > button');
    await page.getByText('Your payment was declined').waitFor();
    await fill(page, card);
    await page.click('form.pay > button');
    await page.getByRole('heading', { name: 'Paid' }).waitFor();
    assert.equal(await page.isVisible('[data-print]'), false);
  });

  test('an outcome that is not known looks again by itself until it is', async (t) => {
    const link = await addLink(shop);
    const { page } = await visit(t, browser);
    await page.goto(baseUrl + link.path);
    await fill(page, unknownCard);
    await page.click('form.pay > button');
    await page.getByText('We are finding out').waitFor();
    counter.fixture.clock.pass(3 * 60_000);
    await resolveDue(counter.world);
    await page.getByRole('heading', { name: 'Paid' }).waitFor();
  });

  test('it fits a phone, and fingers', async (t) => {
    const { page } = await visit(t, browser, {
      viewport: { width: 390, height: 844 },
      isMobile: true,
      hasTouch: true,
    });
    await page.goto(baseUrl + (await addLink(shop)).path);
    for (const way of ['card', 'bank']) {
      await page.tap(`label[for=method-${way}]`);
      const wide = await page.evaluate('document.documentElement.scrollWidth');
      assert.equal(wide, 390);
      const small = await page.evaluate(smallTargets);
      assert.deepEqual(small, []);
    }
    await page.tap('label[for=method-card]');
    assert.equal(await page.getAttribute('#card-number', 'inputmode'), 'numeric');
    await fill(page, card);
    await page.tap('form.pay > button');
    await page.getByRole('heading', { name: 'Paid' }).waitFor();
  });

  test('on paper stands the receipt, and nothing to press', async (t) => {
    const link = await addLink(shop);
    await counter.post(link.path, card);
    const { page } = await visit(t, browser);
    await page.goto(baseUrl + link.path);
    assert.equal(await page.isVisible('[data-print]'), true);
    await page.emulateMedia({ media: 'print' });
    for (const gone of ['[data-print]', '.actions', 'footer', '.sign']) {
      assert.equal(await page.isVisible(gone), false, gone);
    }
    for (const shown of ['.receipt', '.facts', '.lines', '.business .name']) {
      assert.equal(await page.isVisible(shown), true, shown);
    }
    const groundOf = (selector: string) =>
      page.evaluate(`getComputedStyle(document.querySelector('${selector}')).backgroundColor`);
    assert.equal(await groundOf('body'), 'rgb(255, 255, 255)');
    assert.equal(await groundOf('.sandbox'), 'rgba(0, 0, 0, 0)');
    assert.ok((await page.pdf()).length > 5_000);
  });

  test('the PDF of a receipt comes as a file', async (t) => {
    const link = await addLink(shop);
    await counter.post(link.path, card);
    const { page } = await visit(t, browser);
    await page.goto(baseUrl + link.path);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByText('Download PDF').click(),
    ]);
    assert.equal(file.suggestedFilename(), 'receipt.pdf');
  });
});

/** Runs in the page. */
const smallTargets = `
  [...document.querySelectorAll('input:not([type=radio], [type=checkbox]), label.choice, button')]
    .filter((target) => target.checkVisibility() && target.getBoundingClientRect().height < 44)
    .map((target) => target.outerHTML)`;
