import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import fc from 'fast-check';
import { maxCents } from '../../kernel/money.ts';
import { daysOf, priceOf, proration, type Stretch, takeOff } from './price.ts';

const anyCents = fc.bigInt({ min: 1n, max: maxCents });
const anyDue = fc.oneof(fc.bigInt({ min: 0n, max: 400n }), fc.bigInt({ min: 0n, max: maxCents }));
const anyDiscount = fc.bigInt({ min: 0n, max: 10_000n });
const anyDays = fc.oneof(
  fc.constantFrom(1, 7, 14, 28, 29, 30, 31),
  fc.integer({ min: 1, max: 366 }),
);

test('a discount is a percentage of the amount, and tax comes on top of what is left', () => {
  const due = (amountCents: bigint, discount: bigint, taxCents: bigint) =>
    priceOf({ amountCents, discount, taxCents }).dueCents;
  assert.equal(due(1000n, 0n, 0n), 1000n);
  assert.equal(due(1000n, 1250n, 80n), 955n);
  assert.equal(due(1999n, 1000n, 0n), 1799n);
  assert.equal(due(1000n, 10_000n, 80n), 80n);
  assert.equal(due(1000n, 10_000n, 0n), 0n);
});

test('a discount is rounded to the nearest cent, and half a cent up', () => {
  const discount = (amountCents: bigint, hundredths: bigint) =>
    priceOf({ amountCents, discount: hundredths, taxCents: 0n }).discountCents;
  assert.equal(discount(10n, 500n), 1n);
  assert.equal(discount(10n, 499n), 0n);
  assert.equal(discount(30n, 500n), 2n);
  assert.equal(discount(9999n, 3333n), 3333n);
  assert.equal(discount(maxCents, 9999n), 99_989_999n);
  fc.assert(
    fc.property(anyCents, anyDiscount, anyDue, (amountCents, hundredths, taxCents) => {
      const price = priceOf({ amountCents, discount: hundredths, taxCents });
      assert.equal(price.dueCents, amountCents - price.discountCents + taxCents);
      // Where it is not held back to leave a cent, it lies from half a cent below to just under half above.
      const off = 2n * (price.discountCents * 10_000n - amountCents * hundredths);
      assert.ok(off > -10_000n || price.discountCents === amountCents - 1n);
      assert.ok(off <= 10_000n);
    }),
  );
});

test('rounding alone gives nothing away: only a whole discount leaves less than a cent', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 5000n }), anyDiscount, (amountCents, discount) => {
      const { dueCents } = priceOf({ amountCents, discount, taxCents: 0n });
      assert.equal(dueCents === 0n, discount === 10_000n);
    }),
  );
  assert.equal(priceOf({ amountCents: 1n, discount: 9999n, taxCents: 0n }).dueCents, 1n);
});

test('what cannot be a price is a fault', () => {
  for (const wrong of [
    { amountCents: 0n, discount: 0n, taxCents: 0n },
    { amountCents: 1n, discount: 10_001n, taxCents: 0n },
    { amountCents: 1n, discount: -1n, taxCents: 0n },
    { amountCents: 1n, discount: 0n, taxCents: -1n },
  ])
    assert.throws(() => priceOf(wrong));
});

test('a change costs the days that are left at the new price, less those at the old one', () => {
  const half = { days: 30, daysUsed: 15 };
  const net = (before: bigint, after: bigint) =>
    proration({ ...half, dueCents: before }, { ...half, dueCents: after });
  assert.deepEqual(net(1000n, 3000n), { dueCents: 1000n, creditCents: 0n });
  assert.deepEqual(net(3000n, 1000n), { dueCents: 0n, creditCents: 1000n });
  assert.deepEqual(net(1000n, 1000n), { dueCents: 0n, creditCents: 0n });
  // Of a cent and two days one is used: the half cent counts as used.
  const cent = { days: 2, daysUsed: 1 };
  const toNothing = proration({ ...cent, dueCents: 1n }, { ...cent, dueCents: 0n });
  assert.deepEqual(toNothing, { dueCents: 0n, creditCents: 0n });
  const toYearly = proration(
    { days: 30, daysUsed: 10, dueCents: 3000n },
    { days: 365, daysUsed: 0, dueCents: 30_000n },
  );
  assert.deepEqual(toYearly, { dueCents: 28_000n, creditCents: 0n });
});

test('a change on the first day costs the whole difference, and after the last one nothing', () => {
  fc.assert(
    fc.property(anyDue, anyDue, anyDays, (old, fresh, days) => {
      const at = (daysUsed: number) =>
        net({ dueCents: old, days, daysUsed }, { dueCents: fresh, days, daysUsed });
      assert.equal(at(0), fresh - old);
      assert.equal(at(days), 0n);
    }),
  );
});

test('several changes in one period cost what each price costs for its days, to the cent', () => {
  const anyChanges = anyDays.chain((days) =>
    fc.record({
      days: fc.constant(days),
      first: anyDue,
      changes: fc.array(fc.tuple(fc.integer({ min: 0, max: days }), anyDue), { maxLength: 8 }),
    }),
  );
  fc.assert(
    fc.property(anyChanges, ({ days, first, changes }) => {
      const inOrder = changes.toSorted(([a], [b]) => a - b);
      let [paid, price] = [first, first];
      for (const [daysUsed, next] of inOrder) {
        paid += net({ dueCents: price, days, daysUsed }, { dueCents: next, days, daysUsed });
        price = next;
        assert.ok(paid >= 0n);
      }
      // Each price for its days, as if there had been nothing before it and nothing came after.
      let [sum, from, current] = [0n, 0, first];
      for (const [daysUsed, next] of [...inOrder, [days, 0n] as const]) {
        const begun = { dueCents: current, days, daysUsed: from };
        const ended = { dueCents: current, days, daysUsed };
        const piece =
          net({ ...begun, dueCents: 0n }, begun) + net(ended, { ...ended, dueCents: 0n });
        const off = piece * BigInt(days) - current * BigInt(daysUsed - from);
        assert.ok(off <= BigInt(days) && off >= -BigInt(days), 'more than a cent off');
        assert.ok(piece >= 0n);
        sum += piece;
        [from, current] = [daysUsed, next];
      }
      assert.equal(paid, sum);
      // Back to the first price on the last change's day: whatever happened between is all undone.
      const [last] = inOrder.at(-1) ?? [0];
      const back = net(
        { dueCents: price, days, daysUsed: last },
        { dueCents: first, days, daysUsed: last },
      );
      if (inOrder.every(([day]) => day === last)) assert.equal(paid + back, first);
    }),
  );
});

test('the days of a period that are over grow from none to all', () => {
  const period = {
    startsOn: Temporal.PlainDate.from('2028-02-01'),
    endsOn: Temporal.PlainDate.from('2028-03-01'),
  };
  const used = (today: string) => daysOf(period, Temporal.PlainDate.from(today));
  assert.deepEqual(used('2028-01-20'), { days: 29, daysUsed: 0 });
  assert.deepEqual(used('2028-02-01'), { days: 29, daysUsed: 0 });
  assert.deepEqual(used('2028-02-29'), { days: 29, daysUsed: 28 });
  assert.deepEqual(used('2028-03-01'), { days: 29, daysUsed: 29 });
  assert.deepEqual(used('2028-05-01'), { days: 29, daysUsed: 29 });
});

test('a credit is used up over invoices, and nothing of it is lost', () => {
  assert.deepEqual(takeOff(300n, 1000n), { dueCents: 700n, creditCents: 0n });
  assert.deepEqual(takeOff(1000n, 300n), { dueCents: 0n, creditCents: 700n });
  fc.assert(
    fc.property(anyDue, fc.array(anyDue, { maxLength: 12 }), (credit, dues) => {
      let [left, charged] = [credit, 0n];
      for (const due of dues) {
        const after = takeOff(left, due);
        assert.ok(after.dueCents === 0n || after.creditCents === 0n);
        assert.ok(after.dueCents >= 0n && after.creditCents >= 0n);
        charged += after.dueCents;
        left = after.creditCents;
      }
      const total = dues.reduce((sum, due) => sum + due, 0n);
      assert.equal(charged + (credit - left), total);
    }),
  );
});

function net(before: Stretch, after: Stretch): bigint {
  const { dueCents, creditCents } = proration(before, after);
  assert.ok(dueCents >= 0n && creditCents >= 0n && (dueCents === 0n || creditCents === 0n));
  return dueCents - creditCents;
}
