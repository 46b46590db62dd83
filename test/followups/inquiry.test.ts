import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { testCard } from '../../packages/sandbox/test/bank.ts';
import { listCases } from '../../src/records/case-store.ts';
import type { World } from '../../src/world.ts';
import { makeFixture } from '../fixture.ts';
import { openShop, type Shop } from './shop.ts';

const fixture = await makeFixture({ after });
const late = 10 * 60_000;

/** A shop, and how often its bank was asked what became of something. */
async function openCurious(t: Parameters<typeof openShop>[0]) {
  const world = await fixture.open();
  const bank = world.processors.get('simulator')!;
  const asked: string[] = [];
  const curious: World = {
    ...world,
    processors: new Map([
      [
        'simulator',
        {
          ...bank,
          async inquire(reference) {
            asked.push(reference);
            return await bank.inquire(reference);
          },
        },
      ],
    ]),
  };
  const shop = await openShop(t, { fixture, world: curious });
  return { ...shop, asked };
}

async function authorized({ pay }: Shop, CCNumber: string): Promise<string> {
  return (await pay({ ChargeType: 'Authorize', CCNumber })).invoice;
}

test('a void asks what became of a capture that nobody answered, and goes on from there', async (t) => {
  const shop = await openCurious(t);
  const TransactionID = await authorized(shop, testCard('capture_timeout_after_booking'));
  const captured = await shop.authorization({ TransactionID, ChargeType: 'Capture' });
  assert.deepEqual([captured.status, captured.state], [202, 'unknown']);
  const voided = await shop.authorization({ TransactionID, ChargeType: 'Void' });
  assert.equal(voided.body.Message, 'Voided.');
  assert.equal(shop.asked.length, 1);
  assert.equal((await shop.payment(TransactionID)).state, 'voided');
  const again = await shop.authorization({ TransactionID, ChargeType: 'Capture' });
  assert.equal(again.status, 409);
});

test('what is not known after one inquiry stands in the way until it is', async (t) => {
  const shop = await openCurious(t);
  const TransactionID = await authorized(shop, testCard('capture_timeout_before_booking'));
  const voids = async () => await shop.authorization({ TransactionID, ChargeType: 'Void' });
  await shop.authorization({ TransactionID, ChargeType: 'Capture' });
  const busy = await voids();
  assert.equal(busy.status, 409);
  assert.match(busy.body.Message, /Something else is being done/);
  assert.equal(shop.asked.length, 1);
  fixture.clock.pass(late);
  assert.equal((await voids()).body.Message, 'Voided.');
  const { state, captured } = await shop.payment(TransactionID);
  assert.deepEqual([state, captured], ['voided', 0n]);
});

test('all that is left is known before it is refunded', async (t) => {
  const shop = await openCurious(t);
  const part = { RefundType: 'Partial', Amount: '30.00' };
  const gone = await shop.pay({ CCNumber: testCard('refund_timeout_after_booking') });
  const never = await shop.pay({ CCNumber: testCard('refund_timeout_before_booking') });
  for (const { invoice: PaymentID } of [gone, never]) {
    assert.equal((await shop.refund({ ...part, PaymentID })).state, 'unknown');
  }
  fixture.clock.pass(late);
  const voided = await shop.refund({ PaymentID: never.invoice });
  assert.equal(voided.body.Message, 'Voided.');
  assert.equal(voided.body.Data.RefundedAmount, '100.00');
  const rest = await shop.refund({
    RefundType: 'Partial',
    Amount: '70.00',
    PaymentID: gone.invoice,
  });
  assert.equal(rest.state, 'unknown');
  const { refunded, refunding } = await shop.payment(gone.invoice);
  assert.equal(refunded, 3000n);
  assert.equal(refunding, 7000n);
});

test('what a refund of unknown outcome may take is not refunded by another', async (t) => {
  const shop = await openCurious(t);
  const CCNumber = testCard('refund_timeout_before_booking');
  const { invoice: PaymentID } = await shop.pay({ CCNumber });
  const refund = async (Amount: string) =>
    await shop.refund({ RefundType: 'Partial', Amount, PaymentID });
  assert.equal((await refund('60.00')).state, 'unknown');
  const tooMuch = await refund('40.01');
  assert.match(tooMuch.body.Message, /more than is left/);
  const { refunded, refunding } = await shop.payment(PaymentID);
  assert.deepEqual([refunded, refunding], [0n, 6000n]);
  // Nor is all of it voided: all is what is left.
  assert.equal((await shop.refund({ PaymentID })).state, 'unknown');
  const then = await shop.payment(PaymentID);
  assert.deepEqual([then.state, then.refunded, then.refunding], ['captured', 0n, 10000n]);
});

test('after one part was refunded, and while as much may be, nothing is voided', async (t) => {
  const shop = await openShop(t, { fixture });
  const { invoice: PaymentID } = await shop.pay();
  const part = { RefundType: 'Partial', Amount: '30.00', PaymentID };
  assert.equal((await shop.refund(part, 'first')).state, 'succeeded');
  fixture.bank.script({ next: 1 }, 'timeout_before_booking');
  assert.equal((await shop.refund(part, 'second')).state, 'unknown');
  const rest = await shop.refund({ PaymentID });
  assert.deepEqual([rest.body.Message, rest.body.Data.RefundedAmount], ['Refunded.', '40.00']);
  const { state, refunded, refunding } = await shop.payment(PaymentID);
  assert.deepEqual([state, refunded, refunding], ['captured', 7000n, 3000n]);
  const begun = await fixture.db.query<{ kind: string }>(
    'select kind from followups where business_id = $1',
    [shop.caller.business.id],
  );
  assert.deepEqual(
    begun.map(({ kind }) => kind),
    ['refund', 'refund', 'refund'],
  );
});

for (const foundCents of [2999n, 3001n]) {
  test(`a refund of 3000 cents that is found over ${foundCents} is for a person`, async (t) => {
    const world = await fixture.open();
    const bank = world.processors.get('simulator')!;
    const inquire: typeof bank.inquire = async (...asked) => {
      const told = await bank.inquire(...asked);
      const isRefund = told.outcome === 'approved' && told.amountCents === 3000n;
      return isRefund ? { ...told, amountCents: foundCents } : told;
    };
    const processors = new Map([['simulator', { ...bank, inquire }]]);
    const shop = await openShop(t, { fixture, world: { ...world, processors } });
    const { invoice: PaymentID } = await shop.pay({
      CCNumber: testCard('refund_timeout_after_booking'),
    });
    const part = { RefundType: 'Partial', Amount: '30.00', PaymentID };
    assert.equal((await shop.refund(part)).state, 'unknown');
    fixture.clock.pass(late);
    assert.equal((await shop.refund(part)).state, 'unknown');
    const { refunded, refunding } = await shop.payment(PaymentID);
    assert.deepEqual([refunded, refunding], [0n, 3000n]);
    const { id: businessId } = shop.caller.business;
    const [asked] = await listCases(fixture.db, { businessId, limit: 1 });
    assert.deepEqual(
      [asked?.kind, asked?.evidence.lastAnswer],
      ['followup_unknown', 'found with another amount'],
    );
  });
}

test('the same request again asks once', async (t) => {
  const shop = await openCurious(t);
  const { invoice: PaymentID } = await shop.pay({
    CCNumber: testCard('void_timeout_before_booking'),
  });
  assert.equal((await shop.refund({ PaymentID })).state, 'unknown');
  assert.equal(shop.asked.length, 0);
  assert.equal((await shop.refund({ PaymentID })).state, 'unknown');
  assert.equal(shop.asked.length, 1);
});

test('who repeats what was not done in the end hears so, before anything is begun anew', async (t) => {
  const shop = await openCurious(t);
  const { invoice: PaymentID } = await shop.pay({
    CCNumber: testCard('void_timeout_before_booking'),
  });
  for (let times = 0; times < 2; times += 1) {
    assert.equal((await shop.refund({ PaymentID })).state, 'unknown');
    fixture.clock.pass(late);
    const told = await shop.refund({ PaymentID });
    assert.equal(told.state, 'failed');
    assert.match(told.body.Message, /was not done; it may be tried again/);
  }
});

test('what nobody waits for is not asked about', async (t) => {
  const shop = await openCurious(t);
  const { invoice: PaymentID } = await shop.pay();
  for (const Amount of ['10.00', '20.00']) {
    await shop.refund({ RefundType: 'Partial', Amount, PaymentID });
  }
  assert.equal(shop.asked.length, 0);
});
