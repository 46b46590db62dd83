import type { CardChecks } from '../card-checks.ts';
import { declineCodesIn, declined, type NoApproval, rejected } from '../connector.ts';
import type { DeclineCode } from '../declines.ts';
import { answered, unknown } from '../gateway-text.ts';
import type { Checks, StripeError } from './client.ts';

/** The meaning of an error of the gateway. */
export type Verdict =
  | NoApproval
  /** The gateway says that it did not execute the request. */
  | { readonly outcome: 'not_sent' }
  /** The request was refused, which proves nothing by itself: the payment shows the outcome. */
  | { readonly outcome: 'unproved' };

export function verdictOf(status: number, error: StripeError | undefined): Verdict {
  if (status === 429) return { outcome: 'not_sent' };
  if (!error || status < 400 || status > 499) return unknown(`status ${status}`);
  const refuses = refusalIn(status, error);
  if (refuses) return { outcome: 'rejected', refuses };
  // The first request with this key may still be running, or something else holds the payment.
  if (status === 409) return answered('another request is under way');
  if (error.type === 'card_error')
    return status === 402 ? declined(declineOf(error)) : answered(`status ${status}`);
  // This request was not executed; one that was sent before under its key may have been.
  if (error.type === 'idempotency_error') return { outcome: 'unproved' };
  const isRequest = error.type === 'invalid_request_error' && [400, 402, 404].includes(status);
  return isRequest ? verdictOfRequest(error) : answered(`status ${status}`);
}

function verdictOfRequest(error: StripeError): Verdict {
  const code = requestErrors.get(error.code);
  if (code) return declined(code);
  if (isRefundTooLarge(error)) return declined('refund_too_large');
  if (ofForm.test(error.code)) return { outcome: 'rejected', refuses: 'form' };
  return beforeExecution.test(error.code) ? rejected : { outcome: 'unproved' };
}

/** The gateway can read no request that is written like this one. */
const ofForm = /^parameter_(?:missing|unknown)$|^parameters_exclusive$/;

/** The request cannot be read, names nothing that exists, or asks for something that is never done. */
const beforeExecution = new RegExp(
  `^(?:${[
    ...['parameters?_\\w+', 'invalid_characters', 'resource_missing', 'amount_too_(?:large|small)'],
    ...[
      '(?:email|postal_code|country_code)_invalid',
      '(?:charge|payment_intent)_invalid_parameter',
    ],
    ...['charge_disputed', 'refund_disputed_payment', 'charge_not_refundable'],
    'balance_insufficient',
  ].join('|')})$`,
);

/** A restricted key may lack the right to refund, and charge all the same. */
function refusalIn(status: number, error: StripeError): 'account' | 'right' | undefined {
  if (status === 401 || accountCodes.includes(error.code)) return 'account';
  // Stripe takes card numbers only from accounts that it has allowed to send them.
  const isRight =
    status === 403 ||
    /credit card numbers directly|raw credit card (?:numbers|data)/i.test(error.message);
  return isRight ? 'right' : undefined;
}

/** True if a request names a stored card that the gateway no longer has, or does not have for this customer. */
export function refusesToken(error: StripeError | undefined): boolean {
  if (error?.code === 'resource_missing') return true;
  return /may not be used again|does not have a payment method/i.test(error?.message ?? '');
}

const accountCodes = [
  ...['account_closed', 'account_invalid', 'api_key_expired', 'livemode_mismatch'],
  ...['platform_api_key_expired', 'secret_key_required', 'testmode_charges_only'],
];

const requestErrors: ReadonlyMap<string, DeclineCode> = new Map([
  ['charge_already_refunded', 'refund_too_large'],
  ['capture_charge_authorization_expired', 'authorization_expired'],
  ['charge_expired_for_capture', 'authorization_expired'],
]);

/** Only the text says that a refund is too large. */
function isRefundTooLarge({ message }: StripeError): boolean {
  return /^Refund amount .* is greater than (?:unrefunded|charge) amount/.test(message);
}

/** True if an error names no payment other than this one. */
export function isAbout(id: string, { intentId }: StripeError): boolean {
  return intentId === '' || intentId === id;
}

/** Declines that are not listed are declines all the same. */
export function declineOf(error: StripeError): DeclineCode {
  const { code, declineCode, adviceCode } = error;
  const named = declineCodes.get(declineCode) ?? declineCodes.get(code);
  const reason = named ?? (asksForAction(error) ? 'authentication_required' : 'card_declined');
  const advised = adviceCodes.get(adviceCode);
  return advised && mayPass.has(reason) ? advised : reason;
}

/** Nobody is there to confirm the charge; some errors say so only in their text. */
function asksForAction({ message }: StripeError): boolean {
  return message.includes('`error_on_requires_action` was set');
}

/** The advice about another try. Not here: `try_again_later`, which such a reason means without advice. */
const adviceCodes: ReadonlyMap<string, DeclineCode> = new Map([
  ['do_not_try_again', 'do_not_try_again'],
  ['confirm_card_data', 'incorrect_card_data'],
]);

/** Reasons after which the card would be charged again another day: advice against another try outweighs them. */
const mayPass: ReadonlySet<DeclineCode> = new Set<DeclineCode>([
  ...(['card_declined', 'do_not_honor', 'insufficient_funds'] as const),
  ...(['limit_exceeded', 'card_velocity_exceeded', 'processing_error'] as const),
]);

const declineCodes = declineCodesIn({
  do_not_honor:
    'do_not_honor call_issuer no_action_taken security_violation service_not_allowed transaction_not_allowed restricted_card',
  insufficient_funds: 'insufficient_funds',
  limit_exceeded: 'invalid_amount',
  card_velocity_exceeded:
    'card_velocity_exceeded card_decline_rate_limit_exceeded withdrawal_count_limit_exceeded',
  lost_card: 'lost_card',
  stolen_card: 'stolen_card pickup_card',
  suspected_fraud: 'fraudulent merchant_blacklist',
  recurring_stopped:
    'revocation_of_all_authorizations revocation_of_authorization stop_payment_order',
  do_not_try_again: 'do_not_try_again',
  card_replaced: 'new_account_information_available',
  expired_card: 'expired_card invalid_expiry_month invalid_expiry_year',
  incorrect_number: 'incorrect_number invalid_number invalid_account',
  incorrect_cvc: 'incorrect_cvc invalid_cvc',
  incorrect_address: 'incorrect_address incorrect_zip',
  authentication_required:
    'authentication_required authentication_not_handled payment_intent_authentication_failure payment_intent_action_required',
  processing_error: 'processing_error issuer_not_available reenter_transaction try_again_later',
});

/** A check that was not made, or could not be, counts neither as a match nor as a mismatch. */
export function cardChecks({ line1, postalCode, cvc }: Checks): CardChecks {
  return { address: addressOf(line1, postalCode), securityCode: told(cvc) };
}

function addressOf(line1: string, postalCode: string): CardChecks['address'] {
  const [street, code] = [told(line1), told(postalCode)];
  if (street === 'match') return code === 'match' ? 'match' : 'street';
  if (code === 'match') return 'postal_code';
  return street === 'no_match' || code === 'no_match' ? 'no_match' : 'not_checked';
}

function told(check: string): CardChecks['securityCode'] {
  if (check === 'pass') return 'match';
  return check === 'fail' ? 'no_match' : 'not_checked';
}

export const waitsForPayer = 'requires_action';

type Standing = 'open' | 'authorized' | 'taken' | 'canceled';

/** Undefined: the status leaves the outcome open. */
export function standingOf(status: string): Standing | undefined {
  return standings.get(status);
}

/** Not here: `processing`. A payment that waits for an action of the payer is open: nobody asks the payer for it. */
const standings: ReadonlyMap<string, Standing> = new Map([
  ['requires_payment_method', 'open'],
  ['requires_confirmation', 'open'],
  [waitsForPayer, 'open'],
  ['requires_capture', 'authorized'],
  ['succeeded', 'taken'],
  ['canceled', 'canceled'],
]);
