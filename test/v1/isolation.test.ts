import assert from 'node:assert/strict';
import { test } from 'node:test';
import { comparesVersions, type Endpoint, onlyReads } from '../../src/api/v1/endpoint.ts';
import { endpoints } from '../../src/api/v1/endpoints.ts';
import { rights } from '../../src/parties/businesses/rights.ts';
import { roleNames } from '../../src/parties/users/roles.ts';
import { openDoor } from '../caller.ts';
import type { Caller, Visit } from '../fixture.ts';
import { changesIn, rowsOf } from '../owned-rows.ts';
import { withoutBusinessIds, withoutRowSecurity } from '../row-security.ts';
import { after, atEnd } from '../scope.ts';
import { atOnce } from './at-once.ts';
import { type Made, makeEverything, type Populated } from './everything.ts';
import { expansionsOf, goodRequest } from './good-requests.ts';
import { serveV1, type V1 } from './serve.ts';
import { signIn } from './signed-in.ts';
import {
  leaksByHeader,
  leaksByNames,
  leaksInLists,
  type Party,
  probesAt,
  send,
} from './strangers.ts';

/*
 * One business has an object of every resource, another one below the same parent has the same under the same numbers,
 * and others try to reach them: through a process with both checks, and through processes that lack one of them.
 */
const v1 = await serveV1({ after }, { isSabotaged: true });
const root = v1.caller;
const [own, twin] = await makeTwins();
const tree = await treeOf(own);
const parties = await makeParties();
const probes = probesAt(own.made);
const strays = await makeStrays();

async function makeTwins() {
  const ancestors = [root.business.id];
  const zebra = await v1.addBusiness({ ancestors, name: 'zebra Shop' });
  const walrus = await v1.addBusiness({ ancestors, name: 'walrus Shop' });
  const [one, other] = await makeEverything({ after }, v1, [zebra, walrus]);
  return [one!, other!] as const;
}

async function makeParties(): Promise<Party[]> {
  const [above, owner, sibling] = [root, own.owner, await below(root)];
  const users: Party[] = [];
  for (const role of roleNames) {
    const as = await signIn(v1, await v1.addBusiness(), role);
    const who = `a ${role} of a stranger`;
    users.push({ who, as, isAbove: false, isOneOfRoles: true });
  }
  return [
    { who: 'a stranger', as: await v1.addBusiness(), isAbove: false },
    ...users,
    {
      who: 'an administrator of another child of the parent',
      as: await signIn(v1, await below(root), 'administrator'),
      isAbove: false,
      sees: ['/v1/users', '/v1/audit-log', '/v1/jobs'],
    },
    { who: 'another child of the parent', as: sibling, isAbove: false },
    { who: 'a child', as: await below(above, owner), isAbove: false },
    { who: 'a child of a sibling', as: await below(above, sibling), isAbove: false },
    { who: 'the parent that names no child', as: above, isAbove: true },
  ];
}

async function below(...ancestors: readonly Caller[]): Promise<Caller> {
  return await v1.addBusiness({ ancestors: ancestors.map(({ business }) => business.id) });
}

/** Objects of the owner under numbers that the other one has not, for requests that name two objects. */
async function makeStrays(): Promise<Partial<Made>> {
  const { token, code: planCode } = own.made;
  const body = { token, planCode, interval: 'weekly' };
  const { body: made } = await v1.call('POST', '/v1/subscriptions', { body, as: own.owner });
  const person = { body: { email: 'stray@example.com' }, as: own.owner };
  const { body: stray } = await v1.call('POST', '/v1/customers', person);
  const text = { phone: '6175550126', body: 'Hello.' };
  const { body: texted } = await v1.call('POST', '/v1/messages', { body: text, as: own.owner });
  return { subscriptionId: made.id, customerId: stray.id, conversationId: texted.conversationId };
}

/** The owner and what it made below itself. */
async function treeOf({ owner }: Populated): Promise<bigint[]> {
  const rows = await v1.db.query<{ id: bigint }>(
    `select business_id as id from businesses where business_id = $1 or $1 = any(ancestors)`,
    [owner.business.id],
  );
  return rows.map(({ id }) => id);
}

test('there is a good request for every endpoint, and every id in a path is that of an object', () => {
  const without = endpoints.filter((one) => !goodRequest(one, own.made)).map(({ id }) => id);
  assert.deepEqual(without, [], 'add one to good-requests.ts, and its object to everything.ts');
  const probed = new Set(probes.filter(({ isInPath }) => isInPath).map(({ endpoint }) => endpoint));
  const blind = endpoints.filter((one) => one.path.includes('{') && !probed.has(one));
  assert.deepEqual(
    blind.map(({ id }) => id),
    [],
  );
});

/** Reads and changes more than the rows of one business; or keys, which are looked up before it is known whose they are. */
const isBeyondWall = ({ id, acrossBusinesses, forOperator }: Endpoint) =>
  acrossBusinesses || forOperator || id.startsWith('apiKeys.');

type Door = { readonly over?: Visit['over']; readonly isTried: (endpoint: Endpoint) => boolean };
const doors: Readonly<Record<string, Door>> = {
  'both checks': { isTried: () => true },
  'row-level security alone': {
    over: withoutBusinessIds,
    isTried: (endpoint) => !isBeyondWall(endpoint),
  },
  'the check in the statements alone': { over: withoutRowSecurity, isTried: () => true },
};

for (const [checks, { over, isTried }] of Object.entries(doors)) {
  test(`with ${checks} nobody reaches an object of another business`, async (t) => {
    const before = await rowsOf(v1.db, tree);
    const call = over ? await throughAnother(t, { over }) : v1.call;
    const tried = probes.filter(({ endpoint }) => isTried(endpoint));
    // No statement knows the role of a person, and neither a list nor a header does.
    const callers = parties.filter(({ isOneOfRoles }) => !isOneOfRoles);
    const leaks = [
      ...(await leaksByNames(call, own, over ? callers : parties, tried)),
      ...(await leaksInLists(call, own, callers, isTried)),
      // Whom a header may name is decided without a statement.
      ...(over ? [] : await leaksByHeader(call, own, callers, tried)),
    ];
    assert.deepEqual(leaks, []);
    assert.deepEqual(changesIn(before, await rowsOf(v1.db, tree)), []);
    t.diagnostic(`${tried.length} endpoints, ${parties.length} callers`);
  });
}

test('of two businesses whose objects have the same numbers each sees its own', async (t) => {
  const usual = await viewsOf(v1.call, twin, () => true);
  const theirs = await viewsOf(v1.call, own, () => true);
  const marked = [...usual].filter(([, text]) => text.includes(twin.word));
  assert.ok(marked.length > 40, `only ${marked.length} answers show whose they are`);
  assert.deepEqual(
    [...usual].filter(([, text]) => text.includes(own.word)),
    [],
  );
  assert.deepEqual(
    [...theirs].filter(([, text]) => text.includes(twin.word)),
    [],
  );
  for (const { over, isTried } of Object.values(doors)) {
    if (!over) continue;
    const views = await viewsOf(await throughAnother(t, { over }), twin, isTried);
    for (const [id, text] of views) assert.equal(text, usual.get(id), id);
  }
});

test('an object of its own in a request opens nobody the object of another that the path names', async (t) => {
  const both = probes.filter(({ isInPath, isInBody }) => isInPath && isInBody);
  assert.ok(both.length > 0);
  for (const { over } of Object.values(doors)) {
    const call = over ? await throughAnother(t, { over }) : v1.call;
    for (const { endpoint, foreign } of both) {
      const { path } = goodRequest(endpoint, { ...own.made, ...strays })!;
      assert.notEqual(path, foreign.path, `${endpoint.id} needs an object in makeStrays`);
      const { body } = goodRequest(endpoint, twin.made)!;
      const { status, text } = await send(call, { ...foreign, path, body }, { as: twin.owner });
      assert.equal(status, 404, text);
    }
  }
});

test('without either check the tests above notice', async (t) => {
  const over: Visit['over'] = (db) => withoutBusinessIds(withoutRowSecurity(db));
  const call = await throughAnother(t, { over });
  const reads = probes.filter(({ endpoint }) => onlyReads(endpoint) && !isBeyondWall(endpoint));
  const stranger = parties.slice(0, 1);
  const leaks = await leaksByNames(call, own, stranger, reads);
  const heard = reads.filter(({ endpoint }) =>
    leaks.some((leak) => leak.includes(`, ${endpoint.id}:`)),
  );
  const deaf = reads.filter((one) => !heard.includes(one)).map(({ endpoint }) => endpoint.id);
  // Its answer is found by business and payment once more, in memory.
  assert.deepEqual(deaf, ['payments.retrieve']);
  const listed = await leaksInLists(call, own, stranger, (one) => !isBeyondWall(one));
  assert.ok(listed.length > 20, listed.join('\n'));
  for (const way of ['?q=', 'as text/csv']) {
    const found = listed.filter((leak) => leak.includes(way));
    assert.ok(found.length > 5, `${way}: ${found.join('\n')}`);
  }
});

test('without either check, what adds up a business adds up others, too', async (t) => {
  const over: Visit['over'] = (db) => withoutBusinessIds(withoutRowSecurity(db));
  const named = new Set(probes.map(({ endpoint }) => endpoint));
  const isSum = (one: Endpoint) =>
    !isBeyondWall(one) && !named.has(one) && !Object.hasOwn(one.query, 'limit');
  const usual = await viewsOf(v1.call, twin, isSum);
  const views = await viewsOf(await throughAnother(t, { over }), twin, isSum);
  const same = [...views].filter(([id, text]) => text === usual.get(id)).map(([id]) => id);
  // A chain and a ledger that are right, the beginning of a stream, and test cards are the same for everybody.
  assert.deepEqual(same, ['auditLog.verify', 'events.live', 'ledger.verify', 'sandbox.cards']);
});

test('the same requests are answered when the business itself sends them: with no more than their right, in no version that nobody saw, and once for a key', async () => {
  const keys = { owner: await keysOf(own.owner), root: await keysOf(root) };
  const refused: string[] = [];
  for (const endpoint of endpoints) {
    const request = goodRequest(endpoint, own.made)!;
    const { by, grants, below: business } = request;
    const below = business === undefined ? {} : { 'Quittance-Business': business };
    const as = { apiKey: keys[by].get(endpoint.right)! };
    const sender = grants ? { owner: own.owner, root }[by] : as;
    if (comparesVersions(endpoint)) {
      const headers = { ...below, 'If-Match': '"x"' };
      const { status, text } = await send(v1.call, request, { headers, as: sender });
      assert.equal(status, 412, `${endpoint.id}: ${text}`);
    }
    const key = onlyReads(endpoint) ? {} : { 'Idempotency-Key': endpoint.id };
    const asked = { headers: { ...below, ...key }, as: sender };
    const told = await send(v1.call, request, asked);
    if (told.status >= 300) refused.push(`${endpoint.id}: ${told.status} ${told.text}`);
    if (!onlyReads(endpoint) && !byRow.has(endpoint.id)) {
      const again = await send(v1.call, request, asked);
      const isSame = again.status === told.status && again.text === told.text;
      if (!isSame && again.body?.code !== 'shown_once')
        refused.push(`${endpoint.id} again: ${again.status} ${again.text}`);
    }
    if (!grants) continue;
    const { status, body } = await send(v1.call, request, { headers: below, as });
    assert.deepEqual([status, body.code], [403, 'right_missing'], endpoint.id);
  }
  assert.deepEqual(refused, []);
});

/** Each row is made once for a name of its own, and the answer says so. */
const byRow = new Set(['payLinks.createMany', 'imports.create']);

/** Keys of a business, each with one right. */
async function keysOf(as: Caller): Promise<Map<string, string>> {
  const keys = new Map<string, string>();
  for (const right of rights) {
    const body = { name: right, rights: [right] };
    keys.set(right, (await v1.call('POST', '/v1/api-keys', { body, as })).body.secret);
  }
  return keys;
}

/** The same businesses through another process, which is built differently. */
async function throughAnother(t: Parameters<typeof atEnd>[0], visit: Visit): Promise<V1['call']> {
  const { baseUrl, close } = await openDoor(await v1.open(visit));
  atEnd(t, close);
  return (method, path, asked) => v1.call(method, path, { ...asked, at: baseUrl });
}

/** Every answer that changes nothing, with whole objects in the place of ids. */
async function viewsOf(
  call: V1['call'],
  { owner, made }: Populated,
  isTried: (endpoint: Endpoint) => boolean,
): Promise<Map<string, string>> {
  const reads = endpoints.filter((endpoint) => onlyReads(endpoint) && isTried(endpoint));
  const views = await atOnce(reads, async (endpoint) => {
    const request = goodRequest(endpoint, made)!;
    const names = expansionsOf(endpoint);
    const path = names.length > 0 ? `${request.path}?expand=${names.join(',')}` : request.path;
    const headers = request.below === undefined ? {} : { 'Quittance-Business': request.below };
    const told = await send(call, { ...request, path }, { as: owner, headers });
    const { status, text } = told;
    assert.equal(status, 200, `${endpoint.id}: ${text}`);
    assert.equal(told.headers.get('cache-control'), 'no-store', endpoint.id);
    return [endpoint.id, text] as const;
  });
  return new Map(views);
}
