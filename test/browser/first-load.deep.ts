import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { atOnce } from '../v1/at-once.ts';
import { aPayment } from '../v1/serve.ts';
import { missing } from './chromium.ts';
import { openDesk } from './losing.ts';
import { shown } from './screens.ts';

const mostBytes = 165_000;

/* What a browser that was never here receives until a screen is there: the program, its style and every answer. */
describe('the first load of the portal', { skip: missing }, async () => {
  if (missing) return;
  const { v1, base, enter } = await openDesk({ after });
  // More than a page of a list has.
  const orders = Array.from({ length: 60 }, (_, n) => `F-${n}`);
  const [paymentId] = await atOnce(orders, async (orderNumber) => {
    const body = { ...aPayment, orderNumber };
    const { status, body: payment } = await v1.call('POST', '/v1/payments', { body });
    assert.equal(status, 201, JSON.stringify(payment));
    return payment.id as string;
  });

  for (const [screen, path] of Object.entries({
    'the home': '/',
    'a list': '/payments',
    'a payment': `/payments/${paymentId}`,
  })) {
    test(`${screen} takes less than 165 kB`, async (t) => {
      const page = await enter(t);
      const count = await countBytes(page);
      await page.goto(base + path);
      await shown(page);
      t.diagnostic(`${count()} bytes`);
      assert.ok(count() < mostBytes, `${count()} bytes`);
    });
  }

  test('the code of a screen is on its way before it is known who is signed in', async (t) => {
    const page = await enter(t);
    const session = Promise.withResolvers<void>();
    await page.route(/\/v1\/session$/, async (route) => {
      await session.promise;
      await route.continue();
    });
    const code = page.waitForResponse(/\/portal\/payments-\w+\.js$/);
    await page.goto(`${base}/payments`, { waitUntil: 'commit' });
    await code;
    session.resolve();
    await shown(page);
  });

  test('what happened to a payment is asked for together with the payment', async (t) => {
    const page = await enter(t);
    const payment = Promise.withResolvers<void>();
    await page.route(/\/v1\/payments\/[^/]+\?/, async (route) => {
      await payment.promise;
      await route.continue();
    });
    const events = page.waitForResponse(/\/v1\/events\?objectId=/);
    await page.goto(`${base}/payments/${paymentId}`, { waitUntil: 'commit' });
    await events;
    payment.resolve();
    await shown(page);
  });

  test('a further screen is there as soon as its code, without any pause', async (t) => {
    const page = await enter(t);
    await page.clock.install();
    await page.goto(`${base}/`);
    await shown(page);
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.evaluate(`history.pushState(null, '', ${JSON.stringify(`${base}/refunds`)})`);
    await page.getByRole('heading', { name: 'Refunds', level: 1 }).waitFor();
  });
});

/** As they came through the network, with their headers. */
async function countBytes(page: Page): Promise<() => number> {
  const cdp = await page.context().newCDPSession(page);
  let bytes = 0;
  cdp.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await cdp.send('Network.enable');
  return () => bytes;
}
