import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { onlyReads } from '../../src/api/v1/endpoint.ts';
import type { OpenEndpoint } from '../../src/api/v1/session/open-endpoint.ts';
import { sessionEndpoints } from '../../src/api/v1/session/session-endpoints.ts';
import { personIdOf } from '../../src/parties/sign-in/person.ts';
import { addPasskey, browserAt, join } from './people-at.ts';
import { serveV1, type Told, type V1 } from './serve.ts';

/*
 * Endpoints for people belong to no business, so neither the rights of keys nor row-level security guard them: each asks
 * for a session by itself, and reaches the person behind it alone.
 */

const v1 = await serveV1({ after });
const ann = 'ann@example.com';
const inWhole = await join(v1, 'manager', ann);
const { added } = await addPasskey(inWhole);
const half = browserAt(v1);
await half.signIn(ann);
const bob = await join(v1, 'manager', 'bob@example.com');

const nonsense = { nonsense: 1 };
const named = ({ path }: OpenEndpoint, ids: Readonly<Record<string, string>>): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? assert.fail(`which ${name}?`));
const nobodys = '00000000-0000-4000-8000-000000000001';
const any = { sessionId: nobodys, passkeyId: nobodys };

type Call = V1['call'];
const asOther = (as: Parameters<Call>[2] & object, call: Call = v1.call) => {
  return async ({ method, path }: { method: string; path: string }) =>
    await call(method, path, { ...as, ...(method !== 'GET' && { body: nonsense }) });
};
const inBrowser = (browser: typeof bob, headers: Readonly<Record<string, string>> = {}) => {
  return asOther({}, (method, path, asked) =>
    browser.call(method, path, { headers, ...(asked?.body !== undefined && { body: nonsense }) }),
  );
};

type Ask = (request: { method: string; path: string }) => Promise<Told>;
type Expected = (endpoint: OpenEndpoint) => string | undefined;
const askers: Readonly<Record<string, { readonly ask: Ask; readonly expected: Expected }>> = {
  nobody: {
    ask: asOther({ as: { headers: {} } }),
    expected: ({ needs }) => (needs === 'nothing' ? undefined : 'not_authenticated'),
  },
  'a program with a key for everything': {
    ask: asOther({}),
    expected: ({ needs }) => (needs === 'nothing' ? undefined : 'not_authenticated'),
  },
  'a page of another site': {
    ask: inBrowser(inWhole, { 'Sec-Fetch-Site': 'cross-site' }),
    expected: () => 'foreign_page',
  },
  'a page of another host of the same site': {
    ask: inBrowser(inWhole, { 'Sec-Fetch-Site': 'same-site' }),
    expected: () => 'foreign_page',
  },
  'a page that cannot read the word of the session': {
    ask: inBrowser(inWhole, { 'X-Anti-Forgery': 'x'.repeat(43) }),
    expected: (one) => (one.needs === 'nothing' || onlyReads(one) ? undefined : 'foreign_page'),
  },
  'somebody whose second factor is missing': {
    ask: inBrowser(half),
    expected: ({ needs }) => (['whole', 'proof'].includes(needs) ? 'code_required' : undefined),
  },
};
// Whoever it admits is signed out by it.
const endAtLast = sessionEndpoints.toSorted(
  (one, other) => Number(one.id === 'session.end') - Number(other.id === 'session.end'),
);
const refusals = ['not_authenticated', 'foreign_page', 'code_required'];

for (const [who, { ask, expected }] of Object.entries(askers)) {
  test(`${who} is admitted by endpoints for people exactly where their table says`, async () => {
    const wrong: string[] = [];
    for (const endpoint of endAtLast) {
      const { method, needs, id } = endpoint;
      const { status, body } = await ask({ method, path: named(endpoint, any) });
      const refused = refusals.includes(body?.code) ? body.code : undefined;
      if (refused !== expected(endpoint))
        wrong.push(`${id} needs ${needs}: ${status} ${body?.code}`);
    }
    assert.deepEqual(wrong, []);
  });
}

test('no endpoint for people reaches the session or the passkey of another person', async () => {
  const { body: session } = await inWhole.call('GET', '/v1/session');
  const ids = { sessionId: session.id as string, passkeyId: added.passkey.id as string };
  const before = await signInOf(ann);
  assert.ok(Object.values(before).every((rows) => rows.length > 0));
  const naming = sessionEndpoints.filter(({ path }) => path.includes('{'));
  assert.ok(naming.length >= 3);
  for (const endpoint of naming) {
    const body = endpoint.body && { body: { name: 'of Bob' } };
    await bob.call(endpoint.method, named(endpoint, ids), { ...body });
  }
  const reads = sessionEndpoints.filter((one) => onlyReads(one) && !one.path.includes('{'));
  for (const { path } of reads) {
    const { status, text } = await bob.call('GET', path);
    assert.equal(status, 200, text);
    for (const secret of [ann, ...Object.values(ids)]) assert.ok(!text.includes(secret), path);
  }
  assert.deepEqual(await signInOf(ann), before);
});

test('a parameter that an endpoint for people does not know is refused, and nothing is done', async () => {
  const before = await signInOf(ann);
  for (const endpoint of sessionEndpoints) {
    const { method, id } = endpoint;
    const path = `${named(endpoint, any)}?frm=2030-01-01`;
    const { status, body } = await inWhole.call(method, path);
    assert.deepEqual([status, body.code], [400, 'wrong_fields'], id);
    const told = body.errors.find(({ field }: { field: string }) => field === 'frm');
    assert.equal(told?.code, 'unknown', id);
  }
  assert.deepEqual(await signInOf(ann), before);
});

/** All rows by which a person signs in. */
async function signInOf(email: string): Promise<Record<string, readonly unknown[]>> {
  const keys = {
    people: 'id',
    sessions: 'person_id',
    passkeys: 'person_id',
    memberships: 'person_id',
  };
  const found: Record<string, readonly unknown[]> = {};
  for (const [table, key] of Object.entries(keys)) {
    const text = `select t::text as row from ${table} t where ${key} = $1 order by 1`;
    found[table] = await v1.db.query(text, [personIdOf(email)]);
  }
  return found;
}
