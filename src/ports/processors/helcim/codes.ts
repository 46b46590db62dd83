import type { DeclineCode } from '../declines.ts';
import { unknown } from '../gateway-text.ts';
import type { CardChecks, Unknown } from '../processor.ts';

/** What an answer that is no approval comes to. */
export type Verdict =
  | { readonly outcome: 'declined'; readonly code: DeclineCode }
  /** `isAccount`: it is our account, or a right of it, that the gateway does not take. */
  | { readonly outcome: 'rejected'; readonly isAccount: boolean }
  | Unknown;

const rejected: Verdict = { outcome: 'rejected', isAccount: false };
const refusedAccount: Verdict = { outcome: 'rejected', isAccount: true };

/** `text` is the error that the answer tells, empty if it tells none: then it is no answer of the gateway. */
export function verdictOf(status: number, text: string): Verdict {
  const isDecline = status === 500 && /^transaction declined\b/i.test(text);
  if (isDecline) return verdictOfDecline(text);
  if (text !== '' && (status === 401 || status === 403)) return refusedAccount;
  if (text !== '' && [400, 404, 422].includes(status)) return errorOf(text);
  return unknown(`status ${status}`);
}

/** More than is left to refund is told by its text alone. */
function errorOf(text: string): Verdict {
  return /refund amount.*(?:exceed|greater)/i.test(text)
    ? { outcome: 'declined', code: 'refund_too_large' }
    : rejected;
}

/** Declines that are not listed are declines all the same. */
export function verdictOfDecline(text: string): Verdict {
  const words = wordsOf(text);
  if (ofTheRequest.includes(words)) return rejected;
  if (words.startsWith('suspected duplicate')) return declined('card_velocity_exceeded');
  return declined(declineCodes.get(words) ?? 'card_declined');
}

/** Without what may stand before it, such as "Transaction Declined: DECLINED - ". */
function wordsOf(text: string): string {
  const words = text.replace(/^transaction declined:?/i, '').trim();
  return words
    .replace(/^declined? - /i, '')
    .replaceAll(/\s+/g, ' ')
    .toLowerCase();
}

const ofTheRequest = ['amount error', 'invalid terminal', 'invalid request'];

const declineCodes: ReadonlyMap<string, DeclineCode> = new Map([
  ['decline cvv2', 'incorrect_cvc'],
  ['pick up card', 'stolen_card'],
  ['amt over svc lmt', 'limit_exceeded'],
  ['appl type error', 'processing_error'],
  ['cannot convert', 'do_not_honor'],
  ['declined t4', 'card_declined'],
  ['declined-help 9999', 'processing_error'],
  ['dup check nbr', 'processing_error'],
  ['do not honor', 'do_not_honor'],
  ['expired card', 'expired_card'],
  ['invalid card', 'incorrect_number'],
  ['invalid cavv', 'authentication_required'],
  ['general system error', 'processing_error'],
  ['please retry', 'processing_error'],
  ['request exceeds balance', 'insufficient_funds'],
  ['refer to issuer', 'do_not_honor'],
]);

/** What two tables read differently says nothing. */
export function cardChecks(avs: string, cvv: string): CardChecks {
  return {
    address: addresses.get(avs) ?? 'not_checked',
    securityCode: securityCodes.get(cvv) ?? 'not_checked',
  };
}

const addresses: ReadonlyMap<string, CardChecks['address']> = new Map([
  ['X', 'match'],
  ['Y', 'match'],
  ['D', 'match'],
  ['M', 'match'],
  ['A', 'street'],
  ['W', 'postal_code'],
  ['Z', 'postal_code'],
  ['N', 'no_match'],
]);

const securityCodes: ReadonlyMap<string, CardChecks['securityCode']> = new Map([
  ['M', 'match'],
  ['N', 'no_match'],
]);

function declined(code: DeclineCode): Verdict {
  return { outcome: 'declined', code };
}
