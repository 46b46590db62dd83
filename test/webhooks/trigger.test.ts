import assert from 'node:assert/strict';
import { test } from 'node:test';
import { switchEventTypes } from '../../src/notify/webhooks/change-endpoint.ts';
import { listDeliveries } from '../../src/notify/webhooks/delivery-log.ts';
import { eventTypesOf } from '../../src/notify/webhooks/event-types.ts';
import { trigger, triggered } from '../../src/notify/webhooks/trigger.ts';
import { webhookKinds } from '../../src/parties/businesses/new-business.ts';
import { openPostOffice } from './post-office.ts';
import { openReceiver } from './receiver.ts';

const actor = 'operator:ann';

test('a sample of every type is posted where it is switched on, is logged as a test, and leaves the books alone', async (t) => {
  const office = await openPostOffice(t);
  const { world, fixture } = office;
  const shop = await office.business();
  const { business } = shop;
  const receiver = await openReceiver(t);
  const all = [...triggered.keys()];
  assert.deepEqual(await trigger(world, business, all, actor), []);

  for (const kind of webhookKinds) await office.endpoint(shop, kind, receiver.url);
  const [few] = [await trigger(world, business, ['payment.completed', 'payment.refunded'], actor)];
  assert.deepEqual(
    few.map(({ type }) => type),
    ['payment.completed'],
  );
  for (const kind of webhookKinds) {
    const types = eventTypesOf(kind).map(({ type }) => type);
    await switchEventTypes(world, { businessId: business.id, kind }, types, actor);
  }
  const made = await trigger(world, business, all, actor);
  assert.deepEqual(
    made.map(({ type }) => type),
    all,
  );
  await office.work();
  const posted = receiver.received.map(({ body }) => new URLSearchParams(body));
  assert.equal(posted.length, all.length + 1);
  const types = posted.map((form) => form.get('EventType')).filter(Boolean);
  assert.deepEqual(types.sort(), [...all].sort());
  for (const form of posted) assert.match([...form.values()].join(' '), /\btest\b/i);

  const logged = await listDeliveries(fixture.db, business.id, {
    ...{ kind: undefined, state: 'succeeded', before: undefined, limit: 100 },
  });
  assert.equal(logged.length, posted.length);
  assert.ok(logged.every(({ event }) => event === 'test'));
  assert.deepEqual(await fixture.db.query('select from events'), []);
});

test('a live business gets no sample', async (t) => {
  const office = await openPostOffice(t);
  const shop = await office.business();
  const live = { ...shop.business, environment: 'live' } as const;
  await assert.rejects(trigger(office.world, live, ['payment.completed'], actor), {
    code: 'sandbox_only',
  });
});
