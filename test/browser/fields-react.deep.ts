import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { build, type Rollup } from 'vite';
import { scratch } from '../../packages/embedded-postgres/test/fixture.ts';
import { serveV1 } from '../v1/serve.ts';
import { missing, startBrowser, visit } from './chromium.ts';
import { openShop } from './shop-page.ts';

const root = join(import.meta.dirname, '../..');

/** A page as a developer writes it, in the strict mode of React, which mounts everything twice. */
const page = `
import { createElement, createRef, StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { QuittanceFields } from '${join(root, 'clients/react/src/index.ts')}';

const fields = createRef();
function Shop({ src, integrity, session }) {
  const [change, setChange] = useState();
  const [said, setSaid] = useState('');
  const [locale, setLocale] = useState('en');
  const pay = () =>
    fields.current.submit().then(({ token }) => setSaid(token), ({ code }) => setSaid(code));
  const shown = { ref: fields, src, integrity, session, kind: 'card', locale, className: 'fields' };
  return createElement('main', {},
    createElement(QuittanceFields, { ...shown, onChange: setChange, onError: ({ code }) => setSaid(code) }),
    createElement('button', { id: 'pay', onClick: pay }, change?.complete ? 'Pay' : 'Not yet'),
    createElement('button', { id: 'es', onClick: () => setLocale('es') }, 'Español'),
    createElement('p', { id: 'said' }, said));
}
window.show = (about) =>
  createRoot(document.querySelector('#shop')).render(createElement(StrictMode, {}, createElement(Shop, about)));
`;

async function bundled(): Promise<string> {
  const entry = '\0page.js';
  const made = (await build({
    root,
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"development"' },
    plugins: [
      {
        name: 'page',
        resolveId: (id) => (id === 'page.js' ? entry : undefined),
        load: (id) => (id === entry ? page : undefined),
      },
    ],
    build: { write: false, minify: false, rollupOptions: { input: 'page.js' } },
  })) as Rollup.RollupOutput;
  return made.output[0].code;
}

test('the component is built as plain modules with types', async (t) => {
  const folder = await scratch(t);
  const tsc = join(root, 'node_modules/.bin/tsc');
  await promisify(execFile)(tsc, ['-p', join(root, 'clients/react'), '--outDir', folder]);
  const made = ['fields.d.ts', 'fields.js', 'index.d.ts', 'index.js'];
  assert.deepEqual((await readdir(folder)).sort(), made);
});

describe('card fields in a page of React', { skip: missing }, async () => {
  if (missing) return;
  const v1 = await serveV1({ after });
  const browser = await startBrowser({ after });
  const shop = await openShop({ after });
  shop.show('/shop.js', await bundled(), 'text/javascript');
  shop.show(
    '/',
    '<!doctype html><div id="shop"></div><script type="module" src="/shop.js"></script>',
  );
  const { path, integrity } = (await v1.call('GET', '/js/v1')).body;
  const src = v1.baseUrl + path;

  async function open(t: Parameters<typeof visit>[0], about: object) {
    const body = { kind: 'card', origins: [shop.origin] };
    const { clientSecret: session } = (await v1.call('POST', '/v1/field-sessions', { body })).body;
    const { page } = await visit(t, browser);
    await page.goto(shop.origin);
    await page.evaluate(`show(${JSON.stringify({ src, integrity, session, ...about })})`);
    return { page, frame: page.frameLocator('.fields iframe'), said: page.locator('#said') };
  }

  test('a card becomes a token; who renders again keeps what was typed', async (t) => {
    const { page, frame, said } = await open(t, {});
    await frame.locator('#number').fill('4242424242424242');
    await page.click('#pay');
    await said.filter({ hasText: 'wrong_fields' }).waitFor();
    await page.click('#es');
    await frame.getByText('Número de tarjeta').waitFor();
    assert.equal(await frame.locator('#number').inputValue(), '4242 4242 4242 4242');
    await frame.locator('#expiry').fill('12/39');
    await frame.locator('#postal-code').fill('02101');
    await frame.locator('#name').fill('Ada Park');
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await said.filter({ hasText: /^card_/ }).waitFor();
    assert.equal(await page.locator('iframe').count(), 1);
  });

  test('a script with another hash is not run, and the page is told', async (t) => {
    const { page, said } = await open(t, { integrity: `sha384-${'A'.repeat(64)}` });
    await said.filter({ hasText: 'not_loaded' }).waitFor();
    assert.equal(await page.locator('iframe').count(), 0);
  });
});
