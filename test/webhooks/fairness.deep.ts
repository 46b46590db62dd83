import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { work } from '../../src/worker/worker.ts';
import type { World } from '../../src/world.ts';
import { openPostOffice } from './post-office.ts';
import { openReceiver } from './receiver.ts';

test('fifty receivers that hang do not hold up the one that does not, in the time of the machine', async (t) => {
  const office = await openPostOffice(t);
  const real: World = { ...office.world, now: () => new Date(), sleep: (ms) => delay(ms) };
  const receiver = await openReceiver(t);
  let letGo = 0;
  const deaf = await openReceiver(t, (response) => {
    response.once('close', () => {
      letGo += 1;
    });
  });
  const hanging = await Promise.all(
    Array.from({ length: 50 }, async (_, n) => {
      const shop = await office.business();
      await office.endpoint(shop, 'payments', `${deaf.url}/${n}`);
      return shop;
    }),
  );
  const shop = await office.business();
  await office.endpoint(shop, 'payments', receiver.url);
  for (let i = 0; i < 12; i += 1) {
    await Promise.all(hanging.map((one) => office.happens(one, 'payment.captured', BigInt(i))));
  }

  const stop = new AbortController();
  const working = work(real, stop.signal);
  while (new Set(deaf.received.map(({ path }) => path)).size < 50) await delay(10);
  const happened: string[] = [];
  for (let i = 0; i < 200; i += 1) {
    happened.push(await office.happens(shop, 'payment.captured', BigInt(i)));
    await delay(8);
  }
  while (receiver.received.length < 200) await delay(10);
  const letGoBefore = letGo;
  stop.abort();
  const hung = deaf.received.length;
  await deaf.close();
  await working;

  assert.equal(letGoBefore, 0, 'all of these came while all of those hung');
  const came = receiver.received.map(({ headers }) => String(headers['webhook-id']));
  assert.deepEqual(came.toSorted(), happened.toSorted(), 'once each');
  assert.ok(hung < 512, `${hung} posts hung`);
  for (const one of hanging) {
    const deliveries = await office.deliveries(one);
    assert.equal(deliveries.length, 12, 'nothing is lost');
    assert.ok(deliveries.every(({ state }) => ['pending', 'scheduled'].includes(state)));
  }
});
