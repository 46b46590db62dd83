import assert from 'node:assert/strict';
import { test } from 'node:test';
import { revokeLink } from '../../src/invoicing/pay-links/end-links.ts';
import { readPdf } from '../mail/read-pdf.ts';
import { type Counter, card, openCounter } from './counter.ts';

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
  assert.match(body, /Files were asked for too often/);
  assert.equal((await counter.get(link.path)).status, 200, 'the page itself is there');
  counter.fixture.clock.pass(1000);
  assert.equal((await counter.get(`${other.path}/receipt.pdf`)).status, 200);
});

test('the payer has the invoice as a file, with its address while it can be paid, and never once the page hides it', async (t) => {
  const counter = await openCounter(t);
  const shop = await counter.addBusiness();
  const [paid, revoked] = [await counter.addLink(shop), await counter.addLink(shop)];
  const open = await fileOf(counter, `${paid.path}/invoice.pdf`);
  assert.ok(open.includes(paid.path) && open.includes('$12.50'), open);
  assert.match(open, /^Invoice$/m);
  assert.match((await counter.get(paid.path)).body, /invoice\.pdf"/);
  await counter.post(paid.path, card);
  const after = await fileOf(counter, `${paid.path}/invoice.pdf`);
  assert.ok(after.includes('Invoice · Paid') && !after.includes(paid.path), after);
  assert.match((await counter.get(paid.path)).body, /invoice\.pdf"/);
  await revokeLink(counter.world, revoked, 'operator');
  for (const name of ['invoice.pdf', 'other.pdf', 'toString']) {
    assert.equal((await counter.get(`${revoked.path}/${name}`)).status, 404, name);
  }
});

async function fileOf({ baseUrl }: Counter, path: string): Promise<string> {
  const answer = await fetch(baseUrl + path, { headers: { Connection: 'close' } });
  assert.equal(answer.headers.get('content-type'), 'application/pdf');
  return readPdf(Buffer.from(await answer.arrayBuffer())).words;
}
