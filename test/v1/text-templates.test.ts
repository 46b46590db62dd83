import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Caller } from '../fixture.ts';
import { atOnce } from './at-once.ts';
import { type Headed, serveV1 } from './serve.ts';

const v1 = await serveV1({ after });
const path = '/v1/text-templates';
const ready = { name: 'Ready', body: 'Hi {firstName}, {business} here: it is ready.' };

type As = Caller | Headed;

async function send(as: As, method: string, at: string, body?: unknown, headers = {}) {
  return await v1.call(method, at, { as, headers, ...(body !== undefined && { body }) });
}

async function make(as: As, more: object = {}) {
  const told = await send(as, 'POST', path, { ...ready, ...more });
  assert.equal(told.status, 201, told.text);
  return told;
}

async function refusal(as: As, method: string, at: string, body?: unknown): Promise<string> {
  const told = await send(as, method, at, body);
  const [first] = told.body.errors ?? [];
  return [told.body.code, first?.field, first?.code].filter(Boolean).join(' ');
}

const names = async (as: As, query = ''): Promise<string[]> => {
  const { body } = await send(as, 'GET', `${path}${query}`);
  return body.data.map((one: { name: string }) => one.name);
};

test('templates are made, listed by name, found, changed and removed', async () => {
  const shop = await v1.addBusiness();
  const { body: made, headers } = await make(shop);
  const at = v1.clock.now().toISOString();
  assert.deepEqual(made, { id: made.id, ...ready, createdAt: at, updatedAt: at });
  assert.equal(headers.get('location'), `${path}/${made.id}`);
  await make(shop, { name: 'closed' });
  await make(shop, { name: 'Überfällig', body: 'Pay here: [PBTLINK]' });
  assert.deepEqual(await names(shop), ['closed', 'Ready', 'Überfällig']);
  assert.deepEqual(await names(shop, '?q=READY'), ['closed', 'Ready']);
  assert.deepEqual(await names(shop, '?q=pbtlink'), ['Überfällig']);
  assert.deepEqual(await names(shop, '?q=%25'), []);

  v1.clock.pass(60_000);
  const one = `${path}/${made.id}`;
  const { body: changed } = await send(shop, 'PATCH', one, { body: 'It is ready.' });
  const later = v1.clock.now().toISOString();
  assert.deepEqual(changed, { ...made, body: 'It is ready.', updatedAt: later });
  assert.deepEqual((await send(shop, 'GET', one)).body, changed);
  assert.equal((await send(shop, 'DELETE', one)).status, 204);
  assert.equal(await refusal(shop, 'GET', one), 'not_found');
  assert.equal(await refusal(shop, 'DELETE', one), 'not_found');
  assert.equal(await refusal(shop, 'PATCH', one, { name: 'x' }), 'not_found');
  const { body: log } = await send(shop, 'GET', '/v1/audit-log?limit=100');
  const acts = log.data.map(({ act }: { act: string }) => act);
  assert.deepEqual(
    acts.filter((act: string) => act.startsWith('text_template.')).sort(),
    ['added', 'added', 'added', 'changed', 'removed'].map((act) => `text_template.${act}`),
  );
});

test('the second of two changes of one version is refused, and so is the removal of another version', async () => {
  const shop = await v1.addBusiness();
  const { body: made, headers } = await make(shop);
  const one = `${path}/${made.id}`;
  const seen = { 'If-Match': headers.get('etag')! };
  const both = await atOnce(['A', 'B'], async (name) => send(shop, 'PATCH', one, { name }, seen));
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 412]);
  assert.equal((await send(shop, 'DELETE', one, undefined, seen)).status, 412);
  const now = await send(shop, 'GET', one);
  const current = { 'If-Match': now.headers.get('etag')! };
  assert.equal((await send(shop, 'DELETE', one, undefined, current)).status, 204);
});

test('a name is taken once, in any letter case, however many ask at once', async () => {
  const shop = await v1.addBusiness();
  const all = await atOnce(['Ready', 'READY', 'ready', 'rEADY'], async (name) =>
    send(shop, 'POST', path, { ...ready, name }),
  );
  assert.deepEqual(all.map(({ status }) => status).sort(), [201, 400, 400, 400]);
  const { body: other } = await make(shop, { name: 'Other' });
  const taken = 'wrong_fields name taken';
  assert.equal(await refusal(shop, 'POST', path, ready), taken);
  assert.equal(await refusal(shop, 'PATCH', `${path}/${other.id}`, { name: 'reAdy' }), taken);
  // Its own name in other letters, and that of another business, are free.
  assert.equal((await send(shop, 'PATCH', `${path}/${other.id}`, { name: 'OTHER' })).status, 200);
  await make(await v1.addBusiness());
});

test('only placeholders that can be filled in are taken', async () => {
  const shop = await v1.addBusiness();
  const { body: made } = await make(shop);
  const wrong = 'wrong_fields body not_one_of';
  for (const body of [
    ...['Hi {name}', 'Hi {FirstName}', '{}', '{{amount}}', '{constructor}', '{__proto__}'],
    'Hi {firstName}, your {card}',
  ]) {
    assert.equal(await refusal(shop, 'POST', path, { name: body, body }), wrong, body);
    assert.equal(await refusal(shop, 'PATCH', `${path}/${made.id}`, { body }), wrong, body);
  }
  for (const body of ['{firstName} {lastName} {business}', 'a { b } c', '[PBTLINK]', ':-{ <b>&'])
    assert.equal((await make(shop, { name: body, body })).body.body, body);
});

test('blank and too long ones are refused, card numbers are masked', async () => {
  const shop = await v1.addBusiness();
  for (const [change, told] of [
    [{ name: ' ' }, 'wrong_fields name required'],
    [{ body: '' }, 'wrong_fields body required'],
    [{ name: 'x'.repeat(101) }, 'wrong_fields name too_long'],
    [{ body: 'x'.repeat(1601) }, 'wrong_fields body too_long'],
  ] as const)
    assert.equal(await refusal(shop, 'POST', path, { ...ready, ...change }), told);
  const { body } = await make(shop, { body: 'Card 4242424242424242' });
  assert.doesNotMatch(body.body, /424242424242/);
});

test('a business has at most 100', async () => {
  const shop = await v1.addBusiness();
  const hundred = Array.from({ length: 100 }, (_, n) => `template ${n}`);
  await atOnce(hundred, async (name) => await make(shop, { name }));
  assert.equal(await refusal(shop, 'POST', path, ready), 'wrong_fields name too_many');
  assert.equal((await names(shop, '?limit=100')).length, 100);
});
