import assert from 'node:assert/strict';
import { test } from 'node:test';
import { usualTerms, writeTerms } from '../../src/parties/businesses/terms.ts';
import { openShop, type Shop } from './shop.ts';

const part = { RefundType: 'Partial', Amount: '10.00', OrderNumber: 'A-1' };
const minute = 60_000;

async function refundedCents({ fixture }: Shop): Promise<bigint> {
  const rows = await fixture.db.query<{ cents: bigint }>(
    'select refunded_cents + refunding_cents as cents from payments',
  );
  return rows[0]!.cents;
}

test('the same partial refund sent again without a key is the same one, and says how to mean another', async (t) => {
  const shop = await openShop(t);
  await shop.pay({ OrderNumber: 'A-1' });
  const first = await shop.refund(part);
  shop.fixture.clock.pass(9 * minute);
  const again = await shop.refund(part);
  assert.deepEqual(again.body.Data, first.body.Data);
  assert.equal(first.body.Message, 'Refunded.');
  assert.match(again.body.Message, /^Refunded\. This answers an equal refund .* Idempotency-Key/);
  assert.match(again.body.Message, /10 minutes/);
  assert.equal(await refundedCents(shop), 1000n);
});

test('what differs, has a key of its own, or comes after the pause is another refund', async (t) => {
  const shop = await openShop(t);
  await shop.pay({ OrderNumber: 'A-1' });
  await shop.refund(part);
  await shop.refund({ ...part, Amount: '10.01' });
  assert.equal(await refundedCents(shop), 2001n);
  await shop.refund(part, 'key-1');
  await shop.refund(part, 'key-1');
  assert.equal(await refundedCents(shop), 3001n);
  shop.fixture.clock.pass(11 * minute);
  await shop.refund(part);
  assert.equal(await refundedCents(shop), 4001n);
});

test('one whose outcome is not known is the same one however late it is sent again', async (t) => {
  const shop = await openShop(t);
  await shop.pay({ OrderNumber: 'A-1' });
  shop.fixture.bank.script({ next: 1 }, 'timeout_after_booking');
  const first = await shop.refund(part);
  assert.equal(first.state, 'unknown');
  shop.fixture.clock.pass(30 * minute);
  const again = await shop.refund(part);
  assert.equal(again.state, 'succeeded');
  assert.equal(again.body.Data.RefundID, first.body.Data.RefundID);
  assert.equal(await refundedCents(shop), 1000n);
});

const all = { RefundType: 'Full', OrderNumber: 'A-1' };

/** A part is asked for, and then all that is left, of which no answer comes; the part fails. */
async function refundAllButAPart(shop: Shop) {
  await shop.pay({ OrderNumber: 'A-1' });
  shop.fixture.bank.script({ next: 1 }, 'timeout_before_booking');
  assert.equal((await shop.refund({ ...part, Amount: '30.00' }, 'key-1')).state, 'unknown');
  shop.fixture.bank.script({ next: 1 }, 'timeout_after_booking');
  assert.equal((await shop.refund(all)).state, 'unknown');
  shop.fixture.clock.pass(5 * minute);
  const failed = await shop.refund({ ...part, Amount: '30.00' }, 'key-1');
  assert.equal(failed.state, 'failed');
}

test('whoever asks for everything hears of that, also if a part has failed since', async (t) => {
  const shop = await openShop(t);
  await refundAllButAPart(shop);
  const again = await shop.refund(all);
  assert.deepEqual([again.state, again.body.Data.RefundedAmount], ['succeeded', '70.00']);
  assert.match(again.body.Message, /This answers an equal refund/);
  assert.equal(await refundedCents(shop), 7000n);
  shop.fixture.clock.pass(11 * minute);
  const rest = await shop.refund(all);
  assert.equal(rest.body.Data.RefundedAmount, '30.00');
  assert.equal(await refundedCents(shop), 10_000n);
});

test('under a key of its own what is left again is refunded at once', async (t) => {
  const shop = await openShop(t);
  await refundAllButAPart(shop);
  const rest = await shop.refund(all, 'key-2');
  assert.equal(rest.body.Data.RefundedAmount, '30.00');
  assert.equal(await refundedCents(shop), 10_000n);
});

test('whoever asks for everything hears of that, also if the part was refunded anew since', async (t) => {
  const shop = await openShop(t);
  await refundAllButAPart(shop);
  await shop.refund({ ...part, Amount: '30.00' }, 'key-3');
  shop.fixture.clock.pass(60 * minute);
  const again = await shop.refund(all);
  assert.deepEqual([again.state, again.body.Data?.RefundedAmount], ['succeeded', '70.00']);
  assert.equal(await refundedCents(shop), 10_000n);
});

test('one that failed is no answer to who asks again', async (t) => {
  const shop = await openShop(t);
  await shop.pay({ OrderNumber: 'A-1' });
  shop.fixture.bank.script({ next: 1 }, 'card_declined');
  assert.equal((await shop.refund(part)).state, 'failed');
  assert.equal((await shop.refund(part)).state, 'succeeded');
});

test('a business may switch it off', async (t) => {
  const shop = await openShop(t);
  const { fixture, caller } = shop;
  const terms = { ...usualTerms, repeatMinutes: 0 };
  await writeTerms(fixture.db, caller.business.id, terms, fixture.clock.now());
  fixture.clock.pass(10_000); // What is known of a business is read anew.
  await shop.pay({ OrderNumber: 'A-1' });
  await shop.refund(part);
  await shop.refund(part);
  assert.equal(await refundedCents(shop), 2000n);
});
