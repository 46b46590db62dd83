import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createKey, rotateKeys } from '../../src/parties/businesses/change-keys.ts';
import type { CaseKind } from '../../src/records/case.ts';
import { listCases, openCase } from '../../src/records/case-store.ts';
import { confirm } from '../../src/records/decide-case.ts';
import type { World } from '../../src/world.ts';
import { client } from '../caller.ts';
import { businessFields } from '../onboarding/fields.ts';
import { type Asked, serveV1, type Told, type V1 } from './serve.ts';
import { signIn } from './signed-in.ts';

type Key = { readonly id: string; readonly apiKey: string };

async function enter(t: TestContext, kind: CaseKind = 'ach_return') {
  const v1 = await serveV1(t);
  const world = await v1.open();
  const businessId = v1.caller.business.id;
  const object = { kind: 'ach_entry', id: 7n } as const;
  await openCase(world, { businessId, kind, object, evidence: {} });
  const [opened] = await listCases(world.db, { businessId, limit: 1 });
  const path = `/v1/cases/${opened!.id}`;
  const act = async (verb: string, body: object, asked: Asked = {}) =>
    await v1.call('POST', `${path}/${verb}`, { body, ...asked });
  return { v1, world, path, act };
}

async function makeKey({ call }: V1, as?: Key): Promise<Key> {
  const { body, text } = await call('POST', '/v1/api-keys', {
    body: { name: 'k' },
    ...(as && { as }),
  });
  assert.ok(body.secret, text);
  return { id: body.id, apiKey: body.secret };
}

/** As the operator does at the command line. */
async function issueKey(world: World, { caller: { business } }: V1): Promise<Key> {
  const by = { name: 'operator:root', origins: [] };
  const made = await createKey(world, business, { ...named, by });
  return { id: String(made.id), apiKey: made.apiKey };
}
const named = { actor: 'operator:root', name: 'issued', rights: undefined };

const noted = { decision: 'noted' };
const proposal = { ...noted, note: 'called the bank' };
const codeOf = ({ status, body }: Told) => [status, body.code];
const refused = [409, 'wrong_state'];

test('the holder of one key is one person, whatever other keys it makes', async (t) => {
  const { v1, world, act } = await enter(t);
  const { call } = v1;
  const first = { id: '0', apiKey: v1.caller.apiKey };
  const before = await makeKey(v1);
  const sister = await makeKey(v1);
  const niece = await makeKey(v1, before);
  const issued = await issueKey(world, v1);
  const rotated = await call('POST', `/v1/api-keys/${issued.id}/rotate`, { body: {} });
  const known = { id: rotated.body.id, apiKey: rotated.body.secret };
  for (const [proposer, others] of [
    [first, [first, before, niece, known]],
    [niece, [first, before, sister]],
    // In the place of a key of somebody else: both know it.
    [known, [first, issued, sister]],
  ] as const) {
    const proposed = await act('propose', proposal, { as: proposer });
    assert.equal(proposed.status, 200, proposed.text);
    for (const as of [...others, await makeKey(v1, proposer)]) {
      const told = await act('confirm', noted, { as });
      assert.deepEqual(codeOf(told), refused, told.text);
      assert.match(told.body.detail, /somebody else must confirm/);
    }
    assert.equal((await act('reject', { note: 'no' }, { as: proposer })).status, 200);
  }
  await act('propose', proposal);
  const confirmed = await act('confirm', noted, { as: await issueKey(world, v1) });
  assert.deepEqual([confirmed.status, confirmed.body.status], [200, 'closed'], confirmed.text);

  const { body } = await call('GET', `/v1/api-keys/${niece.id}`);
  assert.equal(body.createdBy, `api:${v1.caller.username}/${before.id}`);
});

test('the person who rotated all keys of a business is no second person', async (t) => {
  const { v1, world, act } = await enter(t);
  await act('propose', proposal);
  const actor = 'operator:root';
  const { apiKey } = await rotateKeys(world, v1.caller.business, { actor, graceMs: 60_000 });
  assert.deepEqual(codeOf(await act('confirm', noted, { as: { apiKey } })), refused);
});

test('the creator of a business does not decide for it as two persons', async (t) => {
  const { v1, world } = await enter(t);
  const legacy = client(v1.baseUrl, v1.caller);
  for (const more of [{}, { ExternalAPIKey: 'a key of my own, 2026' }]) {
    const made = await legacy.call('CreateNewBusiness', { ...businessFields, ...more });
    assert.equal(made.status, 200, made.body);
    const { SalesSiteID: id, Username: username, APIKey: key } = JSON.parse(made.body).Data;
    const businessId = BigInt(id);
    const object = { kind: 'ach_entry', id: 7n } as const;
    await openCase(world, { businessId, kind: 'ach_return', object, evidence: {} });
    const [opened] = await listCases(world.db, { businessId, limit: 1 });
    const at = `/v1/cases/${opened!.id}`;
    const headers = { 'Quittance-Business': String(id) };
    const proposed = await v1.call('POST', `${at}/propose`, { headers, body: proposal });
    assert.equal(proposed.status, 200, proposed.text);
    const basic = Buffer.from(`${username}:${key}`).toString('base64');
    const asChild = { Authorization: `Basic ${basic}` };
    const told = await v1.call('POST', `${at}/confirm`, { headers: asChild, body: noted });
    assert.deepEqual(codeOf(told), refused, told.text);
  }
  legacy.close();
});

test('a decision that a case does not offer is a wrong field', async (t) => {
  const { act } = await enter(t, 'dispute');
  const { status, body } = await act('propose', { decision: 'nope', note: 'why not' });
  assert.deepEqual([status, body.code], [400, 'wrong_fields']);
  const [{ field, code, message }] = body.errors;
  assert.deepEqual([field, code], ['decision', 'not_one_of']);
  assert.match(message, /: answered, accepted\.$/);
});

test('a confirmation names the proposal that was read', async (t) => {
  const { v1, world, act, path } = await enter(t, 'dispute');
  const second = await issueKey(world, v1);
  const etagOf = async () => (await v1.call('GET', path)).headers.get('etag')!;
  const nothing = await act('confirm', {}, { as: second });
  assert.deepEqual([nothing.status, nothing.body.errors[0].field], [400, 'decision']);

  const open = await etagOf();
  await act('propose', { decision: 'answered', note: 'sent' });
  const seen = await etagOf();
  assert.notEqual(seen, open);
  await act('reject', { note: 'wrong' });
  await act('propose', { decision: 'accepted', note: 'left to the payer' });
  const other = await act('confirm', { decision: 'answered' }, { as: second });
  assert.deepEqual(codeOf(other), refused);
  assert.match(other.body.detail, /proposed accepted/);

  for (const [verb, body] of [
    ['confirm', { decision: 'accepted' }],
    ['reject', { note: 'no' }],
    ['propose', { decision: 'answered', note: 'sent' }],
  ] as const) {
    const late = await act(verb, body, { as: second, headers: { 'If-Match': seen } });
    assert.deepEqual(codeOf(late), [412, 'changed_meanwhile'], verb);
  }
  const headers = { 'If-Match': await etagOf() };
  const rejected = await act('reject', { note: 'no' }, { as: second, headers });
  assert.deepEqual([rejected.status, rejected.body.status], [200, 'open'], rejected.text);
});

test('a case that is being carried out is confirmed in its list, and proposed no more', async (t) => {
  const { v1, world, act, path } = await enter(t);
  await act('propose', proposal);
  const idsOf = async (status: string) => {
    const { body, text } = await v1.call('GET', `/v1/cases?status=${status}`);
    assert.ok(body.data, text);
    return body.data.map(({ id }: { id: string }) => id);
  };
  const { body: proposed } = await v1.call('GET', path);
  assert.equal(proposed.proposedAt, v1.clock.now().toISOString());
  assert.deepEqual([await idsOf('proposed'), await idsOf('confirmed')], [[proposed.id], []]);

  // Its process died before it was carried out.
  const key = { businessId: v1.caller.business.id, id: BigInt(proposed.id) };
  const second = { name: 'api:another/1', account: '', origins: ['key:another/1'] };
  await confirm(world, key, second, noted);
  assert.deepEqual([await idsOf('proposed'), await idsOf('confirmed')], [[], [proposed.id]]);
});

test('the note of the second person is in the history', async (t) => {
  const { v1, world, act, path } = await enter(t);
  await act('propose', proposal);
  const second = await issueKey(world, v1);
  const confirmed = await act('confirm', { ...noted, note: 'asked there, too' }, { as: second });
  assert.equal(confirmed.status, 200, confirmed.text);
  const { data } = (await v1.call('GET', `${path}/history?act=question.confirmed`)).body;
  assert.deepEqual(
    data.map(({ facts }: { facts: { note: string } }) => facts.note),
    ['asked there, too'],
  );
});

test('once there are users who may decide, no key does: in the business, and below it', async (t) => {
  const { v1, world, act, path } = await enter(t);
  const second = await issueKey(world, v1);
  await act('propose', proposal);
  await signIn(v1, v1.caller, 'cashier');
  const byKey = await act('reject', { note: 'nobody decides by signing in yet' });
  assert.equal(byKey.status, 200, byKey.text);

  await act('propose', proposal);
  v1.clock.pass(1000);
  const approver = await signIn(v1, v1.caller, 'approver');
  for (const as of [v1.caller, second]) {
    for (const [verb, body] of [
      ['propose', proposal],
      ['confirm', noted],
      ['reject', { note: 'no' }],
    ] as const) {
      const told = await act(verb, body, { as });
      assert.deepEqual(codeOf(told), [403, 'right_missing'], told.text);
      assert.match(told.body.detail, /two signed-in persons/);
    }
  }
  // Whoever proposed with a key may be the one who signs in.
  assert.deepEqual(codeOf(await act('confirm', noted, { as: approver })), refused);
  assert.equal((await act('reject', { note: 'anew' }, { as: approver })).status, 200);
  assert.equal((await act('propose', proposal, { as: approver })).status, 200);
  v1.clock.pass(1000);
  const manager = await signIn(v1, v1.caller, 'manager');
  assert.deepEqual(codeOf(await act('confirm', noted, { as: manager })), refused);

  const below = await v1.addBusiness({ ancestors: [v1.caller.business.id] });
  const object = { kind: 'ach_entry', id: 7n } as const;
  const about = {
    businessId: below.business.id,
    kind: 'ach_return',
    object,
    evidence: {},
  } as const;
  await openCase(world, about);
  const [opened] = await listCases(world.db, { businessId: below.business.id, limit: 1 });
  const told = await v1.call('POST', `/v1/cases/${opened!.id}/propose`, {
    body: proposal,
    as: below,
  });
  assert.deepEqual(codeOf(told), [403, 'right_missing'], told.text);
  assert.equal((await v1.call('GET', path)).body.status, 'proposed');
});
