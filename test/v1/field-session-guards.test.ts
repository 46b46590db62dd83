import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { unsuspected } from '../../src/payments/risk/card-testing/judge.ts';
import { changeSuspects } from '../../src/payments/risk/card-testing/store.ts';
import { pageSuspects } from '../../src/payments/risk/card-testing/suspect.ts';
import { make, post, shop, typed } from './fields-of-pages.ts';
import { serveV1 } from './serve.ts';

test('the frame is for the origins of its session alone', async (t) => {
  const v1 = await serveV1(t);
  const origins = [shop, 'https://www.example.org:8443', 'http://localhost:5173'];
  const { clientSecret } = await make(v1, { origins });
  const { headers, status } = await fetch(`${v1.baseUrl}/fields/${clientSecret}`);
  assert.equal(status, 200);
  const policy = headers.get('content-security-policy')!;
  assert.ok(policy.includes(`frame-ancestors ${origins.join(' ')};`), policy);
  assert.ok(!policy.includes('unsafe'));
  assert.equal(headers.get('x-frame-options'), null);
  assert.equal(headers.get('referrer-policy'), 'no-referrer');
  assert.equal(headers.get('cache-control'), 'no-store');
  assert.equal(headers.get('set-cookie'), null);
  const nowhere = await fetch(`${v1.baseUrl}/fields/AAAAAAAAAAAAAAAAAAAAAA`);
  assert.deepEqual([nowhere.status, nowhere.headers.get('x-frame-options')], [404, 'DENY']);
  const foreign = await fetch(`${v1.baseUrl}/fields/${clientSecret}`, {
    method: 'POST',
    headers: { 'Sec-Fetch-Site': 'cross-site' },
    body: new URLSearchParams(typed),
  });
  assert.equal(foreign.status, 400);
});

test('an origin is exact and secure', async (t) => {
  const v1 = await serveV1(t);
  const live = await v1.addBusiness({ environment: 'live' });
  const wrong = [
    '*',
    'null',
    'shop.example.com',
    'https://*.example.com',
    'https://shop.example.com/',
    'https://shop.example.com/cart',
    'https://SHOP.example.com',
    'https://a:b@example.com',
    'https://example.com:443',
    'https://example.com; script-src *',
    "https://example.com 'self'",
    'http://shop.example.com',
    'ftp://example.com',
  ];
  for (const origin of wrong) {
    const body = { kind: 'card', origins: [shop, origin] };
    const told = await v1.call('POST', '/v1/field-sessions', { body });
    assert.deepEqual([told.status, told.body.errors[0].field], [400, 'origins.1'], origin);
  }
  for (const [origins, as, field] of [
    [[], v1.caller, 'origins'],
    [['http://localhost:5173'], live, 'origins.0'],
  ] as const) {
    const told = await v1.call('POST', '/v1/field-sessions', {
      body: { kind: 'bank', origins },
      as,
    });
    assert.deepEqual([told.status, told.body.errors[0].field], [400, field], told.text);
  }
});

test('a card tester has to prove work or is stopped before anything is saved', async (t) => {
  const v1 = await serveV1(t);
  const as = await v1.addBusiness({ limited: true });
  const { clientSecret } = await make(v1, {}, as);
  const raise = async (level: 'prove' | 'stop') => {
    const network = pageSuspects({ businessId: 1n, id: 1n }, '127.0.0.1').filter(
      ({ kind }) => kind === 'network',
    );
    const until = v1.clock.now().getTime() + 3_600_000;
    await changeSuspects(v1.db, network, v1.clock.now(), () => ({
      watched: { ...unsuspected, raised: { any: { level, until } } },
      raisedUntil: new Date(until),
    }));
  };
  await raise('prove');
  const unproved = await post(v1, clientSecret, typed);
  assert.deepEqual([unproved.status, unproved.body.error.code], [429, 'proof_wanted']);
  const page = await (await fetch(`${v1.baseUrl}/fields/${clientSecret}`)).text();
  const [, challenge] = /data-proof="([^"]+)"/.exec(page) ?? [];
  assert.ok(challenge);
  assert.equal((await post(v1, clientSecret, { ...typed, proof: proofOf(challenge) })).status, 200);
  await raise('stop');
  const stopped = await make(v1, {}, as);
  const told = await post(v1, stopped.clientSecret, typed);
  assert.deepEqual([told.status, told.body.error.code], [429, 'too_many_cards_tried']);
});

function proofOf(challenge: string): string {
  for (let number = 0; ; number += 1) {
    const proof = `${challenge}:${number.toString(36)}`;
    const digest = hash('sha256', proof, 'buffer');
    if (digest.readUInt16BE(0) === 0 && digest[2]! < 128) return proof;
  }
}

test('an address saves thirty cards an hour at businesses with limits', async (t) => {
  const v1 = await serveV1(t);
  const as = await v1.addBusiness({ limited: true });
  const statuses = [];
  for (let i = 0; i < 31; i += 1) {
    // A business with limits makes so many sessions at once that none is refused here.
    const { clientSecret } = await make(v1, {}, as);
    statuses.push((await post(v1, clientSecret, typed)).status);
  }
  assert.deepEqual(statuses.slice(29), [200, 429]);
});

test('the script is small, pinned by its hash, and for pages of any origin', async (t) => {
  const { baseUrl } = await serveV1(t);
  const told = await fetch(`${baseUrl}/js/v1`);
  const { version, path, integrity } = (await told.json()) as Record<string, string>;
  const answer = await fetch(baseUrl + path);
  const content = Buffer.from(await answer.arrayBuffer());
  assert.equal(integrity, `sha384-${hash('sha384', content, 'base64')}`);
  assert.ok(content.length < 10_000);
  assert.ok(content.toString().includes(`version: '${version}'`));
  for (const [name, value] of Object.entries({
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'text/javascript; charset=utf-8',
  })) {
    assert.equal(answer.headers.get(name), value);
  }
  const moving = await fetch(`${baseUrl}/js/v1/quittance.js`);
  assert.equal(moving.headers.get('cache-control'), 'public, max-age=3600');
  assert.deepEqual(Buffer.from(await moving.arrayBuffer()), content);
  assert.equal((await fetch(`${baseUrl}/js/v1.9.0/quittance.js`)).status, 404);
  const guide = join(import.meta.dirname, '../../docs/interface/card-fields.md');
  assert.ok(readFileSync(guide, 'utf8').includes(`integrity="${integrity}"`));
});
