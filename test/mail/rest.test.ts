import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { MailCarrier } from '../../src/ports/carriers/carrier.ts';
import { work } from '../../src/worker/worker.ts';
import type { World } from '../../src/world.ts';
import { openCounter } from '../payments/counter.ts';

test('mails that were slow rest while others wait, in steps, and end when they are told to', async (t) => {
  const { fixture, payTogether } = await openCounter(t);
  const world = await fixture.open();
  await payTogether(world, [{}]);
  const stop = new AbortController();
  const sent: Date[] = [];
  const slow: MailCarrier = {
    name: 'slow',
    async send() {
      sent.push(fixture.clock.now());
      fixture.clock.pass(60_000);
      return { outcome: 'accepted', carrierId: undefined };
    },
  };
  const sleeps: number[] = [];
  const busy: World = {
    ...world,
    requests: { underWay: 100 },
    carriers: { ...world.carriers, mails: { sandbox: slow, live: slow } },
    async sleep(ms) {
      sleeps.push(ms);
      if (sent.length > 0 && sleeps.length > 100) stop.abort();
      await turn();
    },
  };
  await work(busy, stop.signal);
  assert.equal(sent.length, 1);
  assert.ok(
    Math.max(...sleeps) <= world.config.workerPollMs,
    `${Math.max(...sleeps)} ms in one go`,
  );
});
