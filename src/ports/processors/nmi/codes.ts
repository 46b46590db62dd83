import { checksByLetter } from '../card-checks.ts';
import { declineCodesIn, declined, type NoApproval, rejected } from '../connector.ts';
import { answered, digitsOf, unknown } from '../gateway-text.ts';

/** The meaning of an answer of the gateway. */
export type Verdict =
  | { readonly outcome: 'approved' }
  | NoApproval
  /** The account may use no vault. */
  | { readonly outcome: 'rejected'; readonly refuses: 'vault' }
  /** The gateway says that it did not execute the request. */
  | { readonly outcome: 'not_sent' };

const refusedAccount: Verdict = { outcome: 'rejected', refuses: 'account' };
const asksToWait: Verdict = { outcome: 'not_sent' };
const duplicate: Verdict = {
  ...answered('the gateway takes it for a duplicate'),
  isDuplicate: true,
};

/** `response` is 1, 2 or 3: approved, declined, error. A decline counts only with a code of declines. */
export function verdictOf(response: string, code: string, text: string): Verdict {
  if (response === '1' && code === '100') return { outcome: 'approved' };
  if (response === '2' && isDecline(code))
    return declined(declineCodes.get(code) ?? 'card_declined');
  const error = response === '3' ? errorOf(code, text) : undefined;
  const tell = outages.includes(code) ? unknown : answered;
  return error ?? tell(`response ${digitsOf(response)} with code ${digitsOf(code)}`);
}

/** The processor behind the gateway does not answer. */
const outages = ['400', '420', '421'];

/**
 * Reads an action that failed. The gateway itself reports the failure, so that an error by which it did not execute the
 * action means that nothing was charged.
 */
export function failureOf(code: string, text: string): Verdict {
  if (code === '300' && !meaningOf(text)) return declined('processing_error');
  const verdict = verdictOf(isDecline(code) ? '2' : '3', code, text);
  if (verdict.outcome === 'unknown' && verdict.isDuplicate) return declined('duplicate');
  const isError = verdict.outcome === 'rejected' || verdict.outcome === 'not_sent';
  return isError ? declined('processing_error') : verdict;
}

const isDecline = (code: string) => /^2\d\d$/.test(code);

/** Declines that are not listed are declines all the same. */
const declineCodes = declineCodesIn({
  do_not_honor: '201 240',
  insufficient_funds: '202',
  limit_exceeded: '203',
  incorrect_number: '220 221 222',
  expired_card: '223 224',
  incorrect_cvc: '225',
  stolen_card: '250 252',
  lost_card: '251',
  suspected_fraud: '253',
  recurring_stopped: '261 262',
  card_replaced: '263',
});

/** Undefined: after this error it is not known what was executed. */
function errorOf(code: string, text: string): Verdict | undefined {
  return code === '300' ? meaningOf(text) : errors.get(code);
}

/** Most errors of a request differ only in their text. Undefined: the text is not in our list. */
function meaningOf(text: string): Verdict | undefined {
  // A long text is none of these, and a long row of blanks would keep the pattern busy for seconds.
  if (text.length > longestText) return undefined;
  const words = text.replace(/\s*REFID:\s*\d*\s*$/i, '').trim();
  return texts.find(([says]) => says.test(words))?.[1];
}

const longestText = 500;

/** Texts with which the gateway refuses a request before it does anything. */
const texts: readonly (readonly [RegExp, Verdict])[] = [
  // We send a request once, but somebody between us and the gateway may have sent a copy.
  [/^duplicate transaction/i, duplicate],
  [/^only transactions pending settlement can be voided/i, declined('already_settled')],
  [/^refund amount may not exceed/i, declined('refund_too_large')],
  [/^invalid credit card number/i, declined('incorrect_number')],
  [/^invalid (?:credit card )?expiration/i, declined('expired_card')],
  [/^cvv must be 3 or 4 digits/i, declined('incorrect_cvc')],
  [/^authentication failed/i, refusedAccount],
  [/^(?:invalid|specified) (?:security[ _]key|api key|user ?name|password)/i, refusedAccount],
  // The account's processor takes no charge that we send.
  [/^disabling duplicate check is not allowed/i, refusedAccount],
  [/^user is not allowed to process/i, { outcome: 'rejected', refuses: 'right' }],
  [/^invalid customer vault id\b/i, { outcome: 'rejected', refuses: 'token' }],
  [
    /^your account is not set up to use the customer vault/i,
    { outcome: 'rejected', refuses: 'vault' },
  ],
  [/^billing information missing/i, rejected],
  [/^required field \w+ is missing or empty/i, { outcome: 'rejected', refuses: 'form' }],
  [/^invalid (?:amount|cavv|transaction (?:id|type))\b/i, rejected],
  [/^transaction (?:not found|cannot be refunded)/i, rejected],
  [/^a capture requires that the existing transaction be an auth/i, rejected],
  [/^the specified amount of .* exceeds the authorization amount/i, rejected],
];

/** Not here: 400, 420, 421 and 430, after which the issuer may have approved the charge. */
const errors = new Map<string, Verdict>([
  ['301', asksToWait],
  ['410', refusedAccount],
  ['411', refusedAccount],
  ['440', rejected],
  ['441', rejected],
  ['460', rejected],
  ['461', declined('card_declined')],
]);

/** True for a text with which a report is refused to a wrong key. */
export function refusesAccount(text: string): boolean {
  return /authentication failed|security[ _]key|api key|user ?name|password/i.test(text);
}

/** B counts as not checked: two tables read it differently. */
export const cardChecks = checksByLetter({
  match: 'XYDM',
  street: 'A',
  postal_code: 'WZPL',
  no_match: 'NC',
});
