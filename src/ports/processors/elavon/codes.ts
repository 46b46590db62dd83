import type { CardChecks } from '../card-checks.ts';
import type { DeclineCode } from '../declines.ts';
import { answered, unknown } from '../gateway-text.ts';
import type { Unknown } from '../processor.ts';
import type { GatewayError } from './wire.ts';

/** The meaning of an answer of the gateway. */
export type Verdict =
  | { readonly outcome: 'approved'; readonly isPart: boolean }
  | { readonly outcome: 'declined'; readonly code: DeclineCode }
  /**
   * `refuses`: the refusal is not about this request, but about our account, a right of it, the token of a card, or the
   * form in which we write requests.
   */
  | { readonly outcome: 'rejected'; readonly refuses?: Refused }
  | Unknown;

export type Refused = 'account' | 'right' | 'token' | 'form';

/** `result` is 0 for an approved request and 1 for one that was not approved. */
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

/** Reads a row of a search, which has no result. Undefined if the message is neither an approval nor a decline. */
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

/** Messages after which the issuer may have approved the request. */
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

/**
 * Reads an error that came in place of a result. `isCharge`: a right that is missing for charges counts as a refusal of
 * the account.
 */
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
  // The settlement is running, or over: the charge can no longer be voided, but it can be refunded.
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

/** The code stands for many errors; this one is that the demo takes test cards alone. */
function isOfDemo(code: string, text: string): boolean {
  return code === '9999' && /^only test cards\b/i.test(text);
}

/** Errors of the account, its user, its key or its terminal. */
const account = new Set('4000 4002 4003 4013 4019 4025 6011 6012 6013'.split(' '));
/** The user lacks a right. */
const rights = new Set(['4014', '4016']);
/** There is no such token, or this terminal may not use it. */
const tokens = new Set(['5085', '7055']);
/** A field is missing or unknown to the gateway, or the gateway cannot read the XML. */
const forms = new Set(['4009', '4010', '4011', '6042']);
/** The gateway has trouble itself, or on the way to the issuer, which may have approved the request. */
const outages = /^(?:300[0-3]|4017|4022|6029|603[0-4])$/;
const rejects = new Set([
  ...['4005', '4006', '4007', '4023'],
  ...['5002', '5005', '5040', '5083', '5086', '5087', '5089', '5096', '5098'],
  ...['6004', '6014', '6015', '6016', '6017'],
]);

/**
 * The part of our side that a settlement is refused for: the account, a right, or the form of the request. Nothing was
 * settled by it, and nothing would be if it were sent again; it says nothing of an earlier settlement. Undefined: any
 * other error may be about one item while others settle, or come while a settlement runs.
 */
export function refusalOfSettlement(code: string): Refused | undefined {
  if (account.has(code)) return 'account';
  if (rights.has(code) || code === '4023') return 'right';
  return forms.has(code) ? 'form' : undefined;
}

/** The error of a transaction that does not exist, or whose kind allows no such follow-up. */
export const notOfThisKind = '5040';

/** A code that is not listed counts as not checked. */
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
