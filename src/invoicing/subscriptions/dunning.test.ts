import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import fc from 'fast-check';
import { returnRules } from '../../ach/return-codes.ts';
import { moves, type PaymentState } from '../../payments/moves.ts';
import { tookMoney } from '../../payments/payment.ts';
import { declines } from '../../ports/processors/declines.ts';
import { afterFailure, areRetryDays, type Failure, failureOf, usualRetryDays } from './dunning.ts';

const place = { timeZone: 'America/New_York' };
const firstDeclinedAt = new Date('2026-03-05T14:00:07Z');

function after(failure: Failure, declineCount: number, now = firstDeclinedAt, days?: number[]) {
  return afterFailure(place, { failure, declines: declineCount, firstDeclinedAt, now }, days);
}

test('a card that cannot pay another day is not tried another day', () => {
  const hard = Object.keys(declines).filter(
    (outcomeCode) => failureOf({ state: 'declined', outcomeCode }) === 'hard',
  );
  assert.deepEqual(hard.toSorted(), [
    'authentication_required',
    'card_replaced',
    'do_not_try_again',
    'expired_card',
    'incorrect_address',
    'incorrect_card_data',
    'incorrect_cvc',
    'incorrect_number',
    'lost_card',
    'recurring_stopped',
    'stolen_card',
    'suspected_fraud',
  ]);
});

test('a decline that says nothing against the card may go away', () => {
  for (const outcomeCode of ['insufficient_funds', 'do_not_honor', 'processing_error'])
    assert.equal(failureOf({ state: 'declined', outcomeCode }), 'soft');
  for (const outcomeCode of ['rejected', 'a_code_of_tomorrow', 'toString', undefined])
    assert.equal(failureOf({ state: 'declined', outcomeCode }), 'soft');
});

test('a payment that took or promised money is no failure, and every other one is', () => {
  for (const state of Object.keys(moves) as PaymentState[]) {
    const failure = failureOf({ state, outcomeCode: 'R01' });
    const isFailure = !tookMoney(state) || state === 'returned';
    assert.equal(failure !== undefined, isFailure, state);
  }
});

test('what is not known is waited for, and who was not asked said nothing', () => {
  assert.equal(failureOf({ state: 'unknown', outcomeCode: 'unknown' }), 'open');
  assert.equal(failureOf({ state: 'processing', outcomeCode: undefined }), 'open');
  assert.equal(failureOf({ state: 'canceled', outcomeCode: 'not_sent' }), 'not_asked');
  assert.equal(failureOf({ state: 'canceled', outcomeCode: 'canceled' }), 'not_asked');
});

test('of returns only want of funds goes away, and for what disables a token another one is asked', () => {
  const of = (outcomeCode: string) => failureOf({ state: 'returned', outcomeCode });
  for (const { code, group, actions } of returnRules) {
    const hard = actions.includes('disable_token');
    assert.equal(of(code), group === 'funds' ? 'soft' : hard ? 'hard' : 'open', code);
  }
  assert.deepEqual(['R01', 'R09', 'R02', 'R10', 'R16', 'R24', 'R99'].map(of), [
    'soft',
    'soft',
    'hard',
    'hard',
    'hard',
    'open',
    'open',
  ]);
});

test('soft declines are tried again 1, 3, 5 and 7 days after the first, at nine, and then given up', () => {
  const days = ['06T14', '08T13', '10T13', '12T13'];
  let now = firstDeclinedAt;
  days.forEach((day, i) => {
    const step = after('soft', i + 1, now);
    // Clocks go forward on 8 March.
    const at = new Date(`2026-03-${day}:00:00Z`);
    assert.deepEqual(step, { step: 'try_again', at, counts: true });
    now = at;
  });
  assert.deepEqual(after('soft', 5, now), { step: 'give_up' });
  assert.deepEqual(after('soft', 6, now), { step: 'give_up' });
});

test('a business may choose its days', () => {
  const at = new Date('2026-03-07T14:00:00Z');
  assert.deepEqual(after('soft', 1, firstDeclinedAt, [2]), { step: 'try_again', at, counts: true });
  assert.deepEqual(after('soft', 2, firstDeclinedAt, [2]), { step: 'give_up' });
  assert.deepEqual(after('soft', 1, firstDeclinedAt, []), { step: 'give_up' });
});

test('a hard decline asks for a card at once, whichever try it was, until the last day of the tries', () => {
  const giveUpAt = new Date('2026-03-12T13:00:00Z');
  for (const n of [1, 2, 4]) assert.deepEqual(after('hard', n), { step: 'ask_for_card', giveUpAt });
  // The payer always has until tomorrow.
  const late = after('hard', 5, new Date('2026-03-12T13:00:05Z'));
  assert.deepEqual(late, { step: 'ask_for_card', giveUpAt: new Date('2026-03-13T13:00:00Z') });
});

test('neither an unknown outcome nor an outage uses up a try', () => {
  for (const n of [0, 1, 4, 5, 9]) {
    assert.deepEqual(after('open', n), { step: 'wait' });
    const at = new Date('2026-03-05T15:00:07Z');
    assert.deepEqual(after('not_asked', n), { step: 'try_again', at, counts: false });
  }
});

test('the next try is never before tomorrow, however long it took to know of the last one', () => {
  const anyNow = fc
    .integer({ min: 0, max: 40 * 1440 })
    .map((minutes) => new Date(firstDeclinedAt.getTime() + minutes * 60_000));
  const day = (at: Date) => at.toTemporalInstant().toZonedDateTimeISO(place.timeZone).toPlainDate();
  fc.assert(
    fc.property(anyNow, fc.integer({ min: 1, max: 4 }), (now, n) => {
      const step = after('soft', n, now);
      assert.ok(step.step === 'try_again');
      const planned = usualRetryDays[n - 1]!;
      const waited = day(firstDeclinedAt).until(day(now)).days;
      const expected = day(firstDeclinedAt).add({ days: Math.max(planned, waited + 1) });
      assert.equal(day(step.at).toString(), expected.toString());
      assert.ok(step.at > now);
    }),
  );
});

test('retry days are whole and grow', () => {
  for (const good of [[1, 3, 5, 7], [1], [], [60]]) assert.equal(areRetryDays(good), true);
  for (const bad of [[0], [1, 1], [3, 1], [1.5], [-1], [61], [Number.NaN]])
    assert.equal(areRetryDays(bad), false, String(bad));
});
