import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { sizeOf } from '../size.ts';
import { atOnce } from '../v1/at-once.ts';
import { aPayment } from '../v1/serve.ts';
import { missing } from './chromium.ts';
import { openDesk } from './losing.ts';
import { goLive, shown } from './screens.ts';

/** A shop with a payment every two minutes, or four times as many. */
const perHour = sizeOf({ gate: 20, usual: 30, full: 120 });
const hourly = 3_600_000 / perHour;
/** As fast as a screen reads anew: all that it read stays fresh enough for its cache of five minutes. */
const hasty = 2_100;

/** A portal that is left open for the day holds no more at its end than at its beginning. */
describe('the portal during hours of live updates', { skip: missing }, async () => {
  if (missing) return;
  const { v1, base, enter } = await openDesk({ after });
  let made = 0;

  async function pay(): Promise<void> {
    made += 1;
    const body = { ...aPayment, orderNumber: `L-${made}` };
    const { status, text } = await v1.call('POST', '/v1/payments', { body });
    assert.equal(status, 201, text);
  }

  /** Payments that the screen reads, one after the other, with as much time between them by the clock of the page. */
  async function live(page: Page, asks: RegExp, pauseMs: number, times = perHour): Promise<void> {
    for (let n = 0; n < times; n += 1) {
      const answered = page.waitForResponse(asks);
      await pay();
      await answered;
      await page.clock.runFor(pauseMs);
    }
  }

  const places = {
    '/': /\/v1\/payments\?/,
    '/payments': /\/v1\/payments\?/,
    '/events': /\/v1\/events\?/,
  };
  for (const [place, asks] of Object.entries(places)) {
    test(`what ${place} holds in memory does not grow`, async (t) => {
      const page = await enter(t);
      await page.clock.install();
      await goLive(page, base + place);
      const passHour = async () => {
        await live(page, asks, hourly);
        await live(page, asks, hasty);
        // What a screen showed last is sometimes held until it shows something else; a leak is held after that too.
        const looks = [];
        for (let n = 0; n < 5; n += 1) {
          await live(page, asks, hasty, 1);
          looks.push(await held(page));
        }
        return leastOf(looks);
      };
      // Both end with a cache that is as full.
      let before = await passHour();
      let later = await passHour();
      // A leak grows every hour; what a browser fills once does not.
      for (let hours = 0; hours < 2 && later.heap - before.heap >= 500_000; hours += 1) {
        before = later;
        later = await passHour();
      }
      t.diagnostic(`${JSON.stringify(before)}, an hour later ${JSON.stringify(later)}`);
      assert.ok(later.heap - before.heap < 500_000, 'the heap grew');
      assert.ok(later.nodes - before.nodes < 100, 'elements stay that are shown no more');
      assert.ok(later.listeners - before.listeners < 25, 'somebody goes on listening');
    });
  }

  test('the home reads many payments at once, and not anew for each of them', async (t) => {
    const page = await enter(t);
    await page.clock.install();
    await goLive(page, `${base}/`);
    await page.clock.pauseAt(Date.now() + 5_000);
    let asked = 0;
    page.on('request', (request) => {
      if (places['/'].test(request.url())) asked += 1;
    });
    await atOnce(Array.from({ length: 20 }), pay);
    await pay();
    let seconds = 0;
    while ((await page.getByText(`L-${made}`, { exact: true }).count()) === 0) {
      await page.clock.runFor(1_000);
      seconds += 1;
    }
    assert.ok(asked <= seconds + 1, `${asked} times in ${seconds} seconds`);
  });
});

type Held = { readonly heap: number; readonly nodes: number; readonly listeners: number };

function leastOf(looks: readonly Held[]): Held {
  const least = (what: keyof Held) => Math.min(...looks.map((look) => look[what]));
  return { heap: least('heap'), nodes: least('nodes'), listeners: least('listeners') };
}

/** What is left when all that nobody uses is gone. */
async function held(page: Page): Promise<Held> {
  await shown(page);
  const cdp = await page.context().newCDPSession(page);
  // What the first finds has ends that the second collects.
  for (let times = 0; times < 2; times += 1) await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  const { nodes, jsEventListeners } = await cdp.send('Memory.getDOMCounters');
  await cdp.detach();
  return { heap: usedSize, nodes, listeners: jsEventListeners };
}
