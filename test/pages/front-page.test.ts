import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { version } from '../../src/runtime/version.ts';
import { openCounter } from './counter.ts';

/** What stands at `/`. */
const { baseUrl } = await openCounter({ after });
const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

async function at(path: string, accept?: string, method = 'GET') {
  const headers = accept === undefined ? {} : { accept };
  const answer = await fetch(baseUrl + path, { method, headers });
  return { status: answer.status, headers: answer.headers, body: await answer.text() };
}

test('a browser that opens the address of the service gets the portal', async () => {
  for (const path of ['/', '', '/?utm_source=mail']) {
    const { status, headers, body } = await at(path, browser);
    assert.equal(status, 200, body);
    assert.equal(headers.get('content-type'), 'text/html; charset=utf-8');
    assert.match(headers.get('content-security-policy')!, /default-src 'none'.*frame-ancestors/);
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.equal(headers.get('vary'), 'Accept, Accept-Encoding');
    assert.match(body, /<script type="module"[^>]* src="\/portal\/[^"]+\.js">/);
  }
});

test('a program gets every address as JSON, each is answered, and every other method is refused', async () => {
  for (const accept of [undefined, '*/*', 'application/json', 'text/html;q=0, */*', 'text/htmlx']) {
    const { status, headers, body } = await at('/', accept);
    assert.deepEqual([status, headers.get('x-content-type-options')], [200, 'nosniff']);
    assert.deepEqual(JSON.parse(body), {
      name: 'Quittance',
      version,
      mode: 'sandbox',
      portal: '/',
      signIn: '/sign-in',
      documentation: '/docs',
      reference: '/reference',
      manual: '/manual.md',
      json: '/openapi.json',
      soap: '/Service.asmx',
      wsdl: '/Service.asmx?WSDL',
      health: '/health',
    });
  }
  const told = Object.values(JSON.parse((await at('/')).body) as Record<string, string>);
  const named = told.filter((value) => value.startsWith('/'));
  for (const path of named) assert.equal((await at(path, browser)).status, 200, path);
  const head = await at('/', browser, 'HEAD');
  assert.deepEqual([head.status, head.body], [200, '']);
  const posted = await at('/', browser, 'POST');
  assert.deepEqual([posted.status, posted.headers.get('allow')], [405, 'GET, HEAD']);
});
