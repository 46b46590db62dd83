import assert from 'node:assert/strict';
import { test } from 'node:test';
import { camelCased } from '../../src/api/v1/wire-form.ts';
import { readFace } from '../../src/parties/businesses/public-profile.ts';
import { businessFields, merchantFields } from '../onboarding/fields.ts';
import { serveV1, type Told, type V1 } from './serve.ts';

const camel = (fields: object) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [camelCased(name), value]));
const path = '/v1/businesses';

async function makeBusiness({ call }: V1, more: object = {}, headers = {}) {
  const made = await call('POST', path, { body: { ...camel(businessFields), ...more }, headers });
  assert.equal(made.status, 201, made.text);
  return made.body;
}

test('a business is made below another, found, listed and changed by version', async (t) => {
  const v1 = await serveV1(t);
  const { call } = v1;
  const own = String(v1.caller.business.id);
  const headers = { 'Idempotency-Key': 'once' };
  const { secret, ...made } = await makeBusiness(v1, {}, headers);
  assert.deepEqual(
    [made.name, made.parentId, made.status],
    ['Park Flowers LLC', own, 'messaging_only'],
  );
  const again = await makeBusiness(v1, {}, headers);
  assert.deepEqual([again.id, again.secret], [made.id, secret]);

  const as = { apiKey: secret };
  const found = await call('GET', `${path}/${made.id}`);
  assert.deepEqual(found.body, made);
  assert.deepEqual((await call('GET', `${path}/${made.id}`, { as })).body, made);
  assert.equal((await call('GET', `${path}/${own}`, { as })).status, 404);
  const idsOf = async (query: string, who: object = {}) =>
    (await call('GET', `${path}?${query}`, who)).body.data.map(({ id }: { id: string }) => id);
  assert.deepEqual(await idsOf(''), [made.id, own]);
  assert.deepEqual(await idsOf('', { as }), [made.id]);
  assert.deepEqual(await idsOf('q=flowers'), [made.id]);
  assert.deepEqual(await idsOf(`parentId=${own}&status=messaging_only`), [made.id]);

  const version = { 'If-Match': found.headers.get('etag')! };
  const change = { body: { businessPhone: '6175550199', businessCity: 'Salem' }, headers: version };
  const changed = await call('PATCH', `${path}/${made.id}`, change);
  assert.equal(changed.status, 200, changed.text);
  assert.equal(changed.body.details.BusinessPhone, '6175550199');
  assert.equal((await call('PATCH', `${path}/${made.id}`, change)).status, 412);
  const cleared = await call('PATCH', `${path}/${made.id}`, { body: { businessCity: null } });
  assert.equal('BusinessCity' in cleared.body.details, false);
});

test('a business tells how far its own clock was moved on, and not that of the one above it', async (t) => {
  const v1 = await serveV1(t);
  const { call } = v1;
  const made = await makeBusiness(v1);
  const at = `${path}/${made.id}`;
  const before = await call('GET', at);
  assert.equal(before.body.clockAheadSeconds, 0);
  const as = { apiKey: made.secret };
  const moved = await call('POST', '/v1/sandbox/clock/advance', { body: { hours: 3 }, as });
  assert.equal(moved.status, 200, moved.text);
  assert.equal((await call('GET', at)).body.clockAheadSeconds, 3 * 3600);
  const above = await call('GET', `${path}/${v1.caller.business.id}`);
  assert.equal(above.body.clockAheadSeconds, 0);
});

test('wrong fields of a form are named as they are sent', async (t) => {
  const { call } = await serveV1(t);
  const body = { ...camel(businessFields), ein: '12', externalID: 'x' };
  const { status, body: problem } = await call('POST', path, { body });
  assert.equal(status, 400);
  assert.deepEqual(
    problem.errors.map(({ field }: { field: string }) => field),
    ['externalID'],
  );
  const other = await call('POST', path, { body: { ...camel(businessFields), ein: '12' } });
  assert.deepEqual([other.status, other.body.errors[0].field], [400, 'ein']);
  assert.match(other.body.errors[0].message, /^ein /);
  const parent = await call('POST', path, { body: { ...camel(businessFields), parentId: '4711' } });
  assert.deepEqual([parent.status, parent.body.code], [404, 'unknown_business']);
  const one = { ...camel(businessFields), externalId: 'x' };
  assert.equal((await call('POST', path, { body: one })).status, 201);
  const taken = await call('POST', path, { body: one });
  assert.deepEqual([taken.status, taken.body.errors[0].field], [400, 'externalId']);
});

test('the operator suspends, reinstates and closes, and changes terms', async (t) => {
  const v1 = await serveV1(t);
  const { call } = v1;
  const made = await makeBusiness(v1);
  const as = { apiKey: made.secret };
  const at = `${path}/${made.id}`;
  const body = { reason: 'a complaint' };
  const own = await call('POST', `${path}/${v1.caller.business.id}/close`, { body });
  assert.deepEqual([own.status, own.body.code], [409, 'wrong_state']);
  const notHis = await call('POST', `${at}/suspend`, { body, as });
  assert.deepEqual([notHis.status, notHis.body.code], [403, 'operator_only']);
  const other = await call('POST', `${at}/suspend`, { body, headers: { 'If-Match': '"x"' } });
  assert.equal(other.status, 412);
  const seen = { 'If-Match': (await call('GET', at)).headers.get('etag')! };
  const done = await call('POST', `${at}/suspend`, { body, headers: seen });
  assert.equal(done.body.status, 'suspended', done.text);
  assert.equal((await call('POST', `${at}/suspend`, { body })).status, 409);
  assert.equal((await call('POST', `${at}/reinstate`, { body })).body.status, 'messaging_only');

  const terms = await call('GET', `${at}/terms`);
  const headers = { 'If-Match': terms.headers.get('etag')! };
  const changed = await call('PATCH', `${at}/terms`, { body: { cardFeeBps: 290 }, headers });
  assert.deepEqual(changed.body, { ...terms.body, cardFeeBps: 290 });
  const late = await call('PATCH', `${at}/terms`, { body: { cardFeeBps: 1 }, headers });
  assert.equal(late.status, 412);
  const mine = await call('PATCH', `${at}/terms`, { body: { cardFeeBps: 0 }, as });
  assert.equal(mine.status, 403);

  assert.equal((await call('POST', `${at}/close`, { body })).body.status, 'closed');
  const moves = await call('GET', `${at}/moves`);
  assert.deepEqual(
    moves.body.data.map(({ to }: { to: string }) => to),
    ['closed', 'messaging_only', 'suspended', 'messaging_only'],
  );
});

const form = () => {
  const sent = camel(merchantFields);
  delete sent.businessTypeId;
  return sent;
};

test('an application is handed in, sent back, answered and approved', async (t) => {
  const v1 = await serveV1(t);
  const { call } = v1;
  const made = await makeBusiness(v1);
  const as = { apiKey: made.secret };
  const handed = await call('POST', '/v1/applications', {
    body: { ...form(), dba: 'Park review Flowers' },
    as,
  });
  assert.equal(handed.status, 201, handed.text);
  assert.ok(!handed.text.includes('123121234') && !handed.text.includes('9876543'));
  const again = await call('POST', '/v1/applications', { body: form(), as });
  assert.deepEqual([again.status, again.body.code], [409, 'wrong_state']);
  const at = `/v1/applications/${handed.body.id}`;
  assert.deepEqual((await call('GET', at, { as })).body, handed.body);
  const listed = await call('GET', `/v1/applications?businessId=${made.id}`);
  assert.deepEqual(
    listed.body.data.map(({ id }: { id: string }) => id),
    [handed.body.id],
  );

  const body = { reason: 'looked at' };
  const notHis = await call('POST', `${at}/approve`, { body, as });
  assert.deepEqual([notHis.status, notHis.body.code], [403, 'operator_only']);
  const headers = { 'Quittance-Business': made.id };
  await v1.db.query(`update applications set state = 'in_review' where business_id = $1`, [
    BigInt(made.id),
  ]);
  const asked = await call('POST', `${at}/request-information`, {
    body: { ...body, requirements: ['website'] },
    headers,
  });
  assert.deepEqual(
    [asked.body.status, asked.body.requirements],
    ['needs_information', ['website']],
    asked.text,
  );
  const answered = await call('POST', `${at}/answer`, {
    body: { ...body, fields: { url: 'https://park.example.com' } },
    headers: { 'If-Match': asked.headers.get('etag')! },
    as,
  });
  assert.equal(answered.body.status, 'in_review', answered.text);
  const seen = (told: Told) => ({ ...headers, 'If-Match': told.headers.get('etag')! });
  for (const verb of ['approve', 'withdraw']) {
    const late = await call('POST', `${at}/${verb}`, { body, headers: seen(asked) });
    assert.deepEqual([late.status, late.body.code], [412, 'changed_meanwhile'], verb);
  }
  const found = await call('GET', at, { headers });
  const approved = await call('POST', `${at}/approve`, { body, headers: seen(found) });
  assert.equal(approved.body.status, 'active', approved.text);
  assert.equal((await call('POST', `${at}/withdraw`, { body, as })).status, 409);
});

test('what an application or its owner tells of the street takes the place of what was known', async (t) => {
  const v1 = await serveV1(t);
  const { call, db } = v1;
  const old = {
    businessAddress1: '9 Old Road',
    businessAddress2: 'Suite 9',
    businessCity: 'Salem',
  };
  const made = await makeBusiness(v1, old);
  const address = async () => (await readFace(db, BigInt(made.id)))!.address;
  assert.deepEqual(await address(), ['9 Old Road', 'Suite 9', 'Salem']);
  const as = { apiKey: made.secret };
  const handed = await call('POST', '/v1/applications', { body: form(), as });
  assert.equal(handed.status, 201, handed.text);
  assert.deepEqual(await address(), ['2 Main Street', 'Boston, MA 02101']);

  const change = async (body: object) => {
    const changed = await call('PATCH', `${path}/${made.id}`, { body });
    assert.equal(changed.status, 200, changed.text);
    return changed.body.details;
  };
  await change({ businessAddress2: 'Floor 3' });
  assert.deepEqual(await address(), ['2 Main Street', 'Floor 3', 'Boston, MA 02101']);
  const { BusinessAddress1, BusinessAddress } = await change({ businessAddress1: '3 New Lane' });
  assert.deepEqual([BusinessAddress1, BusinessAddress], ['3 New Lane', undefined]);
  await change({ businessAddress1: null });
  assert.deepEqual(await address(), ['Floor 3', 'Boston, MA 02101']);
});
