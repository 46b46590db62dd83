import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import AxeBuilder from '@axe-core/playwright';
import type { FrameLocator, Page } from 'playwright-core';
import type { Scope } from '../scope.ts';
import { serveV1 } from '../v1/serve.ts';
import { missing, startBrowser, visit } from './chromium.ts';
import { keylogger, openShop } from './shop-page.ts';

/** Card fields in a page of somebody else, on another site. */
describe('card fields in a foreign page', { skip: missing }, async () => {
  if (missing) return;
  const v1 = await serveV1({ after });
  const shop = await openShop({ after });
  const stranger = await openShop({ after });
  const browser = await startBrowser({ after });
  const script = (await (await fetch(`${v1.baseUrl}/js/v1`)).json()) as Record<string, string>;
  // What is no secret: the port of the service.
  const port = new URL(v1.baseUrl).port;

  const sessionFor = async (kind: string, more: object = {}) => {
    const body = { kind, origins: [shop.origin], ...more };
    const made = await v1.call('POST', '/v1/field-sessions', { body });
    assert.equal(made.status, 201, made.text);
    return made.body;
  };
  const pageFor = (
    options: object,
  ) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title>
<main><h1>Pay</h1><div id="fields"></div><button id="pay">Pay</button><p id="said" role="status"></p></main>
<script>${keylogger}</script>
<script src="${v1.baseUrl}${script.path}" integrity="${script.integrity}" crossorigin="anonymous"></script>
<script>
  window.events = [];
  window.fields = Quittance.fields(${JSON.stringify(options)});
  for (const name of ['ready', 'change', 'enter', 'error']) {
    fields.on(name, (about) => events.push({ name, ...about }));
  }
  fields.mount('#fields');
  document.querySelector('#pay').addEventListener('click', async () => {
    const said = document.querySelector('#said');
    try {
      window.made = await fields.submit();
      said.textContent = 'made';
    } catch (error) {
      window.failed = { code: error.code, fields: error.fields };
      said.textContent = error.code;
    }
  });
</script></html>`;

  type Made = { readonly token: string };
  type Shown = { readonly page: Page; readonly frame: FrameLocator; readonly complaints: string[] };
  async function show(
    scope: Scope,
    options: object,
    { at = shop, looks = {} }: { at?: typeof shop; looks?: object } = {},
  ): Promise<Shown> {
    at.show('/pay', pageFor(options));
    const { page, complaints } = await visit(scope, browser, looks);
    await page.goto(`${at.origin}/pay`);
    return { page, complaints, frame: page.frameLocator('#fields iframe') };
  }
  const value = (page: Page, name: string) => page.evaluate<never>(`window.${name}`);
  const said = async (page: Page, text: string) =>
    await page.locator('#said', { hasText: text }).waitFor();

  test('with the keyboard alone a card becomes a token that is charged; a keylogger sees no digit of it', async (t) => {
    const { clientSecret, id } = await sessionFor('card');
    const { page, frame, complaints } = await show(t, { session: clientSecret, kind: 'card' });
    await frame.locator('#number').waitFor();
    await page.keyboard.press('Tab');
    for (const [name, text] of [
      ['number', '4242424242424242'],
      ['expiry', '1239'],
      ['postal-code', '97531'],
      ['name', 'Ada Park'],
    ] as const) {
      assert.equal(await frame.locator(':focus').getAttribute('id'), name);
      await page.keyboard.type(text);
      await page.keyboard.press('Tab');
    }
    assert.equal(await frame.locator('.brand').textContent(), 'Visa');
    // The last Tab leaves the frame of another process, where a key could still arrive.
    await page.waitForFunction("document.activeElement?.id === 'pay'");
    await page.keyboard.press('Enter');
    await said(page, 'made');
    const { token, ...shown }: Made = await value(page, 'made');
    assert.deepEqual(shown, { kind: 'card', brand: 'visa', last4: '4242', expiry: '2039-12' });
    const { customerId } = (await v1.call('GET', `/v1/tokens/${token}`)).body;
    const body = { amount: 1250, source: { token }, customerId };
    assert.equal((await v1.call('POST', '/v1/payments', { body })).body.status, 'captured');
    const session = await v1.call('GET', `/v1/field-sessions/${id}`);
    assert.equal(session.body.token, token);
    assert.deepEqual(complaints, []);

    const seen: string[] = await value(page, 'seen');
    assert.ok(
      seen.some((one) => one.includes('"type":"change"')),
      'the logger works',
    );
    // Keys pressed on the page itself: to come in, and to press the button.
    const keys = seen.filter((one) => one.startsWith('["keydown"'));
    assert.deepEqual(
      keys.filter((one) => /"\d"/.test(one)),
      [],
    );
    const result = seen.filter((one) => one.includes(token));
    const others = seen.filter((one) => !result.includes(one)).join('\n');
    for (const part of ['4242', '12/', '1239', '97531', 'Ada', 'Park']) {
      assert.ok(!others.includes(part), `${part} in ${others}`);
    }
    assert.ok(!result.join('').includes('42424'), 'of the number only the last four digits');
  });

  test('a card that is wrong is told in its field, and to the page without digits', async (t) => {
    const { clientSecret } = await sessionFor('card');
    const { page, frame } = await show(t, { session: clientSecret, kind: 'card' });
    await frame.locator('#number').fill('4242 4242 4242 4241');
    await frame.locator('#expiry').fill('01/20');
    await page.click('#pay');
    await said(page, 'wrong_fields');
    const faults = await frame.locator('.fault').allTextContents();
    assert.equal(faults.length, 4);
    assert.match(faults[0]!, /not a card number/);
    assert.equal(await frame.locator('#number').getAttribute('aria-invalid'), 'true');
    await page.frames()[1]!.waitForFunction('document.activeElement.id === "number"');
    const failed: { fields: { field: string; code: string }[] } = await value(page, 'failed');
    assert.deepEqual(
      failed.fields.map(({ field, code }) => [field, code]),
      [
        ['number', 'wrong'],
        ['expiry', 'past'],
        ['postalCode', 'missing'],
        ['name', 'missing'],
      ],
    );
    assert.doesNotMatch(JSON.stringify(failed), /\d/);
    await page.evaluate('fields.clear()');
    await frame.locator('.fault').first().waitFor({ state: 'detached' });
    assert.equal(await frame.locator('#number').inputValue(), '');
  });

  test('a bank account becomes a token, in Spanish, and from right to left', async (t) => {
    const { clientSecret } = await sessionFor('bank');
    const options = { session: clientSecret, kind: 'bank', locale: 'es', dir: 'rtl' };
    const { page, frame } = await show(t, options);
    await frame.getByLabel('Titular de la cuenta').fill('Ada Park');
    await frame.getByLabel('Número de ruta').fill('021000021');
    await frame.getByLabel('Número de cuenta', { exact: true }).fill('000126789');
    await frame.getByLabel('Repita el número de cuenta').fill('000126789');
    await frame.getByLabel('Tipo de cuenta').selectOption('savings');
    const looks = `[document.dir, getComputedStyle(document.querySelector('#name')).direction,
      getComputedStyle(document.querySelector('#account-number')).direction]`;
    assert.deepEqual(await page.frames()[1]!.evaluate(looks), ['rtl', 'rtl', 'ltr']);
    assert.equal(await page.getAttribute('#fields iframe', 'title'), 'Cuenta bancaria');
    await page.click('#pay');
    await said(page, 'made');
    const { token: _, ...shown }: Made = await value(page, 'made');
    assert.deepEqual(shown, { kind: 'bank', brand: null, last4: '6789', expiry: null });
  });

  test('a page of another origin gets nothing: no frame, and no word from one', async (t) => {
    const { clientSecret } = await sessionFor('card');
    const refused = await show(t, { session: clientSecret, kind: 'card' }, { at: stranger });
    const blocked = () => refused.complaints.some((one) => one.includes('frame-ancestors'));
    await refused.page.waitForFunction('document.querySelector("iframe").contentWindow !== null');
    if (!blocked()) await refused.page.waitForEvent('console', blocked);
    assert.match(refused.page.frames()[1]!.url(), /^chrome-error:/);

    // Even where a browser would not know the policy, the fields answer no page that the session does not name.
    const { page } = await visit(t, browser);
    await page.route('**/fields/*', async (route) => {
      const response = await route.fetch();
      const { 'content-security-policy': __, ...headers } = response.headers();
      await route.fulfill({ response, headers });
    });
    await page.goto(`${stranger.origin}/pay`);
    const inner = page.frames().find((one) => one.url().includes('/fields/'))!;
    await inner.waitForLoadState('load');
    await inner.evaluate(
      `void (window.heard = new Promise((resolve) => addEventListener('message', resolve)))`,
    );
    await page.evaluate('fields.update({ locale: "fr" })');
    await inner.evaluate('window.heard.then(() => true)');
    assert.equal(await inner.locator('form').isVisible(), false);
    const seen: string[] = await value(page, 'seen');
    assert.deepEqual(
      seen.filter((one) => one.startsWith('["message"')),
      [],
    );
  });

  test('looks are taken by name and value, and never as text of a style sheet', async (t) => {
    const { clientSecret } = await sessionFor('card');
    const style = {
      colorText: '#123456',
      fontSize: 20,
      radius: 0,
      colorBorder: 'red; background: url(https://example.com/)',
      position: 'fixed',
      fontFamily: 'constructor',
    };
    const labels = { number: '<b>Карта</b>', nothing: 'x' };
    const { page, frame } = await show(t, { session: clientSecret, kind: 'card', style, labels });
    await frame.locator('#number').waitFor();
    const styled = `(({ color, fontSize, borderRadius, borderTopColor }) => [color, fontSize, borderRadius, borderTopColor])(
      getComputedStyle(document.querySelector('#number')))`;
    assert.deepEqual(await page.frames()[1]!.evaluate(styled), [
      'rgb(18, 52, 86)',
      '20px',
      '0px',
      'rgb(125, 136, 155)',
    ]);
    assert.equal(await frame.locator('label[for=number]').textContent(), '<b>Карта</b>');
    // They come from another process.
    await page.waitForFunction("events.filter(({ name }) => name === 'error').length >= 2");
    const errors = (
      (await value(page, 'events')) as { name: string; code: string; names: string[] }[]
    )
      .filter(({ name }) => name === 'error')
      .map(({ code, names }) => [code, names]);
    assert.deepEqual(errors, [
      ['label_refused', ['nothing']],
      ['style_refused', ['colorBorder', 'position', 'fontFamily']],
    ]);
  });

  test('a session that was used says so in the frame and to the page', async (t) => {
    const { clientSecret } = await sessionFor('card');
    const typed = {
      number: '4242424242424242',
      expiry: '12/39',
      name: 'Ada',
      'postal-code': '02101',
    };
    const body = new URLSearchParams(typed);
    const sent = await fetch(`${v1.baseUrl}/fields/${clientSecret}`, { method: 'POST', body });
    assert.equal(sent.status, 200);
    const { page, frame } = await show(t, { session: clientSecret, kind: 'card', locale: 'fr' });
    await frame.getByText('Ce formulaire a déjà été envoyé').waitFor();
    await page.click('#pay');
    await said(page, 'session_complete');
  });

  /** AxeBuilder leaves a frame out, and says nothing of it, that has not answered within a second. */
  async function lookInto(page: Page) {
    for (;;) {
      const found = await new AxeBuilder({ page }).analyze();
      const targets = found.passes.flatMap(({ nodes }) => nodes.map(({ target }) => target));
      if (targets.some(({ length }) => length > 1)) return found;
    }
  }

  for (const [kind, dir] of [
    ['card', 'ltr'],
    ['bank', 'rtl'],
  ] as const) {
    test(`on a phone of 360 pixels the fields fit, and axe finds nothing wrong (${kind})`, async (t) => {
      const { clientSecret } = await sessionFor(kind);
      const looks = { viewport: { width: 360, height: 740 } };
      const { page, frame } = await show(t, { session: clientSecret, kind, dir }, { looks });
      await frame.locator('#name').waitFor();
      await page.click('#pay');
      await frame.locator('.fault').first().waitFor();
      const inner = page.frames()[1]!;
      const width = 'document.documentElement.scrollWidth - innerWidth';
      assert.deepEqual([await page.evaluate(width), await inner.evaluate(width)], [0, 0]);
      await page.waitForFunction(
        `document.querySelector('iframe').clientHeight >= ${await inner.evaluate('document.querySelector("form").offsetHeight')}`,
      );
      await page.evaluate('fields.update({ style: { scheme: "light" } })');
      await inner.waitForFunction('document.documentElement.dataset.scheme === "light"');
      const { violations } = await lookInto(page);
      assert.deepEqual(
        violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
        [],
      );
    });
  }

  test('the address of the service is all that the page asks for besides its own', async (t) => {
    const { clientSecret } = await sessionFor('card');
    shop.show('/pay', pageFor({ session: clientSecret, kind: 'card' }));
    const { page, asked } = await visit(t, browser);
    await page.goto(`${shop.origin}/pay`);
    await page.frameLocator('#fields iframe').locator('#number').waitFor();
    const ports = new Set(asked.map((url) => new URL(url).port));
    ports.delete(new URL(shop.origin).port);
    assert.deepEqual([...ports], [port]);
  });
});
