import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  type BehaviourName,
  laterBehaviour,
} from '../../packages/sandbox/src/processor/behaviours.ts';
import {
  centsOfAmount,
  chooseBehaviour,
  testCards,
} from '../../packages/sandbox/src/processor/test-cards.ts';
import { resolveDue } from '../../src/payments/resolve.ts';
import { makeFixture } from '../fixture.ts';
import { type Answer, openShop } from '../followups/shop.ts';

/** Every row of docs/interface/sandbox.md, tried as somebody who reads it would: over the wire. */
const fixture = await makeFixture({ after });
const world = await fixture.open();
const shop = await openShop({ after }, { fixture, world });

/** What becomes of a charge; of all others: declined under the code of the row. */
const ends: Readonly<Partial<Record<BehaviourName, readonly [status: number, state: string]>>> = {
  connection_refused: [503, 'canceled'],
  timeout_before_booking: [202, 'canceled'],
  timeout_after_booking: [202, 'captured'],
  timeout_after_decline: [202, 'declined'],
  late_booking: [202, 'captured'],
  wrong_amount_booked: [202, 'captured'],
  server_error_before_booking: [202, 'canceled'],
  server_error_after_booking: [202, 'captured'],
  garbage_answer: [202, 'captured'],
  half_answer: [202, 'captured'],
  slow_drip: [202, 'captured'],
  wrong_amount_answer: [202, 'captured'],
  wrong_reference_answer: [202, 'captured'],
  slow_decline: [200, 'declined'],
  rejection: [200, 'declined'],
  // No part is welcome here: as the row says, it declines.
  partial_approval: [200, 'declined'],
};

let orders = 0;
async function endOf(number: string, amount: string): Promise<readonly [number, string]> {
  const CVV = /^3[47]/.test(number) ? '1234' : '123';
  orders += 1;
  const OrderNumber = `row ${orders}`;
  const { status } = await shop.pay({ CCNumber: number, CVV, Amount: amount, OrderNumber });
  for (let i = 0; i < 4; i += 1) {
    fixture.clock.pass(5 * 60_000);
    await resolveDue(world);
  }
  const [row] = await fixture.db.query<{ state: string; code: string | null }>(
    `select state, outcome_code as code from payments
     where business_id = $1 and order_number = $2 order by id desc limit 1`,
    [shop.caller.business.id, OrderNumber],
  );
  const { state, code } = row!;
  return [status, state === 'declined' && status === 200 && code ? code : state];
}

test('every card does what the page about the sandbox says', async () => {
  for (const { number, does } of testCards) {
    const isLater = (['capture', 'void', 'refund'] as const).some(
      (kind) => laterBehaviour(chooseBehaviour(number, 1000n), kind) !== 'approve',
    );
    const approves = ['approve', 'by_amount', 'slow_approval', 'duplicate_answer'].includes(does);
    const [status, state] = await endOf(number, '10.00');
    const special = ends[does as BehaviourName];
    if (isLater || approves) assert.deepEqual([status, state], [200, 'captured'], number);
    else if (!special) assert.deepEqual([status, state], [200, does], number);
    else assert.ok(status === special[0] && (special[1] === state || status === 200), number);
  }
});

test('every amount does what the page about the sandbox says', async () => {
  for (const [cents, { does }] of centsOfAmount) {
    const amount = `10.${String(cents).padStart(2, '0')}`;
    const expected = ends[does] ?? [200, does];
    assert.deepEqual(await endOf('4000009990000005', amount), expected, amount);
  }
});

test('a number with a wrong check digit and a card that has expired are refused, as the page says', async () => {
  const wrong = await shop.pay({ CCNumber: '4242424242424241' });
  assert.deepEqual([wrong.status, wrong.body.Errors[0].Code], [400, 'invalid']);
  const late = await shop.pay({ ExpirationMonth: '01', ExpirationYear: '29' });
  assert.deepEqual([late.status, late.body.Errors[0].Code], [400, 'expired']);
});

test('cards for what comes later do it when they are captured, voided, and refunded in part', async () => {
  const told = async (CCNumber: string, ask: (invoice: string) => Promise<Answer>, more = {}) => {
    const { invoice } = await shop.pay({ CCNumber, ...more });
    return (await ask(invoice)).state;
  };
  const expected = { capture: 0, void: 0, refund: 0 };
  for (const { number } of testCards) {
    const does = chooseBehaviour(number, 1000n);
    for (const kind of ['capture', 'void', 'refund'] as const) {
      const later = laterBehaviour(does, kind);
      if (later === 'approve') continue;
      expected[kind] += 1;
      const isDecline = number.endsWith('609') || number.endsWith('708') || number.endsWith('807');
      const ask = (invoice: string) =>
        kind === 'refund'
          ? shop.refund({ PaymentID: invoice, RefundType: 'Partial', Amount: '1.00' })
          : shop.authorization({ TransactionID: invoice, ChargeType: kind });
      const more = kind === 'capture' ? { ChargeType: 'Authorize' } : {};
      assert.equal(await told(number, ask, more), isDecline ? 'failed' : 'unknown', number);
      // All of it, on the same day, is a void: so the page says.
      if (kind !== 'refund') continue;
      const whole = (invoice: string) => shop.refund({ PaymentID: invoice, RefundType: 'Full' });
      assert.equal(await told(number, whole), 'succeeded', number);
    }
  }
  assert.deepEqual(expected, { capture: 3, void: 3, refund: 5 });
});
