import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { bank, card, openCounter } from '../pages/counter.ts';
import { missing, startBrowser, visit } from './chromium.ts';
import { fill, isAtSummary } from './fill.ts';

/** What the payment page makes of mistakes, and where its button is. */
describe('slips on the payment page in Chromium', { skip: missing }, async () => {
  if (missing) return;
  const counter = await openCounter({ after });
  const { baseUrl, addLink } = counter;
  const shop = await counter.addBusiness();
  const browser = await startBrowser({ after });

  test('a slip costs neither card number nor security code, and nothing is sent', async (t) => {
    const link = await addLink(shop);
    const { page, asked, complaints } = await visit(t, browser);
    await page.goto(baseUrl + link.path);
    const slips: readonly [field: string, text: string, fault: RegExp][] = [
      ['card-number', '4242 4242 4242 4241', /not a card number/],
      ['expiry', '13/39', /as MM\/YY/],
      ['expiry', '12/29', /has expired/],
      ['cvv', '93', /security code has 3 digits/],
      ['cvv', '9371', /security code has 3 digits/],
      ['name', ' ', /Enter the name/],
      ['postal-code', '0210', /not a ZIP/],
      ['email', 'ada@', /Enter an e-mail address/],
      ['phone', '12', /ten digits/],
    ];
    for (const [field, text, fault] of slips) {
      const typed = { ...card, email: '', phone: '', [field]: text };
      await fill(page, typed);
      await page.click('form.pay > button');
      assert.ok(await isAtSummary(page), field);
      assert.match((await page.textContent('.summary'))!, /Please check one thing/);
      assert.match((await page.textContent(`#${field}-fault`))!, fault);
      assert.equal(await page.getAttribute(`#${field}`, 'aria-describedby'), `${field}-fault`);
      assert.equal(await page.getAttribute(`#${field}`, 'aria-invalid'), 'true');
      for (const name of ['card-number', 'cvv'] as const) {
        assert.equal(await page.inputValue(`#${name}`), typed[name], `${name} after ${field}`);
      }
    }
    assert.equal(asked.filter((url) => url.includes('/pay/')).length, 1);
    await fill(page, {
      ...card,
      expiry: '1 / 2030',
      'postal-code': 'k1a 0b1 ',
      email: '',
      phone: '',
    });
    await page.click('form.pay > button');
    await page.getByRole('heading', { name: 'Paid' }).waitFor();
    assert.deepEqual(complaints, []);
  });

  test('slips in a bank account are told in the page, and its numbers stay', async (t) => {
    const { page } = await visit(t, browser);
    await page.goto(baseUrl + (await addLink(shop)).path);
    await fill(page, {
      ...bank,
      'routing-number': '021000022',
      'account-number-again': '98765433',
    });
    await page.click('form.pay > button');
    await page.getByText('Please check 2 things').waitFor();
    assert.equal(
      await page.getAttribute('#routing-number', 'aria-describedby'),
      'routing-number-fault routing-number-hint',
    );
    assert.equal(await page.inputValue('#account-number'), bank['account-number']);
    await fill(page, bank);
    await page.click('form.pay > button');
    await page.getByRole('heading', { name: 'Payment accepted' }).waitFor();
  });

  test('at 1280 by 800 the button is in view before anything is typed', async (t) => {
    const { page } = await visit(t, browser, { viewport: { width: 1280, height: 800 } });
    await page.goto(baseUrl + (await addLink(shop)).path);
    const box = await page.locator('form.pay > button').boundingBox();
    assert.ok(box!.y + box!.height <= 800, `it ends at ${box!.y + box!.height}`);
  });

  test('who pays from a field far above it sees that the button says so', async (t) => {
    const { page } = await visit(t, browser, { viewport: { width: 1280, height: 500 } });
    await page.goto(baseUrl + (await addLink(shop)).path);
    await fill(page, bank);
    await page.focus('#account-name');
    await page.evaluate(`{
      const form = document.querySelector('form.pay');
      form.addEventListener('submit', () => {
        const button = form.querySelector('button');
        const { top, bottom } = button.getBoundingClientRect();
        const isInView = top >= 0 && bottom <= innerHeight;
        sessionStorage.setItem('seen', JSON.stringify({ text: button.textContent, isInView }));
      });
    }`);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Payment accepted' }).waitFor();
    const seen = JSON.parse(await page.evaluate("sessionStorage.getItem('seen')"));
    assert.deepEqual(seen, { text: 'Paying $12.50 …', isInView: true });
  });

  test('without a script the page says what is to be typed again, and has no number in it', async (t) => {
    const { page } = await visit(t, browser, { javaScriptEnabled: false });
    await page.goto(baseUrl + (await addLink(shop)).path);
    await fill(page, { ...card, 'postal-code': '1' });
    await page.click('form.pay > button');
    await page.getByText('Please check one thing').waitFor();
    await page
      .getByText('your card number and security code back to you: please type them')
      .waitFor();
    assert.doesNotMatch(await page.content(), /4242424242424242|4242 4242 4242 4242" |937/);
    await fill(page, card);
    await page.click('form.pay > button');
    await page.getByRole('heading', { name: 'Paid' }).waitFor();
  });
});
