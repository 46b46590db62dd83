import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitsMs } from '../../src/notify/webhooks/end-try.ts';
import { atClockOf } from '../../src/parties/businesses/clock.ts';
import { readBusiness } from '../../src/parties/businesses/store.ts';
import { advance } from '../../src/time-machine/advance.ts';
import { readTimers } from '../../src/time-machine/due.ts';
import { reset } from '../../src/time-machine/reset.ts';
import { workOnce } from '../../src/worker/worker.ts';
import { dayMs, hourMs, openPostOffice, paid } from './post-office.ts';
import { openReceiver } from './receiver.ts';
import { secretsOf, standAt, verify } from './verify.ts';

const actor = 'operator:ann';

test('six days pass in one go, and the webhook is tried at each moment and disabled at its own', async (t) => {
  const office = await openPostOffice(t);
  const { world, fixture } = office;
  const shop = await office.business();
  const { id } = shop.business;
  const receiver = await openReceiver(t, 500);
  await office.endpoint(shop, 'payments', receiver.url);
  await office.happens(shop, 'payment.captured', 7n);
  const { from, happened } = await advance(world, id, { byMs: 6 * dayMs }, actor);

  assert.equal(receiver.received.length, 10);
  const moments = (await office.tries(shop)).map(({ sent_at }) => sent_at.getTime());
  for (const [i, at] of moments.slice(1).entries()) {
    const gap = at - moments[i]!;
    assert.ok(gap >= 0.9 * waitsMs[i]! && gap <= 1.1 * waitsMs[i]! + 1, `${gap}`);
  }
  const [disabled] = happened.filter(({ kind }) => kind === 'endpoint.disabled');
  assert.equal(disabled?.at.getTime(), from.getTime() + 5 * dayMs);
  // The receiver lives by the real time.
  standAt(t, fixture.clock.now());
  const [secret] = await secretsOf(world, id, 'payments');
  for (const one of receiver.received) verify(secret!, one);
});

test('what waits for a try goes back with the clock', async (t) => {
  const office = await openPostOffice(t);
  const { world, fixture } = office;
  const shop = await office.business();
  const { id } = shop.business;
  const receiver = await openReceiver(t, 500);
  await office.endpoint(shop, 'payments', receiver.url);
  await advance(world, id, { byMs: 40 * dayMs }, actor);
  const own = atClockOf(world, (await readBusiness(world.db, id))!);
  await office.happens(shop, 'payment.captured', 7n, paid);
  await workOnce(own, id);
  await world.flights.landed();
  const before = await dues();
  assert.equal(before.length, 2);
  await reset(world, id, actor);
  assert.deepEqual(
    await dues(),
    before.map((at) => at - 40 * dayMs),
  );

  receiver.answer(204);
  fixture.clock.pass(hourMs);
  await office.work();
  const states = (await office.deliveries(shop)).map(({ state }) => state);
  assert.deepEqual(states, ['succeeded']);

  async function dues(): Promise<number[]> {
    const timers = await readTimers(world, id, 100);
    return timers
      .filter(({ name }) => /^(?:delivery|webhook) /.test(name))
      .map(({ at }) => at.getTime());
  }
});

test('a worker posts for a business whose clock is ahead by that clock', async (t) => {
  const office = await openPostOffice(t);
  const { world, fixture } = office;
  const shop = await office.business();
  const { id } = shop.business;
  const receiver = await openReceiver(t, 500, 204);
  await office.endpoint(shop, 'payments', receiver.url);
  await advance(world, id, { byMs: 40 * dayMs }, actor);
  await office.happens(shop, 'payment.captured', 7n, paid);
  await office.work();
  assert.equal(receiver.received.length, 1);
  fixture.clock.pass(6000);
  await office.work();
  const [delivery] = await office.deliveries(shop);
  assert.equal(delivery?.state, 'succeeded');
  const ahead = delivery.finished_at!.getTime() - fixture.clock.now().getTime();
  assert.equal(ahead, 40 * dayMs);
});
