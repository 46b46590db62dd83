import type { CardChecks } from '../card-checks.ts';
import type { DeclineCode } from '../declines.ts';
import { answered, unknown } from '../gateway-text.ts';
import type { Unknown } from '../processor.ts';
import type { GatewayError } from './wire.ts';

/** What an answer of the gateway comes to. */
export type Verdict =
  | { readonly outcome: 'approved'; readonly isPart: boolean }
  | { readonly outcome: 'declined'; readonly code: DeclineCode }
  /** `refuses`: not this request, but our account, a right of it, or the token of a card. */
  | { readonly outcome: 'rejected'; readonly refuses?: Refused }
  | Unknown;

export type Refused = 'account' | 'right' | 'token' | 'form';

/** `result` is 0 for what was approved and 1 for what was not. */
export function verdictOf(result: string, message: string): Verdict {
  const text = message.trim().toUpperCase();
  if (result === '0' && isApproval(text)) {
    return { outcome: 'approved', isPart: text === 'PARTIAL APPROVAL' };
  }
  if (result !== '1' || text === '' || isApproval(text)) return unknown('a result without sense');
  if (unclear.test(text)) return unknown('the host of the gateway gave no answer');
  if (/PREVIOUSLY AUTH/.test(text)) return answered('perhaps this very request came before');
  return declined(declineOf(text));
}

/** Of a row of a search, which has no result. Undefined: the message is no approval, and no decline either. */
export function verdictOfRow(message: string): Verdict | undefined {
  const text = message.trim().toUpperCase();
  if (isApproval(text)) return verdictOf('0', text);
  return /^(?:DECLINED|EXPIRED|PICK ?UP|CALL|INVALID)/.test(text)
    ? verdictOf('1', text)
    : undefined;
}

function isApproval(text: string): boolean {
  return ['APPROVAL', 'APPROVED', 'PARTIAL APPROVAL'].includes(text);
}

/** A message with which the issuer may have approved it. */
const unclear =
  /TIME-?\s?OUT|NO REPLY|NO RESPONSE|UNAVAILABLE|PROCESSING ERROR|COMM(?:UNICATION)? ?ERR/;

function declineOf(text: string): DeclineCode {
  return messages.find(([says]) => says.test(text))?.[1] ?? 'card_declined';
}

const messages: readonly (readonly [RegExp, DeclineCode])[] = [
  [/NSF|INSUFF|EXCEEDS BAL|NOT SUFFICIENT/, 'insufficient_funds'],
  [/LIMIT/, 'limit_exceeded'],
  [/CVV2|SECURITY CODE/, 'incorrect_cvc'],
  [/EXPIRED|EXP(?:IRATION)? DATE/, 'expired_card'],
  [/LOST/, 'lost_card'],
  [/PICK ?UP|STOLEN/, 'stolen_card'],
  [/FRAUD/, 'suspected_fraud'],
  [/INVALID (?:CARD|ACCT|ACCOUNT)|CARD NUMBER/, 'incorrect_number'],
  [/^CALL|AUTH CENTER|DO NOT HONOR/, 'do_not_honor'],
  [/RETRY/, 'processing_error'],
];

/** An error came in place of a result. `isCharge`: a right that is missing for charges speaks against the account. */
export function verdictOfError(
  { code, text }: Pick<GatewayError, 'code' | 'text'>,
  isCharge: boolean,
): Verdict {
  const decline = declines.get(code);
  if (decline) return declined(decline);
  if (account.has(code) || (isCharge && rights.has(code)))
    return { outcome: 'rejected', refuses: 'account' };
  if (rights.has(code)) return { outcome: 'rejected', refuses: 'right' };
  if (tokens.has(code)) return { outcome: 'rejected', refuses: 'token' };
  if (forms.has(code)) return { outcome: 'rejected', refuses: 'form' };
  if (rejects.has(code) || isOfDemo(code, text)) return { outcome: 'rejected' };
  const reason = `error ${/^\d{4}$/.test(code) ? code : '?'}`;
  return outages.test(code) ? unknown(reason) : answered(reason);
}

const declines: ReadonlyMap<string, DeclineCode> = new Map([
  // The settlement is running, or over: what can no longer be voided can be refunded.
  ['4018', 'already_settled'],
  ['5041', 'already_settled'],
  ['5093', 'already_settled'],
  ['5000', 'incorrect_number'],
  ['5001', 'expired_card'],
  ['5006', 'refund_too_large'],
  ['5091', 'refund_too_large'],
  ['5021', 'incorrect_cvc'],
  ['5022', 'incorrect_cvc'],
  ['5100', 'card_declined'],
  ['6001', 'card_declined'],
  ['6002', 'incorrect_number'],
  ['6003', 'stolen_card'],
  ['6005', 'card_declined'],
  ['6006', 'card_declined'],
  ['6007', 'do_not_honor'],
  ['6008', 'insufficient_funds'],
  ['6009', 'expired_card'],
  ['6018', 'card_declined'],
  ['6020', 'do_not_honor'],
  ['6021', 'do_not_honor'],
  ['6022', 'incorrect_cvc'],
  ['6023', 'processing_error'],
  ['6038', 'processing_error'],
]);

/** A code of many errors: the demo takes test cards alone. */
function isOfDemo(code: string, text: string): boolean {
  return code === '9999' && /^only test cards\b/i.test(text);
}

/** The account, its user, its key or its terminal. */
const account = new Set('4000 4002 4003 4013 4019 4025 6011 6012 6013'.split(' '));
/** A right that the user does not have. */
const rights = new Set(['4014', '4016']);
/** There is no such token, or none that this terminal may use. */
const tokens = new Set(['5085', '7055']);
/** A field that is missing or nameless to it, or XML that it cannot read. */
const forms = new Set(['4009', '4010', '4011', '6042']);
/** With these the gateway has trouble itself, or on the way to the issuer, which may have approved it. */
const outages = /^(?:300[0-3]|4017|4022|6029|603[0-4])$/;
const rejects = new Set([
  ...['4005', '4006', '4007', '4023'],
  ...['5002', '5005', '5040', '5083', '5086', '5087', '5089', '5096', '5098'],
  ...['6004', '6014', '6015', '6016', '6017'],
]);

/**
 * What a settlement is refused for. Nothing was settled by it, and nothing would be if it were sent again: the account, a
 * right, or the form of the request; nor does it say anything of an earlier one. Undefined: any other error may be about
 * one item while others settle, or come while a settlement runs.
 */
export function refusalOfSettlement(code: string): Refused | undefined {
  if (account.has(code)) return 'account';
  if (rights.has(code) || code === '4023') return 'right';
  return forms.has(code) ? 'form' : undefined;
}

/** With which a transaction is not there, or is not of the kind that can be followed so. */
export const notOfThisKind = '5040';

/** What is not listed says nothing. */
export function cardChecks(avs: string, cvv: string): CardChecks {
  return {
    address: addresses.get(avs) ?? 'not_checked',
    securityCode: securityCodes.get(cvv) ?? 'not_checked',
  };
}

const addresses: ReadonlyMap<string, CardChecks['address']> = new Map([
  ...rows('DFMXY', 'match' as const),
  ...rows('AB', 'street' as const),
  ...rows('PWZ', 'postal_code' as const),
  ...rows('N', 'no_match' as const),
]);

const securityCodes: ReadonlyMap<string, CardChecks['securityCode']> = new Map([
  ['M', 'match'],
  ['N', 'no_match'],
]);

function rows<T>(letters: string, meaning: T): (readonly [string, T])[] {
  return [...letters].map((letter) => [letter, meaning] as const);
}

function declined(code: DeclineCode): Verdict {
  return { outcome: 'declined', code };
}
