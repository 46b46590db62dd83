import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { eventTypesOf } from '../../src/notify/webhooks/event-types.ts';
import { webhookKinds } from '../../src/parties/businesses/new-business.ts';
import { declines } from '../../src/ports/processors/declines.ts';
import { openPostOffice } from './post-office.ts';
import { openReceiver } from './receiver.ts';
import { secretsOf } from './verify.ts';

test('the example for receivers tells ours from others', async (t) => {
  const page = await readFile(
    join(import.meta.dirname, '../../docs/interface/webhooks.md'),
    'utf8',
  );
  const [, example] = /```js\n([^`]*(?:`[^`]+`[^`]*)*?)```/.exec(page)!;
  const { isOurs } = await import(`data:text/javascript,${encodeURIComponent(example!)}`);

  const office = await openPostOffice(t);
  const shop = await office.business();
  const receiver = await openReceiver(t);
  await office.endpoint(shop, 'payments', receiver.url);
  await office.happens(shop, 'payment.captured', 7n);
  await office.work();
  const [{ headers, body } = assert.fail()] = receiver.received;
  const [secret] = await secretsOf(office.world, shop.business.id, 'payments');
  const now = office.fixture.clock.now().getTime();
  assert.equal(isOurs(secret, headers, body, now), true);
  assert.equal(isOurs(secret, headers, body, now + 301_000), false);
  assert.equal(isOurs(secret, headers, `${body}&`, now), false);
  assert.equal(isOurs(secret, { ...headers, 'webhook-id': 'else' }, body, now), false);
  assert.equal(isOurs('whsec_AAAA', headers, body, now), false);
});

test('the fields that the page names are those that are posted', async (t) => {
  const page = await readFile(
    join(import.meta.dirname, '../../docs/interface/webhooks.md'),
    'utf8',
  );
  const office = await openPostOffice(t);
  const shop = await office.business();
  const receiver = await openReceiver(t);
  for (const kind of ['payments', 'messages', 'customers'] as const) {
    await office.endpoint(shop, kind, receiver.url);
  }
  const message = { direction: 'in', from: '2125550100', to: '2125550101', text: 'Hello' };
  await office.happens(shop, 'payment.captured', 7n);
  await office.happens(shop, 'message.created', 8n, message);
  await office.happens(shop, 'customer.added', 9n, {});
  await office.work();
  assert.equal(receiver.received.length, 3);
  for (const { form } of receiver.received) {
    for (const name of Object.keys(form)) assert.ok(page.includes(name), name);
  }
});

test('the types of events and codes of declines that the pages name are those that there are', async () => {
  const pageOf = async (name: string) =>
    await readFile(join(import.meta.dirname, '../../docs/interface', name), 'utf8');
  const webhooks = await pageOf('webhooks.md');
  const told = [...webhooks.matchAll(/^\| `([a-z]+\.[a-z_]+)` \| (always|when on) \|/gm)];
  const types = webhookKinds.flatMap(eventTypesOf);
  assert.deepEqual(
    told.map(([, type, posted]) => [type, posted]).toSorted(),
    types.map(({ type, isAlways }) => [type, isAlways ? 'always' : 'when on']).toSorted(),
  );
  const [, table] = /^\| Decline-Code \|.*\n\|---.*\n((?:\|.*\n)+)/m.exec(
    await pageOf('errors.md'),
  )!;
  const codes = [...table!.matchAll(/`([a-z_]+)`/g)].map(([, code]) => code!);
  const known = [...Object.keys(declines), 'rejected', 'card_declined_too_often'];
  assert.deepEqual(codes.toSorted(), known.toSorted());
});
