import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { endpoints } from '../../src/api/v1/endpoints.ts';
import { atOnce } from './at-once.ts';
import { aPayment, serveV1 } from './serve.ts';

const v1 = await serveV1({ after });

/** Moments that only look like ones: of no calendar, or outside the years that four digits and PostgreSQL can tell. */
const noMoments = [
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00+14:00',
  '9999-12-31T23:59:59-14:00',
  '2030-02-30T00:00:00Z',
  '2030-13-01T00:00:00Z',
  '2030-01-01T25:00:00Z',
];

test('a moment that cannot be is refused by name in every list that filters by one', async () => {
  const filters = endpoints.flatMap(({ path, query, forOperator }) =>
    path.includes('{') || forOperator
      ? []
      : Object.entries(query)
          .filter(([, { schema }]) => schema.format === 'date-time')
          .map(([name]) => ({ path, name })),
  );
  assert.ok(filters.length > 40);
  const asked = filters.map((one, i) => ({ ...one, sent: noMoments[i % noMoments.length]! }));
  await atOnce(asked, async ({ path, name, sent }) => {
    const { status, body } = await v1.call('GET', `${path}?${name}=${encodeURIComponent(sent)}`);
    const fields = body.errors?.map(({ field }: { field: string }) => field);
    assert.deepEqual([status, fields], [400, [name]], `${path} ${name} ${sent}`);
  });
});

test('the first and the last moment of the calendar are taken', async () => {
  assert.equal((await v1.call('POST', '/v1/payments', { body: aPayment })).status, 201);
  const found = await v1.call(
    'GET',
    '/v1/payments?createdFrom=0001-01-01T00:00:00Z&createdTo=9999-12-31T23:59:59Z',
  );
  assert.deepEqual([found.status, found.body.data.length], [200, 1], found.text);
});

test('a problem has the status of its answer, also where the request was not read', async () => {
  for (const [method, headers, status] of [
    ['POST', { 'Content-Encoding': 'gzip' }, 415],
    ['POST', { 'Content-Type': 'text/plain' }, 415],
    ['TRACE', {}, 501],
  ] as const) {
    const told = await v1.call(method, '/v1/customers', {
      headers,
      ...(method === 'POST' && { body: { lastName: 'Park' } }),
    });
    assert.deepEqual([told.status, told.body.status], [status, status], told.text);
  }
});

test('an Idempotency-Key without a value is refused: its sender relies on one', async () => {
  const as = await v1.addBusiness();
  for (const key of ['', ' ']) {
    const asked = { as, body: aPayment, headers: { 'Idempotency-Key': key } };
    const { status, body } = await v1.call('POST', '/v1/payments', asked);
    assert.deepEqual([status, body.errors?.[0]?.field], [400, 'Idempotency-Key']);
  }
  assert.equal((await v1.call('GET', '/v1/payments', { as })).body.data.length, 0);
});
