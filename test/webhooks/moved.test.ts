import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openPostOffice } from './post-office.ts';
import { openReceiver, type Received } from './receiver.ts';

/** An endpoint gets another address while posts to the former one are under way. */
const office = await openPostOffice({ after });

const idsOf = (received: readonly Received[]) =>
  received.map(({ headers }) => String(headers['webhook-id']));

for (const [told, status] of [
  ['takes', 204],
  ['refuses', 500],
  ['wants no more of', 410],
] as const) {
  for (const hasHeard of [true, false]) {
    const since = hasHeard ? 'after others' : 'first';
    test(`what the former address ${told} ${since} goes to the new one`, async (t) => {
      const shop = await office.business();
      const [former, next] = [await openReceiver(t), await openReceiver(t)];
      await office.endpoint(shop, 'payments', former.url);
      if (hasHeard) {
        await office.happens(shop, 'payment.captured', 99n);
        await office.work();
        former.received.splice(0);
      }
      const happened: string[] = [];
      for (let i = 0; i < 20; i += 1) {
        happened.push(await office.happens(shop, 'payment.captured', BigInt(i)));
      }
      let moving: Promise<void> | undefined;
      former.answer(async (response) => {
        moving ??= office.endpoint(shop, 'payments', next.url);
        await moving;
        response.writeHead(status).end();
      });
      await office.work();

      const before = idsOf(former.received);
      assert.ok(before.length > 0 && before.length <= 8, `${before.length} went there`);
      assert.deepEqual(idsOf(next.received).toSorted(), happened.toSorted());
      const deliveries = await office.deliveries(shop);
      assert.deepEqual(new Set(deliveries.map(({ state }) => state)), new Set(['succeeded']));
      const failed = (await office.tries(shop)).filter(({ outcome }) => outcome === 'failed');
      assert.deepEqual(
        failed.map((one) => [one.status, one.error]),
        before.map(() => [status, 'the address was changed meanwhile']),
      );
      const [endpoint] = await office.endpoints(shop);
      assert.deepEqual([endpoint?.state, endpoint?.failures], ['enabled', 0]);
    });
  }
}

test('what went to the former address of an endpoint that is disabled now is discarded', async (t) => {
  const shop = await office.business();
  const former = await openReceiver(t);
  await office.endpoint(shop, 'payments', former.url);
  await office.happens(shop, 'payment.captured', 1n);
  former.answer(async (response) => {
    await office.endpoint(shop, 'payments', `${former.url}/next`);
    await office.fixture.db.query(
      `update webhook_endpoints set state = 'disabled' where business_id = $1`,
      [shop.business.id],
    );
    response.writeHead(500).end();
  });
  await office.work();
  assert.deepEqual(
    (await office.deliveries(shop)).map(({ state }) => state),
    ['discarded'],
  );
});
