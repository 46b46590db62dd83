import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sendWebhooks } from '../../src/notify/webhooks/deliver-due.ts';
import { openReceiver } from '../webhooks/receiver.ts';
import { aPayment, serveV1, type V1 } from './serve.ts';

const path = '/v1/webhook-endpoints';

async function makeEndpoint({ call }: Pick<V1, 'call'>, url: string, more: object = {}) {
  const made = await call('POST', path, { body: { kind: 'payments', url, ...more } });
  assert.equal(made.status, 201, made.text);
  return made.body;
}

/** Posts what is due, until nothing is and every post has ended. */
async function deliver(v1: V1): Promise<void> {
  const world = await v1.open();
  do {
    await world.flights.landed();
  } while ((await sendWebhooks(world, v1.caller.business.id)) > 0);
}

test('an endpoint is made, found, changed by version and removed; its secret is shown once', async (t) => {
  const { call } = await serveV1(t);
  const made = await call('POST', path, {
    body: {
      kind: 'payments',
      url: 'https://hooks.example.com/a',
      username: 'me',
      password: 'a secret word',
    },
  });
  assert.equal(made.status, 201, made.text);
  const { secret, ...endpoint } = made.body;
  assert.match(secret, /^whsec_/);
  assert.equal(made.headers.get('location'), `${path}/payments`);
  const found = await call('GET', `${path}/payments`);
  assert.deepEqual(found.body, endpoint);
  assert.ok(!found.text.includes('a secret word') && !found.text.includes(secret));
  assert.deepEqual((await call('GET', path)).body.data, [endpoint]);

  const headers = { 'If-Match': found.headers.get('etag')! };
  const changed = await call('PATCH', `${path}/payments`, {
    body: { eventTypes: ['payment.refunded'], username: null },
    headers,
  });
  assert.equal(changed.status, 200, changed.text);
  assert.deepEqual(changed.body, {
    ...endpoint,
    username: null,
    eventTypes: ['payment.refunded'],
  });
  const late = await call('PATCH', `${path}/payments`, { body: { eventTypes: [] }, headers });
  assert.deepEqual([late.status, late.body.code], [412, 'changed_meanwhile']);
  const again = await call('POST', path, {
    body: { kind: 'payments', url: 'https://hooks.example.com/b' },
  });
  assert.deepEqual([again.status, again.body.errors[0].field], [400, 'kind']);

  const gone = await call('DELETE', `${path}/payments`);
  assert.deepEqual([gone.status, gone.text], [204, '']);
  for (const [method, at] of [
    ['GET', ''],
    ['DELETE', ''],
    ['POST', '/enable'],
    ['POST', '/test'],
    ['POST', '/rotate-secret'],
  ] as const) {
    const { status } = await call(method, `${path}/payments${at}`);
    assert.equal(status, 404, `${method} ${at}`);
  }
  assert.equal((await call('GET', `${path}/elsewhere`)).status, 404);
  const { body: log } = await call('GET', '/v1/audit-log?object=webhook:1/payments&limit=1');
  assert.deepEqual(log.data, []);
  const acts = await call('GET', '/v1/audit-log?q=webhook');
  assert.deepEqual(
    acts.body.data.map(({ act }: { act: string }) => act),
    ['webhook.removed', 'webhook.changed', 'webhook.set'],
  );
  assert.ok(!acts.text.includes('a secret word'));
});

test('two who make an endpoint at once make one', async (t) => {
  const { call } = await serveV1(t);
  const body = { kind: 'messages', url: 'https://hooks.example.com/a' };
  const both = await Promise.all([1, 2].map(() => call('POST', path, { body })));
  assert.deepEqual(both.map(({ status }) => status).sort(), [201, 400]);
});

test('addresses, credentials and types of events are judged', async (t) => {
  const v1 = await serveV1(t);
  const { call } = v1;
  const url = 'https://hooks.example.com/a';
  for (const [body, field] of [
    [{ kind: 'payments', url: 'hooks.example.com' }, 'url'],
    [{ kind: 'payments', url: 'https://10.0.0.1/' }, 'url'],
    [{ kind: 'payments', url, username: 'me' }, 'password'],
    [{ kind: 'payments', url, username: 'a:b', password: 'x' }, 'username'],
    [{ kind: 'messages', url, username: 'me', password: 'x' }, 'username'],
    [{ kind: 'customers', url, eventTypes: ['payment.refunded'] }, 'eventTypes'],
    [{ kind: 'leads', url }, 'kind'],
    [{ kind: 'payments' }, 'url'],
  ] as const) {
    const { status, body: problem } = await call('POST', path, { body });
    assert.deepEqual([status, problem.errors?.[0]?.field], [400, field], JSON.stringify(body));
  }
  await makeEndpoint(v1, url);
  const own = await call('PATCH', `${path}/payments`, { body: { url: 'https://10.0.0.1/' } });
  assert.equal(own.status, 400, own.text);
  assert.equal(own.body.errors[0].field, 'url');
});

test('a test post is signed and says what came back', async (t) => {
  const v1 = await serveV1(t);
  const { call } = v1;
  const receiver = await openReceiver(t, 204, 500);
  await makeEndpoint(v1, receiver.url);
  const good = await call('POST', `${path}/payments/test`);
  assert.deepEqual(
    [good.body.isAccepted, good.body.status, good.body.error],
    [true, 204, null],
    good.text,
  );
  const [received] = receiver.received;
  assert.equal(received?.form.EventType, 'webhook.test');
  assert.match(String(received?.headers['webhook-signature']), /^v1,/);
  const bad = await call('POST', `${path}/payments/test`);
  assert.deepEqual([bad.body.isAccepted, bad.body.status], [false, 500]);
  await receiver.close();
  const closed = await call('POST', `${path}/payments/test`);
  assert.deepEqual([closed.body.isAccepted, closed.body.status], [false, null]);
  assert.equal(typeof closed.body.error, 'string');
  assert.equal((await call('GET', `${path}/payments`)).body.failures, 0);
  assert.deepEqual((await call('GET', '/v1/deliveries')).body.data, []);
});

test('a secret is rotated, and posts are signed with both for a while', async (t) => {
  const v1 = await serveV1(t);
  const { call } = v1;
  const receiver = await openReceiver(t);
  const { secret } = await makeEndpoint(v1, receiver.url);
  const rotated = await call('POST', `${path}/payments/rotate-secret`, {
    body: { graceSeconds: 3600 },
  });
  assert.equal(rotated.status, 200, rotated.text);
  assert.notEqual(rotated.body.secret, secret);
  assert.equal(rotated.body.formerSecretUntil, '2030-01-15T16:00:00.000Z');
  await call('POST', `${path}/payments/test`);
  v1.clock.pass(2 * 3_600_000);
  await call('POST', `${path}/payments/test`);
  assert.deepEqual(
    receiver.received.map(({ headers }) => String(headers['webhook-signature']).split(' ').length),
    [2, 1],
  );
});

test('an event is listed, delivered, and sent again', async (t) => {
  const v1 = await serveV1(t);
  const { call } = v1;
  const receiver = await openReceiver(t);
  await makeEndpoint(v1, receiver.url);
  const paid = await call('POST', '/v1/payments', { body: aPayment });
  await deliver(v1);
  const { body: events } = await call('GET', `/v1/events?objectId=${paid.body.id}`);
  const event = events.data.find(({ kind }: { kind: string }) => kind === 'payment.captured');
  assert.deepEqual((await call('GET', `/v1/events/${event.id}`)).body, event);
  const ids = async (query: string) =>
    (await call('GET', `/v1/events?${query}`)).body.data.map(({ id }: { id: string }) => id);
  assert.deepEqual(await ids(`q=${event.id}`), [event.id]);
  assert.deepEqual(await ids('kind=payment.captured'), [event.id]);
  assert.deepEqual(await ids('q=dispute'), []);

  const { body: list } = await call('GET', `/v1/deliveries?eventId=${event.id}`);
  const [delivery] = list.data;
  assert.deepEqual([delivery.status, delivery.endpointId], ['succeeded', 'payments']);
  const whole = await call('GET', `/v1/deliveries/${delivery.id}`);
  assert.deepEqual(
    whole.body.log.map(({ status }: { status: number }) => status),
    [204],
  );
  assert.equal(whole.body.body, receiver.received[0]?.body);

  const again = await call('POST', `/v1/deliveries/${delivery.id}/replay`);
  assert.equal(again.status, 201, again.text);
  assert.deepEqual([again.body.isReplay, again.body.eventId], [true, event.id]);
  const busy = await call('POST', `/v1/deliveries/${delivery.id}/replay`);
  assert.deepEqual([busy.status, busy.body.code], [409, 'wrong_state']);
  await deliver(v1);
  const [first, second] = receiver.received;
  assert.equal(second?.headers['webhook-id'], first?.headers['webhook-id']);
  assert.equal((await call('GET', '/v1/deliveries?isReplay=true')).body.data.length, 1);

  const as = await v1.addBusiness();
  for (const [method, at] of [
    ['GET', `/v1/events/${event.id}`],
    ['GET', `/v1/deliveries/${delivery.id}`],
    ['POST', `/v1/deliveries/${delivery.id}/replay`],
    ['GET', `${path}/payments`],
    ['POST', `${path}/payments/test`],
  ] as const) {
    assert.equal((await call(method, at, { as })).status, 404, at);
  }
  assert.equal((await call('GET', '/v1/events/nothing')).status, 404);
});

test('deliveries that were given up are replayed together, those that arrived are not', async (t) => {
  const v1 = await serveV1(t);
  const { call } = v1;
  const receiver = await openReceiver(t, 204, 410);
  await makeEndpoint(v1, receiver.url);
  await call('POST', '/v1/payments', { body: { ...aPayment, orderNumber: 'one' } });
  await deliver(v1);
  await call('POST', '/v1/payments', { body: { ...aPayment, orderNumber: 'two' } });
  await deliver(v1);
  // 410 disables the endpoint: the third payment has no delivery.
  assert.equal((await call('GET', `${path}/payments`)).body.status, 'disabled');
  await call('POST', '/v1/payments', { body: { ...aPayment, orderNumber: 'three' } });
  await deliver(v1);
  receiver.answer(204);
  const enabled = await call('POST', `${path}/payments/enable`);
  assert.equal(enabled.body.status, 'enabled');

  const since = '2030-01-15T00:00:00Z';
  const replay = async (body: object) => {
    const made = await call('POST', `${path}/payments/replay`, { body });
    assert.equal(made.status, 200, made.text);
    await deliver(v1);
    return made.body.deliveries;
  };
  assert.equal(await replay({ since: '2031-01-01T00:00:00Z' }), 0);
  assert.equal(await replay({ since }), 1);
  assert.equal(await replay({ since }), 0);
  assert.equal(await replay({ since, which: 'all' }), 3);
});
