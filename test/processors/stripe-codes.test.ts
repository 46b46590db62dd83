import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { failureOf } from '../../src/invoicing/subscriptions/dunning.ts';
import type { DeclineCode } from '../../src/ports/processors/declines.ts';
import type { StripeError } from '../../src/ports/processors/stripe/client.ts';
import {
  cardChecks,
  declineOf,
  standingOf,
  verdictOf,
} from '../../src/ports/processors/stripe/codes.ts';

const noChecks = { line1: '', postalCode: '', cvc: '' };
const errorWith = (more: Partial<StripeError>): StripeError => {
  const nothing = {
    type: '',
    code: '',
    declineCode: '',
    adviceCode: '',
    message: '',
    intentId: '',
  };
  return { ...nothing, checks: noChecks, ...more };
};
const request = 'invalid_request_error';

function told(status: number, more: Partial<StripeError> | undefined): string {
  const verdict = verdictOf(status, more && errorWith(more));
  if (verdict.outcome === 'declined') return verdict.code;
  if (verdict.outcome === 'rejected')
    return verdict.refuses ? `${verdict.refuses} refused` : 'rejected';
  return verdict.outcome === 'unknown' && verdict.isAnswered ? 'answered' : verdict.outcome;
}

const declines: Readonly<Record<string, string>> = {
  ...{ generic_decline: 'card_declined', insufficient_funds: 'insufficient_funds' },
  ...{ lost_card: 'lost_card', stolen_card: 'stolen_card', pickup_card: 'stolen_card' },
  ...{ fraudulent: 'suspected_fraud', merchant_blacklist: 'suspected_fraud' },
  ...{ do_not_honor: 'do_not_honor', call_issuer: 'do_not_honor' },
  ...{ no_action_taken: 'do_not_honor', revocation_of_authorization: 'recurring_stopped' },
  ...{ security_violation: 'do_not_honor', service_not_allowed: 'do_not_honor' },
  ...{ transaction_not_allowed: 'do_not_honor', restricted_card: 'do_not_honor' },
  card_velocity_exceeded: 'card_velocity_exceeded',
  withdrawal_count_limit_exceeded: 'card_velocity_exceeded',
  card_decline_rate_limit_exceeded: 'card_velocity_exceeded',
  ...{ invalid_amount: 'limit_exceeded', do_not_try_again: 'do_not_try_again' },
  ...{ incorrect_address: 'incorrect_address', incorrect_zip: 'incorrect_address' },
  new_account_information_available: 'card_replaced',
  ...{ expired_card: 'expired_card', invalid_expiry_month: 'expired_card' },
  ...{ invalid_expiry_year: 'expired_card', incorrect_number: 'incorrect_number' },
  ...{ invalid_number: 'incorrect_number', invalid_account: 'incorrect_number' },
  ...{ incorrect_cvc: 'incorrect_cvc', invalid_cvc: 'incorrect_cvc' },
  authentication_required: 'authentication_required',
  authentication_not_handled: 'authentication_required',
  payment_intent_authentication_failure: 'authentication_required',
  payment_intent_action_required: 'authentication_required',
  ...{ processing_error: 'processing_error', issuer_not_available: 'processing_error' },
  ...{ reenter_transaction: 'processing_error', try_again_later: 'processing_error' },
  ...{ stop_payment_order: 'recurring_stopped', duplicate_transaction: 'card_declined' },
  revocation_of_all_authorizations: 'recurring_stopped',
  // In nobody's table.
  a_new_reason: 'card_declined',
};

test('Stripe: each reason for a decline has its meaning, as decline code and as code', () => {
  for (const [name, meaning] of Object.entries(declines)) {
    const byDeclineCode = errorWith({ code: 'card_declined', declineCode: name });
    assert.equal(declineOf(byDeclineCode), meaning, name);
    assert.equal(declineOf(errorWith({ code: name })), meaning, name);
    assert.equal(told(402, { type: 'card_error', code: name }), meaning, name);
  }
  assert.equal(
    declineOf(errorWith({ code: 'expired_card', declineCode: 'a_new_reason' })),
    'expired_card',
  );
});

test('Stripe: a card that asks for a confirmation is told so, also where the error has no code', () => {
  const message = 'It required an action, but `error_on_requires_action` was set. Upgrade.';
  assert.equal(told(402, { type: 'card_error', message }), 'authentication_required');
  assert.equal(told(402, { type: 'card_error', message: 'No.' }), 'card_declined');
});

/** The reason, the advice, what that means, and whether the same card is charged again another day. */
const advised: readonly (readonly [string, string, DeclineCode, 'hard' | 'soft'])[] = [
  ['generic_decline', '', 'card_declined', 'soft'],
  ['generic_decline', 'try_again_later', 'card_declined', 'soft'],
  ['generic_decline', 'do_not_try_again', 'do_not_try_again', 'hard'],
  ['generic_decline', 'confirm_card_data', 'incorrect_card_data', 'hard'],
  ['do_not_honor', 'try_again_later', 'do_not_honor', 'soft'],
  ['do_not_honor', 'do_not_try_again', 'do_not_try_again', 'hard'],
  ['do_not_honor', 'confirm_card_data', 'incorrect_card_data', 'hard'],
  ['insufficient_funds', 'try_again_later', 'insufficient_funds', 'soft'],
  ['insufficient_funds', 'do_not_try_again', 'do_not_try_again', 'hard'],
  ['invalid_amount', 'do_not_try_again', 'do_not_try_again', 'hard'],
  ['card_velocity_exceeded', 'do_not_try_again', 'do_not_try_again', 'hard'],
  ['processing_error', 'do_not_try_again', 'do_not_try_again', 'hard'],
  ['try_again_later', '', 'processing_error', 'soft'],
  ['try_again_later', 'confirm_card_data', 'incorrect_card_data', 'hard'],
  ['do_not_try_again', '', 'do_not_try_again', 'hard'],
  ['a_new_reason', 'do_not_try_again', 'do_not_try_again', 'hard'],
  // Advice of tomorrow says nothing.
  ['generic_decline', 'advice_of_tomorrow', 'card_declined', 'soft'],
  // A reason that ends the tries by itself says more than the advice, and no advice begins them again.
  ['stolen_card', 'do_not_try_again', 'stolen_card', 'hard'],
  ['incorrect_cvc', 'confirm_card_data', 'incorrect_cvc', 'hard'],
  ['expired_card', 'confirm_card_data', 'expired_card', 'hard'],
  ['expired_card', 'try_again_later', 'expired_card', 'hard'],
  ['revocation_of_authorization', '', 'recurring_stopped', 'hard'],
  ['revocation_of_authorization', 'do_not_try_again', 'recurring_stopped', 'hard'],
  ['revocation_of_all_authorizations', 'do_not_try_again', 'recurring_stopped', 'hard'],
  ['stop_payment_order', 'do_not_try_again', 'recurring_stopped', 'hard'],
  ['stop_payment_order', 'try_again_later', 'recurring_stopped', 'hard'],
];

test('Stripe: advice against another try with the card ends the tries, whatever the reason', () => {
  for (const [declineCode, adviceCode, outcomeCode, failure] of advised) {
    const error = { type: 'card_error', code: 'card_declined', declineCode, adviceCode };
    const what = `${declineCode} ${adviceCode}`;
    assert.equal(told(402, error), outcomeCode, what);
    assert.equal(failureOf({ state: 'declined', outcomeCode }), failure, what);
  }
});

/** The status, what the error says, and what that means. */
const errors: readonly (readonly [number, Partial<StripeError> | undefined, string])[] = [
  ...[400, 402, 404].flatMap((status) => [
    [status, { type: request }, 'unproved'] as const,
    [status, { type: request, code: 'a_new_code' }, 'unproved'] as const,
    [status, { type: request, code: 'payment_intent_unexpected_state' }, 'unproved'] as const,
  ]),
  ...[
    ...['parameter_invalid_integer', 'amount_too_large', 'amount_too_small', 'postal_code_invalid'],
    ...['charge_not_refundable', 'balance_insufficient'],
  ].map((code) => [400, { type: request, code }, 'rejected'] as const),
  ...['parameter_missing', 'parameter_unknown', 'parameters_exclusive'].map(
    (code) => [400, { type: request, code }, 'form refused'] as const,
  ),
  [400, { type: request, code: 'not_a_parameter_unknown' }, 'unproved'],
  [400, { type: 'idempotency_error' }, 'unproved'],
  [400, { type: request, code: 'charge_already_refunded' }, 'refund_too_large'],
  [400, { type: request, code: 'charge_disputed' }, 'rejected'],
  [400, { type: request, code: 'charge_expired_for_capture' }, 'authorization_expired'],
  [400, { type: request, code: 'capture_charge_authorization_expired' }, 'authorization_expired'],
  ...(['unrefunded amount on charge ($6.00)', 'charge amount ($6.00)'] as const).map(
    (what) =>
      [
        400,
        { type: request, message: `Refund amount ($6.01) is greater than ${what}` },
        'refund_too_large',
      ] as const,
  ),
  [404, { type: request, code: 'resource_missing' }, 'rejected'],
  [401, { type: request }, 'account refused'],
  [403, { type: request }, 'right refused'],
  [403, { type: request, code: 'account_invalid' }, 'account refused'],
  [400, { type: request, code: 'testmode_charges_only' }, 'account refused'],
  [400, { type: request, code: 'api_key_expired' }, 'account refused'],
  [
    402,
    { type: request, message: 'Sending credit card numbers directly to the Stripe API is unsafe' },
    'right refused',
  ],
  [
    402,
    { type: request, message: 'To send raw credit card numbers, verify a phone number first.' },
    'right refused',
  ],
  [409, { type: 'idempotency_error', code: 'idempotency_key_in_use' }, 'answered'],
  [409, { type: request, code: 'lock_timeout' }, 'answered'],
  [429, { type: request, code: 'lock_timeout' }, 'not_sent'],
  [429, undefined, 'not_sent'],
  [424, { type: request }, 'answered'],
  // A decline has one status.
  ...[400, 404, 409].map((status) => [status, { type: 'card_error' }, 'answered'] as const),
  [400, { type: 'api_error' }, 'answered'],
  [400, { type: 'a_new_type' }, 'answered'],
  // Without an error nobody knows who answered.
  ...[201, 301, 400, 401, 402, 403, 404, 500].map(
    (status) => [status, undefined, 'unknown'] as const,
  ),
  ...[500, 502, 503, 504].flatMap((status) => [
    [status, { type: 'api_error' }, 'unknown'] as const,
    [status, { type: 'card_error' }, 'unknown'] as const,
    [status, { type: request }, 'unknown'] as const,
  ]),
];

test('Stripe: each error proves that nothing was done, or proves nothing', () => {
  for (const [status, error, meaning] of errors) {
    assert.equal(told(status, error), meaning, `${status} ${JSON.stringify(error)}`);
  }
});

test('Stripe: each status of a payment has its meaning, or leaves it open', () => {
  for (const [status, meaning] of [
    ['requires_payment_method', 'open'],
    ['requires_confirmation', 'open'],
    // Nobody asks the payer.
    ['requires_action', 'open'],
    ['requires_capture', 'authorized'],
    ['succeeded', 'taken'],
    ['canceled', 'canceled'],
    ['processing', undefined],
    ['', undefined],
    ['Succeeded', undefined],
  ] as const) {
    assert.equal(standingOf(status), meaning, status);
  }
});

test('Stripe: each pair of address checks, and each check of the security code, has its meaning', () => {
  for (const [line1, postalCode, meaning] of [
    ['pass', 'pass', 'match'],
    ['pass', 'fail', 'street'],
    ['pass', '', 'street'],
    ['fail', 'pass', 'postal_code'],
    ['', 'pass', 'postal_code'],
    ['fail', 'fail', 'no_match'],
    ['fail', 'unchecked', 'no_match'],
    ['', 'fail', 'no_match'],
    ['unavailable', 'unavailable', 'not_checked'],
    ['unchecked', '', 'not_checked'],
    ['', '', 'not_checked'],
    ['PASS', 'yes', 'not_checked'],
  ] as const) {
    const { address } = cardChecks({ line1, postalCode, cvc: '' });
    assert.equal(address, meaning, `${line1} ${postalCode}`);
  }
  const codes = { pass: 'match', fail: 'no_match', unavailable: 'not_checked' };
  for (const [cvc, meaning] of Object.entries({
    ...codes,
    unchecked: 'not_checked',
    '': 'not_checked',
  })) {
    assert.equal(cardChecks({ ...noChecks, cvc }).securityCode, meaning, cvc);
  }
});

test('Stripe: a reason has nothing of what the gateway wrote', () => {
  const error = errorWith({
    type: 'api_error',
    message: '4111111111111111',
    code: '4111111111111111',
  });
  assert.deepEqual(verdictOf(500, error), { outcome: 'unknown', reason: 'status 500' });
});
