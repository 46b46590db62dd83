import { checksByLetter } from '../card-checks.ts';
import { declineCodesIn, declined, type NoApproval, rejected } from '../connector.ts';
import type { DeclineCode } from '../declines.ts';
import { answered, digitsOf, type Refused, unknown } from '../gateway-text.ts';
import type { GatewayError } from './client.ts';

/** The meaning of an answer of the gateway. */
export type Verdict = { readonly outcome: 'approved'; readonly isPart: boolean } | NoApproval;

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

/** Reads an error that came in place of a result. */
export function verdictOfError({ code, text }: Pick<GatewayError, 'code' | 'text'>): NoApproval {
  const decline = declines.get(code);
  if (decline) return declined(decline);
  const refuses = refused.find(([, codes]) => codes.has(code))?.[0];
  if (refuses) return { outcome: 'rejected', refuses };
  if (rejects.has(code) || isOfDemo(code, text)) return rejected;
  const reason = `error ${digitsOf(code)}`;
  return outages.test(code) ? unknown(reason) : answered(reason);
}

const declines = declineCodesIn({
  // The settlement is running, or over: the charge can no longer be voided, but it can be refunded.
  already_settled: '4018 5041 5093',
  incorrect_number: '5000 6002',
  expired_card: '5001 6009',
  refund_too_large: '5006 5091',
  incorrect_cvc: '5021 5022 6022',
  card_declined: '5100 6001 6005 6006 6018',
  stolen_card: '6003',
  do_not_honor: '6007 6020 6021',
  insufficient_funds: '6008',
  processing_error: '6023 6038',
});

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
const refused: readonly (readonly [Refused, ReadonlySet<string>])[] = [
  ['account', account],
  ['right', rights],
  ['token', tokens],
  ['form', forms],
];
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

export const cardChecks = checksByLetter({
  match: 'DFMXY',
  street: 'AB',
  postal_code: 'PWZ',
  no_match: 'N',
});
