import assert from 'node:assert/strict';
import { test } from 'node:test';
import { card, openCounter } from './counter.ts';

test('the file of a receipt is given sixty times at once, then once a second', async (t) => {
  const counter = await openCounter(t);
  const shop = await counter.addBusiness();
  const [link, other] = [await counter.addLink(shop), await counter.addLink(shop)];
  for (const { path } of [link, other]) await counter.post(path, card);
  const statuses = new Map<number, number>();
  for (let i = 0; i < 70; i += 1) {
    const { status } = await counter.get(`${link.path}/receipt.pdf`);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  assert.deepEqual(Object.fromEntries(statuses), { 200: 60, 429: 10 });
  const { status, headers, body } = await counter.get(`${other.path}/receipt.pdf`);
  assert.deepEqual([status, headers.get('retry-after')], [429, '1']);
  assert.match(body, /Receipts were asked for too often/);
  assert.equal((await counter.get(link.path)).status, 200, 'the page itself is there');
  counter.fixture.clock.pass(1000);
  assert.equal((await counter.get(`${other.path}/receipt.pdf`)).status, 200);
});
