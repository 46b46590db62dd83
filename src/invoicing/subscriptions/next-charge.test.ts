import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { nextCharge } from './next-charge.ts';
import type { Subscription } from './subscription.ts';

/** Ten dollars a month, begun on 15 January and paid. */
const begun: Subscription = {
  businessId: 1n,
  id: 1n,
  customerId: 1n,
  token: '',
  planCode: '',
  state: 'active',
  currency: 'USD',
  amountCents: 1000n,
  interval: 'monthly',
  discount: 0n,
  taxCents: 0n,
  carryCents: 0n,
  startsOn: Temporal.PlainDate.from('2030-01-15'),
  firstOn: Temporal.PlainDate.from('2030-01-15'),
  firstNumber: 0,
  nextNumber: 1,
  charged: 1,
  periods: undefined,
  cancelsAtEnd: false,
  dueAt: new Date('2030-02-15T14:00:00Z'),
  noticeAt: undefined,
  announcedExpiry: undefined,
  pausedAt: undefined,
  pageId: undefined,
  requestFingerprint: Buffer.alloc(0),
  version: 1,
  createdAt: new Date(0),
  endedAt: undefined,
};

function chargeOf(changes: Partial<Subscription>): string | undefined {
  const charge = nextCharge({ ...begun, ...changes }, 'America/New_York');
  return charge && `${charge.at.toISOString().slice(0, 10)} ${charge.cents}`;
}

test('the next charge is that of the next period, with what was carried over', () => {
  assert.equal(chargeOf({}), '2030-02-15 1000');
  assert.equal(chargeOf({ carryCents: 250n }), '2030-02-15 1250');
  assert.equal(chargeOf({ carryCents: -999n }), '2030-02-15 1');
  assert.equal(chargeOf({ discount: 10_000n, taxCents: 7n }), '2030-02-15 7');
  assert.equal(chargeOf({ discount: 10_000n, carryCents: 250n }), '2030-02-15 250');
});

test('a period that a credit pays in full is not charged, and the one after only for the rest', () => {
  assert.equal(chargeOf({ carryCents: -1000n }), '2030-03-15 1000');
  assert.equal(chargeOf({ carryCents: -2400n }), '2030-04-15 600');
  assert.equal(chargeOf({ carryCents: -2400n, periods: 4 }), '2030-04-15 600');
  assert.equal(chargeOf({ carryCents: -2400n, periods: 3 }), undefined);
});

test('nothing is charged where nothing costs anything, or the credit lasts longer than years are written', () => {
  assert.equal(chargeOf({ discount: 10_000n }), undefined);
  assert.equal(chargeOf({ discount: 10_000n, carryCents: -250n }), undefined);
  assert.equal(
    chargeOf({ amountCents: 1n, interval: 'yearly', carryCents: -5000n }),
    '7031-01-15 1',
  );
  const endless = { amountCents: 1n, interval: 'yearly', carryCents: -99_999_999n } as const;
  assert.equal(chargeOf(endless), undefined);
});

test('nothing is charged where nothing more begins', () => {
  assert.equal(chargeOf({ periods: 2 }), '2030-02-15 1000');
  assert.equal(chargeOf({ periods: 1 }), undefined);
  assert.equal(chargeOf({ cancelsAtEnd: true }), undefined);
  assert.equal(chargeOf({ dueAt: undefined }), undefined);
});

test('a trial that is still to come is charged at its end; a period that was put off, when it is due', () => {
  const waiting = { state: 'scheduled', nextNumber: 0, charged: 0 } as const;
  const firstOn = Temporal.PlainDate.from('2030-02-20');
  assert.equal(chargeOf({ ...waiting, firstOn }), '2030-02-20 1000');
  assert.equal(chargeOf(waiting), '2030-02-15 1000');
  assert.equal(chargeOf({ dueAt: new Date('2030-02-17T14:00:00Z') }), '2030-02-17 1000');
});
