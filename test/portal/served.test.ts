import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
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

test('the program of every screen is under 150 kB compressed, which leaves 50 kB to its answers', () => {
  const read = (name: string) => readFileSync(join(dist, name), 'utf8');
  const page = read('index.html');
  const named = [...page.matchAll(/(?:src|href)="\/portal\/([^"]+)"/g)].map(([, name]) => name!);
  const programs = named.filter((name) => name.endsWith('.js'));
  assert.ok(named.some((name) => name.endsWith('.css')));
  const found = (name: string, imports: RegExp) =>
    [...read(name).matchAll(imports)].map(([, other]) => other!);
  const needed = (name: string, known: Set<string>): Set<string> => {
    if (known.has(name)) return known;
    known.add(name);
    for (const other of found(name, /(?:from|import)\s*["'`]\.\/([^"'`]+)/g)) needed(other, known);
    return known;
  };
  const sizes = new Map<string, number>();
  const sizeOf = (name: string) => {
    const size = sizes.get(name) ?? brotliCompressSync(readFileSync(join(dist, name))).length;
    sizes.set(name, size);
    return size;
  };
  const screens = programs.flatMap((name) => found(name, /import\(["'`]\.\/([^"'`]+)/g));
  assert.ok(screens.length > 40, String(screens));
  for (const screen of screens) {
    const all = needed(screen, new Set(named));
    const bytes = [...all].reduce((sum, name) => sum + sizeOf(name), 0);
    assert.ok(bytes < 150_000, `${screen}: ${bytes} bytes`);
  }
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
