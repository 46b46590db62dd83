import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { CDPSession, Page } from 'playwright-core';
import { sizeOf } from '../size.ts';
import { atOnce } from '../v1/at-once.ts';
import { aPayment } from '../v1/serve.ts';
import { missing } from './chromium.ts';
import { openDesk } from './losing.ts';
import { shown } from './screens.ts';

/** A shop with a payment every six seconds. */
const perHour = sizeOf({ gate: 100, usual: 600, full: 600 });

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

  const places = {
    '/': /\/v1\/payments\?/,
    '/payments': /\/v1\/payments\?/,
    '/events': /\/v1\/events\?/,
  };
  for (const [place, asks] of Object.entries(places)) {
    test(`what ${place} holds in memory does not grow`, async (t) => {
      const page = await enter(t);
      const begun = performance.now();
      await page.goto(base + place);
      await shown(page);
      t.diagnostic(`shown after ${Math.round(performance.now() - begun)} ms`);
      const cdp = await page.context().newCDPSession(page);
      let asked = 0;
      page.on('response', (response) => {
        if (asks.test(response.url())) asked += 1;
      });
      const anHour = async () => {
        await atOnce(Array.from({ length: perHour }), pay);
        const answered = page.waitForResponse(asks);
        await pay();
        await answered;
        return await held(page, cdp);
      };
      await anHour();
      const [before, later] = [await anHour(), await anHour()];
      t.diagnostic(
        `${asked} answers; ${JSON.stringify(before)}, an hour later ${JSON.stringify(later)}`,
      );
      assert.ok(asked > 10, String(asked));
      assert.ok(later.heap - before.heap < 1_000_000, 'the heap grew');
      assert.ok(later.nodes - before.nodes < 200, 'elements stay that are shown no more');
      assert.ok(later.listeners - before.listeners < 100, 'somebody goes on listening');
    });
  }
});

type Held = { readonly heap: number; readonly nodes: number; readonly listeners: number };

/** What is left when all that nobody uses is gone. */
async function held(page: Page, cdp: CDPSession): Promise<Held> {
  await shown(page);
  await page.evaluate(
    '(async () => { for (let n = 0; n < 10; n += 1) await new Promise(requestAnimationFrame) })()',
  );
  // What the first finds has ends that the second collects.
  for (let times = 0; times < 2; times += 1) await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  const { nodes, jsEventListeners } = await cdp.send('Memory.getDOMCounters');
  return { heap: usedSize, nodes, listeners: jsEventListeners };
}
