import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDueEndpoints } from '../../src/notify/webhooks/delivery-store.ts';
import { rowsOfPage } from '../../src/runtime/discovery.ts';
import { readBusinessesPending } from '../../src/runtime/events.ts';
import { makeFixture } from '../fixture.ts';

test('a business with more rows than one look reads hides no other, nor another endpoint of its own', async (t) => {
  const { db, addBusiness, clock } = await makeFixture(t);
  const made = [await addBusiness(), await addBusiness(), await addBusiness()];
  const [first, second, third] = made.map(({ business }) => business.id);
  const many = rowsOfPage * 2;
  for (const [id, kind, count] of [
    [first, 'customers', many],
    [first, 'payments', 1],
    [second, 'payments', rowsOfPage - 1],
    [third, 'customers', 1],
  ] as const) {
    await db.query(
      `insert into events (business_id, id, kind, object_id, happened_at, data, untold)
       select $1, gen_random_uuid(), 'payment.captured', 1, $2, '{}', '{webhook}' from generate_series(1, $3)`,
      [id, clock.now(), count],
    );
    await db.query(
      `insert into deliveries (business_id, id, event_id, kind, object_id, sequence, body, is_replay, state, due_at, created_at)
       select $1, i + length($4) * 10000, gen_random_uuid(), $4, i, 1, '', false, 'pending', $2, $2
       from generate_series(1, $3) i`,
      [id, clock.now(), count, kind],
    );
  }
  const pending = async (only?: bigint) =>
    (await readBusinessesPending(db, ['webhook'], only)).map(({ id }) => id);
  assert.deepEqual(await pending(), [first, second, third]);
  assert.deepEqual(await pending(first), [first]);
  assert.deepEqual(await pending(third), [third]);

  const due = async (only?: bigint) =>
    (await readDueEndpoints(db, clock.now(), only)).map(({ businessId, kind }) => [
      businessId,
      kind,
    ]);
  const ofFirst = [
    [first, 'customers'],
    [first, 'payments'],
  ];
  assert.deepEqual(await due(), [...ofFirst, [second, 'payments'], [third, 'customers']]);
  assert.deepEqual(await due(first), ofFirst);
  assert.deepEqual(await due(second), [[second, 'payments']]);
});
