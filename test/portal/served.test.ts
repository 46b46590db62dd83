import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import { openCounter } from '../pages/counter.ts';

const dist = join(import.meta.dirname, '../../portal/dist');
const { baseUrl } = await openCounter({ after });

test('every address of a screen is the same page, which takes no foreign content', async () => {
  for (const path of ['/b/100001/', '/b/100001/payments?status=unknown', '/b/1/a/b']) {
    const { status, headers } = await fetch(baseUrl + path);
    const policy = headers.get('content-security-policy')!;
    assert.equal(status, 200, path);
    assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self';/);
    assert.match(policy, /require-trusted-types-for 'script'; trusted-types 'none'$/);
    assert.doesNotMatch(policy, /unsafe|http|\*/);
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.equal(headers.get('x-frame-options'), 'DENY');
    // People prove there who they are.
    assert.match(headers.get('permissions-policy')!, /publickey-credentials-get=\(self\)/);
  }
});

test('its files are kept for ever, and their names change with their content', async () => {
  const names = readdirSync(dist).filter((name) => name !== 'index.html');
  assert.ok(names.length >= 2);
  for (const name of names) {
    const answer = await fetch(`${baseUrl}/portal/${name}`);
    assert.equal(answer.status, 200, name);
    assert.ok(Buffer.from(await answer.arrayBuffer()).equals(readFileSync(join(dist, name))), name);
    assert.match(answer.headers.get('cache-control')!, /immutable/);
    if (name !== 'licenses.md') assert.match(name, /-[0-9a-f]{8}\.(?:js|css|svg)$/);
  }
  for (const path of [
    '/portal/index-00000000.js',
    '/portal/index.html',
    '/portal/..%2fpackage.json',
  ]) {
    assert.equal((await fetch(baseUrl + path)).status, 404, path);
  }
  for (const path of ['/portal/licenses.md', '/b/100001/']) {
    assert.equal((await fetch(baseUrl + path, { method: 'POST' })).status, 405, path);
  }
});

test('the first load is under 200 kB compressed', () => {
  const page = readFileSync(join(dist, 'index.html'), 'utf8');
  const named = [...page.matchAll(/(?:src|href)="\/portal\/([^"]+)"/g)].map(([, name]) => name!);
  assert.ok(
    named.some((name) => name.endsWith('.js')) && named.some((name) => name.endsWith('.css')),
  );
  // With the largest screen, whichever is opened first.
  const sizes = (names: readonly string[]) =>
    names.map((name) => brotliCompressSync(readFileSync(join(dist, name))).length);
  const rest = readdirSync(dist).filter((name) => name.endsWith('.js') && !named.includes(name));
  const bytesOf = (name: string) => statSync(join(dist, name)).size;
  const largest = rest.sort((one, other) => bytesOf(other) - bytesOf(one)).slice(0, 3);
  const first = sizes(named).reduce((sum, size) => sum + size, 0) + Math.max(...sizes(largest), 0);
  assert.ok(first < 200_000, `${first} bytes`);
});

test('a browser that takes brotli gets each file compressed, also when several ask at once', async () => {
  const name = readdirSync(dist).find((one) => one.endsWith('.css'))!;
  const asked = [`/portal/${name}`, `/portal/${name}`].map((path) =>
    fetch(baseUrl + path, { headers: { 'accept-encoding': 'br' } }),
  );
  for (const answer of await Promise.all(asked)) {
    assert.equal(answer.headers.get('content-encoding'), 'br');
    assert.equal(answer.headers.get('vary'), 'Accept-Encoding');
    assert.ok(Buffer.from(await answer.arrayBuffer()).equals(readFileSync(join(dist, name))));
  }
});
