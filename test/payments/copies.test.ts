import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resolveDue } from '../../src/payments/resolve.ts';
import { startCharges } from '../../src/payments/start-store.ts';
import type { World } from '../../src/world.ts';
import { cardFields, client, type Fields, openDoor } from '../caller.ts';
import { type Caller, type Fixture, makeFixture } from '../fixture.ts';
import { askRefund, openShop } from '../followups/shop.ts';

type Scope = { after(work: () => Promise<void>): void };
type Key = { readonly 'Idempotency-Key'?: string };

/**
 * Two instances. One read a request at the beginning and was paused with it; `early` sends it there once it goes on.
 */
async function openTwo(t: Scope, fixture: Fixture, caller: Caller) {
  const world = await fixture.open();
  const pausedAt = fixture.clock.now();
  const paused = { ...(await fixture.open()), unreadSince: () => pausedAt };
  const doors = [await openDoor(world), await openDoor(paused)];
  const [late, early] = doors.map(({ baseUrl }) => client(baseUrl, caller)) as [
    ReturnType<typeof client>,
    ReturnType<typeof client>,
  ];
  t.after(async () => {
    late.close();
    early.close();
    for (const door of doors) await door.close();
  });
  return { late, early, doors };
}

const order: Fields = { ...cardFields, Amount: '12.50', OrderNumber: 'A-1' };
const { OrderNumber: _, ...withoutNumber } = order;

for (const [name, fields, headers] of [
  ['its order number', order, {}],
  ['its Idempotency-Key', withoutNumber, { 'Idempotency-Key': 'key-1' }],
  ['both names', order, { 'Idempotency-Key': 'key-1' }],
] as readonly (readonly [string, Fields, Key])[]) {
  test(`a copy that waited in a paused instance charges nothing after its caller was told so under ${name}`, async (t) => {
    const fixture = await makeFixture(t);
    const caller = await fixture.addBusiness();
    const { late, early } = await openTwo(t, fixture, caller);
    fixture.clock.pass(1_000);
    fixture.bank.script({ next: 1 }, 'connection_refused');
    const told = await late.call('CreatePayment', fields, headers as Record<string, string>);
    assert.deepEqual([told.status, told.headers['x-payment-state']], [503, 'canceled']);

    fixture.clock.pass(1_000);
    const copy = await early.call('CreatePayment', fields, headers as Record<string, string>);
    assert.deepEqual([copy.status, copy.body], [told.status, told.body]);
    const again = await late.call('CreatePayment', fields, headers as Record<string, string>);
    assert.deepEqual([again.status, again.headers['x-payment-state']], [200, 'captured']);
  });
}

/** An instance that read what it is sent just now, and was paused with it. */
async function openPaused(t: Scope, fixture: Fixture, caller: Caller) {
  const pausedAt = fixture.clock.now();
  const door = await openDoor({ ...(await fixture.open()), unreadSince: () => pausedAt });
  const copy = client(door.baseUrl, caller);
  t.after(async () => {
    copy.close();
    await door.close();
  });
  return copy;
}

test('a copy of the second try under a key charges nothing after its caller was told so twice', async (t) => {
  const fixture = await makeFixture(t);
  const caller = await fixture.addBusiness();
  const { late } = await openTwo(t, fixture, caller);
  const key = { 'Idempotency-Key': 'key-1' };
  fixture.bank.script({ next: 2 }, 'connection_refused');
  assert.equal((await late.call('CreatePayment', withoutNumber, key)).status, 503);
  fixture.clock.pass(1_000);
  const second = await openPaused(t, fixture, caller);
  fixture.clock.pass(1_000);
  const told = await late.call('CreatePayment', withoutNumber, key);
  assert.equal(told.status, 503);
  fixture.clock.pass(1_000);
  const copy = await second.call('CreatePayment', withoutNumber, key);
  assert.deepEqual([copy.status, copy.body], [told.status, told.body]);
  assert.equal((await late.call('CreatePayment', withoutNumber, key)).status, 200);
});

test('a copy that arrived before another copy was told so charges nothing, though the payment had ended', async (t) => {
  const fixture = await makeFixture(t);
  const caller = await fixture.addBusiness();
  const { late, early } = await openTwo(t, fixture, caller);
  fixture.clock.pass(1_000);
  fixture.bank.script({ next: 1 }, 'connection_refused');
  assert.equal((await late.call('CreatePayment', order)).status, 503); // Its answer is lost.
  fixture.clock.pass(1_000);
  const second = await openPaused(t, fixture, caller);
  fixture.clock.pass(1_000);
  const told = await early.call('CreatePayment', order);
  assert.equal(told.status, 503);
  fixture.clock.pass(1_000);
  const copy = await second.call('CreatePayment', order);
  assert.deepEqual([copy.status, copy.body], [told.status, told.body]);
  assert.equal((await late.call('CreatePayment', order)).status, 200);
});

test('a copy for another amount charges nothing either, and is told to come again', async (t) => {
  const fixture = await makeFixture(t);
  const caller = await fixture.addBusiness();
  const { late, early } = await openTwo(t, fixture, caller);
  fixture.clock.pass(1_000);
  fixture.bank.script({ next: 1 }, 'connection_refused');
  assert.equal((await late.call('CreatePayment', order)).status, 503);
  const copy = await early.call('CreatePayment', { ...order, Amount: '99.00' });
  assert.deepEqual([copy.status, copy.headers['x-payment-state']], [503, undefined]);
});

test('of two copies that take an order over, both are answered with the one charge', async (t) => {
  const fixture = await makeFixture(t);
  const caller = await fixture.addBusiness();
  const world = await fixture.open();
  const askAt = async (asked: Partial<World>, fields: Fields) => {
    const door = await openDoor({ ...world, ...asked });
    const { call, close } = client(door.baseUrl, caller);
    try {
      return await call('CreatePayment', fields);
    } finally {
      close();
      await door.close();
    }
  };
  fixture.bank.script({ next: 1 }, 'timeout_after_decline');
  assert.equal((await askAt({}, order)).status, 202);
  fixture.clock.pass(60_000);
  await resolveDue(world);

  const other = { ...order, Amount: '99.00' };
  const arrivedAt = fixture.clock.now();
  fixture.clock.pass(1_000);
  const hasFreed = Promise.withResolvers<void>();
  const goesOn = Promise.withResolvers<void>();
  const later = askAt(
    {
      gather: beforeTry(world, 2, async () => {
        hasFreed.resolve();
        await goesOn.promise;
      }),
    },
    other,
  );
  await hasFreed.promise;
  const earlier = await askAt(
    {
      unreadSince: () => arrivedAt,
      gather: beforeTry(world, 2, async () => {
        goesOn.resolve();
        await later;
      }),
    },
    other,
  );
  goesOn.resolve();
  const charged = await later;
  assert.deepEqual([charged.status, charged.headers['x-payment-state']], [200, 'captured']);
  assert.deepEqual([earlier.status, earlier.body], [charged.status, charged.body]);
});

/** Waits before a request tries to start its charge for the n-th time. */
function beforeTry({ gather }: World, n: number, work: () => Promise<void>): World['gather'] {
  let tries = 0;
  return async (carryOut, one) => {
    const isTry = (carryOut as unknown) === startCharges;
    if (isTry) tries += 1;
    if (isTry && tries === n) await work();
    return await gather(carryOut, one);
  };
}

test('a copy of a declined payment is told of that, and not tried with the same card again', async (t) => {
  const fixture = await makeFixture(t);
  const caller = await fixture.addBusiness();
  const { late, early } = await openTwo(t, fixture, caller);
  fixture.clock.pass(1_000);
  fixture.bank.script({ next: 1 }, 'card_declined');
  const told = await late.call('CreatePayment', order);
  const copy = await early.call('CreatePayment', order);
  assert.equal(copy.body, told.body);
});

for (const key of [undefined, 'key-2']) {
  const named = key ? 'under an Idempotency-Key' : 'without a key';
  test(`a copy of a refund ${named} refunds nothing after its caller was told so`, async (t) => {
    const fixture = await makeFixture(t);
    const shop = await openShop(t, { fixture });
    await shop.pay({ OrderNumber: 'A-1' });
    fixture.clock.pass(1_000);
    const pausedAt = fixture.clock.now();
    const paused = { ...(await fixture.open()), unreadSince: () => pausedAt };
    const early = await openDoor(paused);
    t.after(early.close);
    const request = { RefundType: 'Partial', Amount: '10.00', OrderNumber: 'A-1' };
    fixture.clock.pass(1_000);
    fixture.bank.script({ next: 1 }, 'connection_refused');
    const told = await shop.refund(request, key);
    assert.equal(told.state, 'failed');

    const copy = await askRefund(early.baseUrl, shop.caller, request, key);
    assert.deepEqual(copy.body, told.body);
    const again = await shop.refund(request, key);
    assert.equal(again.state, 'succeeded');
    const rows = await fixture.db.query<{ cents: bigint }>(
      'select refunded_cents as cents from payments',
    );
    assert.deepEqual(rows, [{ cents: 1000n }]);
  });
}

test('an order number whose payment is not decided is told so to who asks for something else under it', async (t) => {
  const fixture = await makeFixture(t);
  const caller = await fixture.addBusiness();
  const { late } = await openTwo(t, fixture, caller);
  fixture.bank.script({ next: 1 }, 'timeout_after_booking');
  assert.equal((await late.call('CreatePayment', order)).status, 202);
  const other = { ...order, Amount: '99.00' };
  const told = await late.call('CreatePayment', other);
  assert.deepEqual([told.status, told.headers['x-payment-state']], [202, 'unknown']);
  assert.equal(told.headers['x-payment-id'], undefined);
  assert.equal(JSON.parse(told.body).Data, null);
  // Whoever asks for the same hears that it was made; then the number is used.
  fixture.clock.pass(60_000);
  assert.equal((await late.call('CreatePayment', order)).status, 200);
  assert.equal((await late.call('CreatePayment', other)).status, 409);
});
