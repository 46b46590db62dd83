import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endTry, takeDue } from '../../src/notify/webhooks/delivery-store.ts';
import { waitsMs } from '../../src/notify/webhooks/end-try.ts';
import { fanOut } from '../../src/notify/webhooks/fan-out.ts';
import { dayMs, hourMs, minuteMs, openPostOffice, secondMs } from './post-office.ts';
import { openReceiver } from './receiver.ts';

test('a receiver that is down is tried ten times over three days, and then given up', async (t) => {
  const office = await openPostOffice(t);
  const shop = await office.business();
  const receiver = await openReceiver(t, 503);
  await office.endpoint(shop, 'payments', receiver.url);
  const eventId = await office.happens(shop, 'payment.captured', 7n);
  const moments: number[] = [];
  for (;;) {
    await office.work();
    moments.push(office.fixture.clock.now().getTime());
    const [delivery] = await office.deliveries(shop);
    if (!delivery?.due_at) break;
    // Not a moment too early.
    office.fixture.clock.setTo(new Date(delivery.due_at.getTime() - 1));
    const before = receiver.received.length;
    await office.work();
    assert.equal(receiver.received.length, before);
    office.fixture.clock.setTo(delivery.due_at);
  }

  const gaps = moments.slice(1).map((at, i) => at - moments[i]!);
  assert.equal(receiver.received.length, 10);
  for (const [i, gap] of gaps.entries()) {
    const wait = waitsMs[i]!;
    assert.ok(gap >= 0.9 * wait && gap <= 1.1 * wait, `${gap} ms instead of ${wait}`);
  }
  assert.ok(new Set(gaps.map((gap, i) => gap / waitsMs[i]!)).size > 5, 'each a little else');
  assert.deepEqual(
    new Set(receiver.received.map(({ headers }) => headers['webhook-id'])),
    new Set([eventId]),
  );
  assert.equal(new Set(receiver.received.map(({ body }) => body)).size, 1);
  const stamps = receiver.received.map(
    ({ headers }) => Number(headers['webhook-timestamp']) * 1000,
  );
  assert.deepEqual(
    stamps,
    moments.map((at) => Math.floor(at / 1000) * 1000),
  );

  const [delivery] = await office.deliveries(shop);
  assert.equal(delivery?.state, 'exhausted');
  assert.equal(delivery?.tries, 10);
  const tries = await office.tries(shop);
  assert.deepEqual(
    tries.map(({ status, outcome }) => [status, outcome]),
    new Array(10).fill([503, 'failed']),
  );
  const [endpoint] = await office.endpoints(shop);
  assert.deepEqual([endpoint?.state, endpoint?.failures], ['failing', 10]);
});

test('what waited for one that was given up is posted then', async (t) => {
  const office = await openPostOffice(t);
  const shop = await office.business();
  const receiver = await openReceiver(t, 503);
  await office.endpoint(shop, 'payments', receiver.url);
  for (const kind of ['payment.queued', 'payment.returned']) await office.happens(shop, kind, 7n);
  for (;;) {
    await office.work();
    const [first] = await office.deliveries(shop);
    if (!first?.due_at) break;
    office.fixture.clock.setTo(first.due_at);
  }
  const states = (await office.deliveries(shop)).map(({ state }) => state);
  assert.deepEqual(states, ['exhausted', 'scheduled']);
});

test('how it ended says who took it over, and not who was slower', async (t) => {
  const office = await openPostOffice(t);
  const shop = await office.business();
  await office.endpoint(shop, 'payments', (await openReceiver(t)).url);
  await office.happens(shop, 'payment.captured', 7n);
  await fanOut(office.world);
  const { clock, db } = office.fixture;
  const take = async () => {
    const now = clock.now();
    const lease = { now, until: new Date(now.getTime() + minuteMs), limit: 1 };
    return (await takeDue(db, { businessId: shop.business.id, kind: 'payments' }, lease))[0]!;
  };
  const slow = await take();
  clock.pass(minuteMs);
  const next = await take();
  const at = clock.now();
  const ended = { at, finishedAt: at };
  assert.ok(!(await endTry(db, slow, { ...ended, state: 'exhausted', outcome: 'failed' })));
  assert.ok(await endTry(db, next, { ...ended, state: 'succeeded', outcome: 'succeeded' }));
  assert.equal((await office.deliveries(shop))[0]?.state, 'succeeded');
});

test('the waits are those that are promised', () => {
  assert.deepEqual(waitsMs, [
    5 * secondMs,
    5 * minuteMs,
    30 * minuteMs,
    2 * hourMs,
    5 * hourMs,
    10 * hourMs,
    14 * hourMs,
    20 * hourMs,
    24 * hourMs,
  ]);
});

test('a receiver that comes back after three days hears all, once and in order, and is well again', async (t) => {
  const office = await openPostOffice(t);
  const shop = await office.business();
  const receiver = await openReceiver(t, 500);
  await office.endpoint(shop, 'payments', receiver.url);
  const { clock } = office.fixture;
  const sent: string[] = [];
  for (let hours = 0; hours < 60; hours += 6) {
    // Two things happen to each payment.
    sent.push(await office.happens(shop, 'payment.queued', BigInt(hours)));
    sent.push(await office.happens(shop, 'payment.returned', BigInt(hours)));
    await passHours(6);
  }
  const wasDownAt = receiver.received.length;
  receiver.answer(204);
  // The longest pause of a day, a tenth more, and the next look.
  await passHours(28);

  const after = receiver.received.slice(wasDownAt);
  assert.deepEqual(after.map(({ headers }) => headers['webhook-id']).toSorted(), sent.toSorted());
  for (let i = 0; i < sent.length; i += 2) {
    const [first, second] = [sent[i], sent[i + 1]].map((id) =>
      after.findIndex(({ headers }) => headers['webhook-id'] === id),
    );
    assert.ok(first! < second!, 'what happened to one payment is told in its order');
  }
  const states = (await office.deliveries(shop)).map(({ state }) => state);
  assert.deepEqual(new Set(states), new Set(['succeeded']));
  const [endpoint] = await office.endpoints(shop);
  assert.deepEqual(
    [endpoint?.state, endpoint?.failures, endpoint?.disable_at],
    ['enabled', 0, null],
  );

  async function passHours(hours: number): Promise<void> {
    for (let i = 0; i < hours; i += 2) {
      await office.work();
      clock.pass(2 * hourMs);
    }
    await office.work();
  }
});

test('five days without success disable an endpoint; the business is to be told, and nothing is lost', async (t) => {
  const office = await openPostOffice(t);
  const shop = await office.business();
  const receiver = await openReceiver(t, 500);
  await office.endpoint(shop, 'payments', receiver.url);
  const { clock } = office.fixture;
  await office.happens(shop, 'payment.captured', 1n);
  await office.work();
  clock.pass(4 * dayMs);
  await office.happens(shop, 'payment.captured', 2n);
  await office.work();
  clock.pass(dayMs - 1);
  await office.work();
  assert.equal((await office.endpoints(shop))[0]?.state, 'enabled', 'a moment before it is over');
  clock.pass(1);
  await office.work();

  const [endpoint] = await office.endpoints(shop);
  assert.deepEqual(
    [endpoint?.state, endpoint?.disabled_reason, endpoint?.disable_at],
    ['disabled', 'no success for five days', null],
  );
  const states = (await office.deliveries(shop)).map(({ state }) => state);
  assert.deepEqual(states, ['discarded', 'discarded']);
  const [told] = await office.fixture.db.query<{ untold: string[]; data: { endpoint: string } }>(
    `select untold, data from events where kind = 'endpoint.disabled'`,
  );
  assert.deepEqual([told?.untold, told?.data.endpoint], [[], 'payments']);

  const before = receiver.received.length;
  await office.happens(shop, 'payment.captured', 3n);
  clock.pass(dayMs);
  await office.work();
  assert.equal(receiver.received.length, before, 'nothing is posted to it any more');
});

test('410 disables at once', async (t) => {
  const office = await openPostOffice(t);
  const shop = await office.business();
  const receiver = await openReceiver(t, 410);
  await office.endpoint(shop, 'payments', receiver.url);
  await office.happens(shop, 'payment.queued', 1n);
  await office.happens(shop, 'payment.returned', 1n);
  await office.work();
  assert.equal(receiver.received.length, 1);
  const states = (await office.deliveries(shop)).map(({ state }) => state);
  assert.deepEqual(states, ['discarded', 'discarded']);
  assert.equal((await office.endpoints(shop))[0]?.disabled_reason, 'answered 410 Gone');
});

test('Retry-After is obeyed, as seconds and as a moment, for a day at most', async (t) => {
  const office = await openPostOffice(t);
  const shop = await office.business();
  const receiver = await openReceiver(t);
  await office.endpoint(shop, 'payments', receiver.url);
  const date = 'Tue, 15 Jan 2030 15:00:00 GMT';
  const cases: readonly (readonly [Readonly<Record<string, string>>, number])[] = [
    [{ 'Retry-After': '600' }, 600 * secondMs],
    [{ 'Retry-After': 'Tue, 15 Jan 2030 15:20:00 GMT', Date: date }, 20 * minuteMs],
    [{ 'Retry-After': '999999' }, dayMs],
  ];
  for (const [i, [headers, wait]] of cases.entries()) {
    receiver.answer((response) => response.writeHead(429, headers).end());
    await office.happens(shop, 'payment.captured', BigInt(i));
    const at = office.fixture.clock.now().getTime();
    await office.work();
    const delivery = (await office.deliveries(shop)).at(-1);
    assert.equal(delivery?.state, 'scheduled');
    assert.equal(delivery?.due_at?.getTime(), at + wait, JSON.stringify(headers));
  }
  // Whoever asks for less than we would wait anyway is not hurried.
  receiver.answer((response) => response.writeHead(429, { 'Retry-After': '0' }).end());
  await office.happens(shop, 'payment.captured', 99n);
  await office.work();
  const due = (await office.deliveries(shop)).at(-1)?.due_at?.getTime() ?? 0;
  assert.ok(due - office.fixture.clock.now().getTime() >= 4500);
});
