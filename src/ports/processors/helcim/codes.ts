import type { DeclineCode } from '../declines.ts';
import { there, unknown } from '../gateway-text.ts';
import type { CardChecks, Unknown } from '../processor.ts';

/** What an answer that is no approval comes to. */
export type Verdict =
  | { readonly outcome: 'declined'; readonly code: DeclineCode }
  /** `refuses`: not this request, but our account, or perhaps a right of it alone. */
  | { readonly outcome: 'rejected'; readonly refuses?: 'account' | 'right' }
  | Unknown;

const rejected: Verdict = { outcome: 'rejected' };

/** `text` is the error that the answer tells, empty if it tells none: then it is no answer of the gateway. */
export function verdictOf(status: number, text: string): Verdict {
  const isDecline = status === 500 && /^transaction declined\b/i.test(text);
  if (isDecline) return verdictOfDecline(text);
  const refuses = text === '' ? undefined : refusalIn(status, text);
  if (refuses) return { outcome: 'rejected', refuses };
  if (text !== '' && [400, 404, 422].includes(status)) return errorOf(text);
  // Its key, which is made of our reference, was sent before.
  return status === 409 ? there('a key that was sent before') : unknown(`status ${status}`);
}

/** A wrong token and a right that it lacks have the same status. */
function refusalIn(status: number, text: string): 'account' | 'right' | undefined {
  if (status === 403) return 'right';
  if (status !== 401) return undefined;
  return /not allowed to/i.test(text) ? 'right' : 'account';
}

/** More than is left to refund is told by its text alone. */
function errorOf(text: string): Verdict {
  return /refund amount.*(?:exceed|greater)/i.test(text)
    ? { outcome: 'declined', code: 'refund_too_large' }
    : rejected;
}

/** Declines that are not listed are declines all the same. */
export function verdictOfDecline(text: string): Verdict {
  const parts = partsOf(text);
  if (parts.some((part) => ofTheRequest.includes(part))) return rejected;
  if (parts.some((part) => part.startsWith('suspected duplicate')))
    return declined('card_velocity_exceeded');
  const known = parts.map((part) => declineCodes.get(part)).find((code) => code !== undefined);
  return declined(known ?? 'card_declined');
}

/** Of a text such as "Transaction Declined: EXPIRED CARD - Expired Card" or "DECLINED - Do Not Honor". */
function partsOf(text: string): readonly string[] {
  // A long text is none of these.
  const words = text.slice(0, longestText).replace(/^\s*transaction declined:?/i, '');
  return words.split(' - ').map((part) => part.trim().replaceAll(/\s+/g, ' ').toLowerCase());
}

const longestText = 500;

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
