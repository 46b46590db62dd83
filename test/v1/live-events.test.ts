import assert from 'node:assert/strict';
import { after, type TestContext, test } from 'node:test';
import { createLiveEvents } from '../../src/runtime/live-events.ts';
import { openDoor } from '../caller.ts';
import type { Caller } from '../fixture.ts';
import { idAt, listen, type Message } from './live.ts';
import { serveV1 } from './serve.ts';
import { signIn } from './signed-in.ts';

const v1 = await serveV1({ after });

async function happen({ business }: Caller, ...ids: readonly string[]): Promise<void> {
  await v1.db.query(
    `insert into events (business_id, id, kind, object_id, happened_at, data, untold)
     select $1, id, 'payment.captured', 7, now(), '{}', '{}' from unnest($2::uuid[]) as e(id)`,
    [business.id, `{${ids.join(',')}}`],
  );
}

/** What follows the opening of the stream. */
async function opened(t: TestContext, asked: Parameters<typeof listen>[2]) {
  const stream = await listen(t, v1, asked);
  assert.equal(stream.response.status, 200);
  assert.deepEqual(await stream.next(), { retry: '3000' });
  return stream;
}

test('all who listen hear what happens in their own business, from then on', async (t) => {
  const [own, other] = [await v1.addBusiness(), await v1.addBusiness()];
  await happen(own, idAt('2030-01-15T14:59:59Z'));
  const streams = [await opened(t, { as: own }), await opened(t, { as: own })];
  const foreign = await opened(t, { as: other });
  const { headers } = streams[0]!.response;
  assert.deepEqual(
    ['content-type', 'cache-control', 'x-accel-buffering'].map((name) => headers.get(name)),
    ['text/event-stream; charset=utf-8', 'no-store', 'no'],
  );
  const [theirs, ours] = [idAt('2030-01-15T15:00:01Z'), idAt('2030-01-15T15:00:02Z')];
  await happen(other, theirs);
  assert.equal((await foreign.next()).id, theirs);
  await happen(own, ours);
  for (const stream of streams) {
    const data = JSON.stringify({ id: ours, kind: 'payment.captured', objectId: '7' });
    assert.deepEqual(await stream.next(), { event: 'payment.captured', id: ours, data });
  }
  v1.clock.pass(15_000);
  assert.deepEqual(await foreign.next(), {}, 'a heartbeat');
});

test('an event that is committed after a later one is told too, and each of them once', async (t) => {
  const own = await v1.addBusiness();
  const stream = await opened(t, { as: own });
  const [early, late, last] = [1, 5, 6].map((n) => idAt(`2030-01-15T15:00:0${n}Z`));
  for (const id of [late!, early!, last!]) {
    await happen(own, id);
    assert.equal((await stream.next()).id, id);
  }
});

test('a client that reconnects gets the events it missed', async (t) => {
  const own = await v1.addBusiness();
  const [old, before, known, missed] = ['14:00:00', '14:59:50', '14:59:51', '14:59:52'].map((at) =>
    idAt(`2030-01-15T${at}Z`),
  );
  await happen(own, old!, before!, known!, missed!);
  const stream = await opened(t, { as: own, headers: { 'Last-Event-ID': known! } });
  // What was committed late may be among the first ones.
  assert.equal((await stream.next()).id, before);
  assert.equal((await stream.next()).id, missed);
  const odd = await v1.call('GET', '/v1/events/live', { headers: { 'Last-Event-ID': '17' } });
  assert.equal(odd.status, 400);
  assert.equal(odd.body.errors[0].field, 'Last-Event-ID');
});

test('a client that missed too many events reads everything anew, and goes on from there', async (t) => {
  const own = await v1.addBusiness();
  const ids = Array.from({ length: 502 }, (_, i) => idAt('2030-01-15T14:59:50Z', i));
  await happen(own, ...ids);
  const stream = await opened(t, { as: own, headers: { 'Last-Event-ID': ids[0]! } });
  assert.deepEqual(await stream.next(), { event: 'reset', id: ids.at(-1)!, data: '{}' });
  const next = idAt('2030-01-15T14:59:51Z');
  await happen(own, next);
  assert.equal((await stream.next()).id, next);
});

test('so many events at once that some may be missing are told as a reset', async (t) => {
  const own = await v1.addBusiness();
  const at = await doorWith(t, { mostRead: 2 });
  const stream = await listen(t, { ...v1, baseUrl: at }, { as: own });
  assert.deepEqual(await stream.next(), { retry: '3000' });
  const ids = [1, 2, 3].map((n) => idAt(`2030-01-15T15:00:0${n}Z`));
  await happen(own, ...ids);
  assert.deepEqual(await stream.next(), { event: 'reset', id: ids[2]!, data: '{}' });
});

test('a stream ends with the session, which it does not prolong', async (t) => {
  const own = await v1.addBusiness();
  const person = await signIn(v1, own, 'viewer');
  v1.clock.pass(5 * 60_000);
  const before = await seenAt(own);
  const stream = await opened(t, { as: person });
  v1.clock.pass(60_000);
  assert.deepEqual(await stream.next(), {}, 'still there after the first check');
  assert.deepEqual(await seenAt(own), before);
  const left = await v1.call('DELETE', '/v1/session', { as: person });
  assert.equal(left.status, 200, left.text);
  v1.clock.pass(60_000);
  assert.ok((await stream.untilEnd()).every(isHeartbeat));
  const again = await v1.call('GET', '/v1/events/live', { as: person });
  assert.equal(again.status, 401);
});

test('a stream ends with its key', async (t) => {
  const own = await v1.addBusiness();
  const body = { name: 'k', rights: ['read'] };
  const { body: key } = await v1.call('POST', '/v1/api-keys', { body, as: own });
  const stream = await opened(t, { as: { apiKey: key.secret } });
  const path = `/v1/api-keys/${key.id}/revoke`;
  const revoked = await v1.call('POST', path, { as: own, body: {} });
  assert.ok(revoked.status < 300, revoked.text);
  v1.clock.pass(60_000);
  assert.ok((await stream.untilEnd()).every(isHeartbeat));
});

test('a stream ends five seconds after its key was revoked', async (t) => {
  const own = await v1.addBusiness();
  const body = { name: 'k', rights: ['read'] };
  const { body: key } = await v1.call('POST', '/v1/api-keys', { body, as: own });
  const stream = await opened(t, { as: { apiKey: key.secret } });
  await v1.call('POST', `/v1/api-keys/${key.id}/revoke`, { as: own, body: {} });
  v1.clock.pass(5000);
  const last = idAt('2030-01-15T15:00:06Z');
  await happen(own, last);
  const heard = (await stream.untilEnd()).filter((one) => !isHeartbeat(one));
  assert.deepEqual(
    heard.map(({ id }) => id),
    [last],
  );
});

test('a business has so many listeners, and whoever leaves makes room', async (t) => {
  const own = await v1.addBusiness();
  const at = await doorWith(t, { perBusiness: 1 });
  const one = await listen(t, { ...v1, baseUrl: at }, { as: own });
  assert.equal(one.response.status, 200);
  const path = '/v1/events/live';
  // Nobody listens to the body of a HEAD.
  for (const method of ['GET', 'HEAD']) {
    const { status, headers } = await v1.call(method, path, { at, as: own });
    assert.deepEqual([status, headers.get('retry-after')], [429, '60']);
  }
  assert.equal((await v1.call('GET', path, { at })).status, 200, 'another business');
  one.leave();
  // The server learns of it in its own time; each refusal takes from the limit of requests.
  let refused = 0;
  while ((await v1.call('HEAD', path, { at, as: own })).status !== 200) {
    refused += 1;
    assert.ok(refused < 1000, 'nobody noticed');
    v1.clock.pass(100);
  }
  assert.equal((await v1.call('GET', path, { at, as: own })).status, 200);
});

test('a server that closes ends its streams whole', async (t) => {
  const own = await v1.addBusiness();
  const { baseUrl, close } = await openDoor(await v1.open());
  const stream = await listen(t, { ...v1, baseUrl }, { as: own });
  await Promise.all([close(), stream.untilEnd()]);
});

function isHeartbeat(message: Message): boolean {
  return Object.keys(message).length === 0;
}

async function seenAt({ business }: Caller): Promise<Date> {
  const [found] = await v1.db.query<{ seen_at: Date }>(
    `select s.seen_at from sessions s join people p on p.id = s.person_id
     where p.email = 'viewer-of-${business.id}@example.com'`,
  );
  return found!.seen_at;
}

async function doorWith(
  t: TestContext,
  limits: Parameters<typeof createLiveEvents>[0]['limits'] & object,
): Promise<string> {
  const world = await v1.open();
  const live = createLiveEvents({ ...world, limits: { everyMs: 10, ...limits } });
  const { baseUrl, close } = await openDoor({ ...world, live });
  t.after(close);
  return baseUrl;
}
