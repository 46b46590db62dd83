import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, test } from 'node:test';
import { chrome, openCounter } from './counter.ts';

/** What every page has, and what is no page. */
const counter = await openCounter({ after });
const { get, addLink, baseUrl } = counter;
const { path } = await addLink(await counter.addBusiness());

const messages = {
  'the form': path,
  'an unknown link': '/pay/AAAAAAAAAAAAAAAAAAAAAA',
};
for (const [what, address] of Object.entries(messages)) {
  test(`${what} is framed by nobody, kept by nobody and runs no code but our own`, async () => {
    const { headers, body } = await get(address);
    const policy = headers.get('content-security-policy')!;
    for (const rule of [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ]) {
      assert.ok(policy.split('; ').includes(rule), rule);
    }
    assert.doesNotMatch(policy, /unsafe|\*|http/);
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.equal(headers.get('referrer-policy'), 'no-referrer');
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.equal(headers.get('x-frame-options'), 'DENY');
    assert.match(headers.get('permissions-policy')!, /payment=\(\)/);
    assert.match(headers.get('x-robots-tag')!, /noindex/);
    assert.equal(headers.get('content-type'), 'text/html; charset=utf-8');
    assert.ok(headers.get('x-request-id'));
    assert.doesNotMatch(body, /<style| style=| on\w+=|<script(?! src="\/assets\/)/);
  });
}

test('style, script and icon are what their names and digests say, and are kept for ever', async () => {
  const { body } = await get(path);
  const named = [...body.matchAll(/(?:href|src)="(\/assets\/[^"]+)"(?: integrity="([^"]+)")?/g)];
  assert.equal(named.length, 3);
  for (const [, address = '', integrity] of named) {
    const answer = await fetch(baseUrl + address);
    const bytes = Buffer.from(await answer.arrayBuffer());
    const digest = (name: string, as: 'hex' | 'base64') =>
      createHash(name).update(bytes).digest(as);
    assert.equal(answer.status, 200);
    assert.ok(address.includes(digest('sha256', 'hex').slice(0, 16)), address);
    assert.equal(answer.headers.get('cache-control'), 'public, max-age=31536000, immutable');
    if (integrity) assert.equal(integrity, `sha384-${digest('sha384', 'base64')}`);
    if (address.endsWith('.js')) assert.ok(bytes.length <= 10_000, `${bytes.length} bytes`);
  }
  assert.equal((await get('/assets/pages-0000000000000000.css')).status, 404);
});

test('an address is taken with a slash at its end and in any letters but those of its secret', async () => {
  assert.equal((await get(`${path}/`)).status, 200);
  assert.equal((await get(path.replace('/pay/', '/PAY/'))).status, 200);
  assert.equal((await get(path.toLowerCase())).status, 404);
});

test('what is no link is answered as a wrong one is', async () => {
  const secret = path.slice('/pay/'.length);
  const wrong = await get('/pay/AAAAAAAAAAAAAAAAAAAAAA');
  assert.equal(wrong.status, 404);
  for (const no of [
    secret.slice(0, -1),
    `${secret}A`,
    `${secret}/x`,
    `${secret}/receipt.pdf/x`,
    '%00',
    "'or 1=1",
    'a'.repeat(3000),
  ]) {
    const { status, body } = await get(`/pay/${no}`);
    assert.deepEqual([status, body], [404, wrong.body], no);
  }
});

test('a page is fetched or sent, and nothing else', async () => {
  for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    const { status, headers } = await fetch(baseUrl + path, { method });
    assert.deepEqual([status, headers.get('allow')], [405, 'GET, HEAD, POST'], method);
  }
});

test('a fault of ours is a page with a number to ask about, and says nothing else', async (t) => {
  const broken = await openCounter(t);
  const { path: address } = await broken.addLink(await broken.addBusiness());
  await broken.fixture.db.query('alter table invoices rename to gone');
  const { status, body } = await broken.get(address);
  assert.equal(status, 500);
  assert.match(body, /Something went wrong on our side/);
  assert.doesNotMatch(body, /invoices|relation|Error|\.ts/);
  await broken.fixture.db.query('alter table gone rename to invoices');
});

test('nobody is known to a log by the address of a link', async () => {
  await fetch(baseUrl + path, { headers: { 'User-Agent': chrome } });
  const secret = path.slice('/pay/'.length);
  assert.ok(!counter.fixture.logged.join('').includes(secret));
});
