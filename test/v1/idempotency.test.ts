import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../../src/kernel/refusal.ts';
import { Secret } from '../../src/kernel/secret.ts';
import { answerOnce, type KeptAnswer } from '../../src/runtime/kept-answers.ts';
import { aPayment, serveV1 } from './serve.ts';

const minuteMs = 60_000;
const answer = (body: string): KeptAnswer => ({ status: 200, headers: {}, body });

test('the clock of a sandbox is moved on once under a key, and the key ends by the real clock', async (t) => {
  const v1 = await serveV1(t);
  const { call } = v1;
  const path = '/v1/sandbox/clock/advance';
  const asked = { body: { hours: 1 }, headers: { 'Idempotency-Key': 'an hour' } };
  const moved = await call('POST', path, asked);
  assert.equal(moved.status, 200, moved.text);
  const aheadMs = 31 * 24 * 60 * minuteMs;
  await v1.db.query('update businesses set clock_ahead_ms = $2 where business_id = $1', [
    v1.caller.business.id,
    aheadMs,
  ]);
  // The business is remembered for some seconds with its former clock.
  v1.clock.pass(6000);
  const again = await call('POST', path, asked);
  assert.equal(again.headers.get('idempotent-replayed'), 'true', again.text);
  assert.deepEqual(again.body, moved.body);
  const { body } = await call('GET', '/v1/sandbox/clock');
  assert.equal(body.aheadSeconds, aheadMs / 1000);
  v1.clock.pass(aheadMs);
  const ann = { email: 'ann@example.com', name: 'Ann', role: 'viewer' };
  const other = await call('POST', '/v1/users', { ...asked, body: ann });
  assert.equal(other.status, 201, other.text);
});

test('a holder whose lease was taken neither forgets nor keeps what is another’s', async (t) => {
  const v1 = await serveV1(t);
  const world = await v1.open();
  const asked = { businessId: v1.caller.business.id, key: 'k', content: new Secret('the same') };
  const isKept = () => true;
  const begin = () => {
    const work = Promise.withResolvers<KeptAnswer>();
    const begun = Promise.withResolvers<void>();
    const told = answerOnce(
      world,
      asked,
      async () => {
        begun.resolve();
        return await work.promise;
      },
      isKept,
    );
    // Nobody awaits those that are refused until the end.
    told.catch(() => {});
    return { ...work, begun: begun.promise, told };
  };
  const slow = begin();
  await slow.begun;
  await assert.rejects(
    answerOnce(world, asked, async () => answer('no'), isKept),
    {
      code: 'request_in_progress',
      retryAfterSeconds: 1,
    },
  );
  v1.clock.pass(minuteMs);
  const second = begin();
  await second.begun;
  slow.reject(new Refusal('wrong_state'));
  await assert.rejects(slow.told, { code: 'wrong_state' });
  // The row of the second one is still there.
  await assert.rejects(
    answerOnce(world, asked, async () => answer('no'), isKept),
    {
      code: 'request_in_progress',
    },
  );
  v1.clock.pass(minuteMs);
  const third = begin();
  await third.begun;
  third.resolve(answer('the third'));
  await third.told;
  second.resolve(answer('the second'));
  assert.equal((await second.told).answer.body, 'the second');
  const replay = await answerOnce(world, asked, async () => answer('no'), isKept);
  assert.deepEqual(replay, { answer: answer('the third'), isReplay: true });
});

test('work that takes longer than its lease is not begun a second time', async (t) => {
  const v1 = await serveV1(t);
  const world = await v1.open();
  const asked = { businessId: v1.caller.business.id, key: 'k', content: new Secret('the same') };
  const work = Promise.withResolvers<KeptAnswer>();
  const begun = Promise.withResolvers<void>();
  let extend = async () => {};
  let isStopped = false;
  const told = answerOnce(
    world,
    asked,
    async () => {
      begun.resolve();
      return await work.promise;
    },
    () => true,
    (ms, repeated) => {
      assert.ok(ms < minuteMs);
      extend = repeated;
      return () => {
        isStopped = true;
      };
    },
  );
  await begun.promise;
  const again = () =>
    answerOnce(
      world,
      asked,
      async () => answer('twice'),
      () => true,
    );
  for (let seconds = 0; seconds < 180; seconds += 50) {
    await extend();
    v1.clock.pass(50_000);
    await assert.rejects(again(), { code: 'request_in_progress' });
  }
  work.resolve(answer('once'));
  assert.equal((await told).answer.body, 'once');
  assert.ok(isStopped);
  // It was late, and changes nothing any more.
  await extend();
  assert.deepEqual(await again(), { answer: answer('once'), isReplay: true });
});

test('work that hangs holds its key for ten minutes and no longer', async (t) => {
  const v1 = await serveV1(t);
  const world = await v1.open();
  const asked = { businessId: v1.caller.business.id, key: 'k', content: new Secret('the same') };
  const hanging = Promise.withResolvers<KeptAnswer>();
  const begun = Promise.withResolvers<void>();
  let extend = async () => {};
  const told = answerOnce(
    world,
    asked,
    async () => {
      begun.resolve();
      return await hanging.promise;
    },
    () => true,
    (_ms, repeated) => {
      extend = repeated;
      return () => {};
    },
  );
  await begun.promise;
  const again = () =>
    answerOnce(
      world,
      asked,
      async () => answer('anew'),
      () => true,
    );
  for (let minutes = 0; minutes < 10; minutes += 1) {
    await extend();
    await assert.rejects(again(), { code: 'request_in_progress' });
    v1.clock.pass(minuteMs);
  }
  await extend();
  assert.deepEqual(await again(), { answer: answer('anew'), isReplay: false });
  hanging.resolve(answer('late'));
  await told;
  assert.equal((await again()).answer.body, 'anew');
});

test('a key is one for each kind of thing, as the conventions say', async (t) => {
  const { call } = await serveV1(t);
  const headers = { 'Idempotency-Key': 'one' };
  const paid = await call('POST', '/v1/payments', { headers, body: aPayment });
  assert.equal(paid.status, 201, paid.text);
  const at = `/v1/payments/${paid.body.id}`;
  assert.equal((await call('POST', `${at}/refunds`, { headers, body: {} })).status, 201);
  const ann = { email: 'ann@example.com', name: 'Ann', role: 'viewer' };
  assert.equal((await call('POST', '/v1/users', { headers, body: ann })).status, 201);
  // Of the same kind.
  for (const [path, body] of [
    ['/v1/payments', { ...aPayment, amount: 1 }],
    [`${at}/void`, undefined],
    ['/v1/customers', { email: 'ann@example.com' }],
    ['/v1/api-keys', { name: 'x' }],
  ] as const) {
    const told = await call('POST', path, { headers, ...(body && { body }) });
    assert.deepEqual([told.status, told.body.code], [409, 'idempotency_key_reused'], path);
  }
});

test('an answer is kept by the same statements at every moment, and an old key is free again', async (t) => {
  const v1 = await serveV1(t);
  const world = await v1.open();
  const texts = new Set<string>();
  const { query } = world.db;
  const db: typeof world.db = {
    ...world.db,
    query: async (text, values, tenants) => {
      texts.add(text);
      return await query(text, values, tenants);
    },
  };
  const asked = { businessId: v1.caller.business.id, key: 'k' };
  const keep = async (content: string) =>
    await answerOnce(
      { ...world, db },
      { ...asked, content: new Secret(content) },
      async () => answer(content),
      () => true,
    );
  await keep('first');
  const before = [...texts];
  v1.clock.pass(30 * 24 * 60 * minuteMs);
  await assert.rejects(keep('second'), (error) => error instanceof Refusal);
  v1.clock.pass(1);
  texts.clear();
  assert.equal((await keep('second')).answer.body, 'second');
  assert.deepEqual([...texts], before);
});
