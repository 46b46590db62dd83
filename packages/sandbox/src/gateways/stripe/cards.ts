import { luhnValid } from '../../../../../src/kernel/digits.ts';
import type { Checks, GatewayError } from './book.ts';

/* The outcomes of the gateway's test cards. */

const declines: Readonly<Record<string, readonly [string, string?]>> = {
  '4000000000000002': ['card_declined', 'generic_decline'],
  '4000000000009995': ['card_declined', 'insufficient_funds'],
  '4000000000009987': ['card_declined', 'lost_card'],
  '4000000000009979': ['card_declined', 'stolen_card'],
  '4000000000000127': ['incorrect_cvc'],
  '4000000000000119': ['processing_error'],
  '4000000000006975': ['card_declined', 'card_velocity_exceeded'],
  '4000002760003184': ['authentication_required', 'authentication_required'],
};

/** Undefined: the card is charged. */
export function errorOfCard(fields: URLSearchParams, scripted?: string): GatewayError | undefined {
  const card = (name: string) => fields.get(`payment_method_data[card][${name}]`) ?? '';
  const number = card('number');
  if (!/^\d{13,19}$/.test(number) || !luhnValid(number)) return cardError(['incorrect_number']);
  if (!/^(?:[1-9]|1[0-2])$/.test(card('exp_month'))) return cardError(['invalid_expiry_month']);
  if (!/^\d{4}$/.test(card('exp_year'))) return cardError(['invalid_expiry_year']);
  const decline = scripted ? (['card_declined', scripted] as const) : declines[number];
  return decline && { ...cardError(decline), checks: checksOf(fields) };
}

function cardError([code, declineCode]: readonly [string, string?]): GatewayError {
  const error: GatewayError = { type: 'card_error', code, message: 'Your card was declined.' };
  return declineCode ? { ...error, decline_code: declineCode } : error;
}

export function declined(declineCode: string): GatewayError {
  return cardError(['card_declined', declineCode]);
}

const failsLine1 = ['4000000000000028', '4000000000000010'];
const failsPostalCode = ['4000000000000036', '4000000000000010'];
const unavailable = '4000000000000044';
const failsCode = '4000000000000101';

export function checksOf(fields: URLSearchParams): Checks {
  const number = fields.get('payment_method_data[card][number]') ?? '';
  const address = 'payment_method_data[billing_details][address]';
  const check = (isSent: boolean, fails: boolean) => {
    if (!isSent) return '';
    if (number === unavailable) return 'unavailable';
    return fails ? 'fail' : 'pass';
  };
  const isSent = (name: string) => fields.has(name);
  return {
    address_line1_check: check(isSent(`${address}[line1]`), failsLine1.includes(number)),
    address_postal_code_check: check(
      isSent(`${address}[postal_code]`),
      failsPostalCode.includes(number),
    ),
    cvc_check: check(isSent('payment_method_data[card][cvc]'), number === failsCode),
  };
}
