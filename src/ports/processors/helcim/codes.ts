import { checksByLetter } from '../card-checks.ts';
import { declined, type NoApproval, rejected } from '../connector.ts';
import type { DeclineCode } from '../declines.ts';
import { answered, there, unknown } from '../gateway-text.ts';

/**
 * Reads the answer to a request that moves money. `errors` are the errors in it; without any it is no answer of the
 * gateway.
 */
export function verdictOf(status: number, errors: readonly string[]): NoApproval {
  const [first] = errors;
  if (first === undefined) return unknown(`status ${status}`);
  const isDecline = status === 500 && errors.every((text) => /^transaction declined\b/i.test(text));
  if (isDecline) return verdictOfDecline(first);
  const refuses = refusalIn(status, first);
  if (refuses) return { outcome: 'rejected', refuses };
  // The idempotency key, which is made of our reference, was sent before.
  if (status === 409) return there('a key that was sent before');
  if (isError(status)) return errorOf(status, errors);
  // The gateway answers so if it does not know the token of a card, and for other reasons.
  const isFailure = status === 500 && /^failed to process transaction\b/i.test(first);
  return isFailure ? answered('failed, and not told why') : unknown(`status ${status}`);
}

/** True if the gateway answers that something is wrong with the request. After a read nothing more can be known. */
export function isError(status: number): boolean {
  return [400, 404, 422].includes(status);
}

/** A wrong token and a missing right have the same status. */
export function refusalIn(status: number, text: string): 'account' | 'right' | undefined {
  if (status === 403) return 'right';
  if (status !== 401) return undefined;
  return /not allowed to|no access permission/i.test(text) ? 'right' : 'account';
}

/**
 * Only an error from before the gateway accepts a request proves that nothing happened, and all errors must be such.
 */
function errorOf(status: number, errors: readonly string[]): NoApproval {
  // A charge makes an invoice with our number: another charge under it came before.
  if (errors.some((text) => /^invoice number already exist/i.test(text)))
    return there('an invoice with this number');
  if (errors.some((text) => /refund amount\b.*(?:exceed|greater)/i.test(text)))
    return declined('refund_too_large');
  if (errors.every((text) => missing.test(text))) return { outcome: 'rejected', refuses: 'form' };
  const isBefore = errors.every((text) => beforeAcceptance.some((says) => says.test(text)));
  return isBefore ? rejected : answered(`status ${status} with an error that is not known`);
}

/** A field that is missing or cannot be read, a card without a check that the account insists on, or a wrong target. */
const missing = /^missing required data\b/i;
const beforeAcceptance: readonly RegExp[] = [
  missing,
  /^invalid (?:amount|currency|ip ?address|billing ?address|line ?items|idempotency-?key)\b/i,
  /^invalid card ?(?:data|number|expiry|cvv|holder ?name|token|transaction ?id)\b/i,
  /^card is not verified$/i,
  /^card transaction cannot be (?:captured|reversed|refunded)\b/i,
];

/** Declines that are not listed are declines all the same. */
export function verdictOfDecline(text: string): NoApproval {
  const parts = partsOf(text);
  if (parts.some((part) => ofTheRequest.includes(part))) return rejected;
  if (parts.some((part) => part.startsWith('suspected duplicate')))
    return declined('card_velocity_exceeded');
  const known = parts.map((part) => declineCodes.get(part)).find((code) => code !== undefined);
  return declined(known ?? 'card_declined');
}

/** Splits a text such as "Transaction Declined: EXPIRED CARD - Expired Card" or "DECLINED - Do Not Honor". */
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

/** A code that two tables read differently is not listed. */
export const cardChecks = checksByLetter({
  match: 'XYDM',
  street: 'A',
  postal_code: 'WZ',
  no_match: 'N',
});
