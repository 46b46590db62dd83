import type { CardChecks } from '../card-checks.ts';
import type { DeclineCode } from '../declines.ts';
import { answered, there, unknown } from '../gateway-text.ts';
import type { Unknown } from '../processor.ts';

/** What an answer of the gateway comes to. */
export type Verdict =
  | { readonly outcome: 'approved' }
  | { readonly outcome: 'declined'; readonly code: DeclineCode }
  /** `refuses`: not this request, but our account, a right of it, or requests as we write them. */
  | { readonly outcome: 'rejected'; readonly refuses?: Refused }
  | Unknown;

export type Refused = 'account' | 'right' | 'malformed';

export const held = { ...there('held for review'), isHeld: true } as const;
const rejected: Verdict = { outcome: 'rejected' };
const refusedAccount: Verdict = { outcome: 'rejected', refuses: 'account' };

/** `responseCode` is 1 to 4: approved, declined, error, held for review. `reason` is the code of the reason. */
export function verdictOf(responseCode: string, reason: string): Verdict {
  // It comes with the code of a review, and nobody reviews it.
  if (reason === part) return there('a part was approved');
  if (responseCode === '4') return held;
  const said = `response ${digitsOf(responseCode)} with reason ${digitsOf(reason)}`;
  if (reason === duplicate) return there(said);
  if (isTrouble(reason)) return unknown(said);
  if (uncertain.includes(reason)) return answered(said);
  if (responseCode === '1') return reason === '1' ? { outcome: 'approved' } : answered(said);
  // The reason of an approval, or none, contradicts what is no approval.
  if (!/^\d{1,4}$/.test(reason) || reason === '1') return answered(said);
  const code = declineCodes.get(reason);
  if (responseCode === '2') return { outcome: 'declined', code: code ?? 'card_declined' };
  if (responseCode !== '3') return answered(said);
  return code ? { outcome: 'declined', code } : (errors.get(reason) ?? answered(said));
}

/** Of a prepaid card, while the account approves parts. */
const part = '295';

/** Its invoice number is compared, and that is our reference. */
const duplicate = '11';

/** Trouble on the way to the issuer, after which it may have approved. An inquiry tells. */
function isTrouble(reason: string): boolean {
  const number = Number(reason);
  return troubles.some(([first, last]) => number >= first && number <= last);
}
const troubles = [
  [19, 26],
  [57, 63],
  [120, 122],
] as const;

/** What is held; a charge that is voided or captured already. */
const uncertain = ['252', '253', '310', '311'];

const declineCodes: ReadonlyMap<string, DeclineCode> = new Map([
  ...reasons('card_declined', '2 3 17 27 28 127'),
  ...reasons('stolen_card', '4'),
  ...reasons('incorrect_number', '6 36 37 315'),
  ...reasons('expired_card', '7 8 316 317'),
  ...reasons('incorrect_cvc', '44 45 65 78'),
  ...reasons('limit_exceeded', '49'),
  ...reasons('refund_too_large', '51 55'),
  ...reasons('suspected_fraud', '141 145 165 250 251 254'),
]);

function reasons(code: DeclineCode, numbers: string): (readonly [string, DeclineCode])[] {
  return numbers.split(' ').map((number) => [number, code] as const);
}

/**
 * An amount, a bank account, a missing field; a charge that is not there; what cannot be refunded yet; a capture of too
 * much; what the account's processor never does.
 */
const errors: ReadonlyMap<string, Verdict> = new Map([
  ...['5', '9', '10', '15', '16', '33', '47', '54', '155', '289'].map(
    (reason) => [reason, rejected] as const,
  ),
  ['13', refusedAccount],
  ['103', refusedAccount],
]);

/** Of a request to move money that has no answer but a message. */
export function verdictOfMessage(code: string): Verdict {
  if (isMalformed(code)) return { outcome: 'rejected', refuses: 'malformed' };
  if (refusesKey(code)) return refusedAccount;
  if (lacksRight(code)) return { outcome: 'rejected', refuses: 'right' };
  const said = `message ${code}`;
  return outages.includes(code) ? unknown(said) : answered(said);
}

/** The request is no document of the schema: it is refused before the gateway begins with it. */
export function isMalformed(code: string): boolean {
  return ['E00002', 'E00003', 'E00004', 'E00045'].includes(code);
}

/** An error of the gateway itself, a gateway that is too busy, or one in maintenance. */
const outages = ['E00000', 'E00001', 'E00053', 'E00104'];

/** Whether a charge, or a change, of a profile is refused because there is none, or no profiles at all. */
export function refusesProfile(code: string): boolean {
  return code === 'E00040' || code === noProfiles;
}

/** The account has no Customer Information Manager. */
const noProfiles = 'E00044';

/** Of a request about a profile, which moves no money. */
export function verdictOfProfile(code: string): 'right' | 'malformed' | 'rejected' | 'unknown' {
  if (code === noProfiles || lacksRight(code)) return 'right';
  if (isMalformed(code)) return 'malformed';
  return refusedProfiles.includes(code) ? 'rejected' : 'unknown';
}

/** A field that is wrong, too long or missing; a profile that is there already; no room for another one. */
const refusedProfiles = [
  ...['E00013', 'E00014', 'E00015', 'E00016', 'E00027', 'E00029'],
  ...['E00039', 'E00040', 'E00041', 'E00042'],
];

/** Whether this is the message with which credentials are refused. */
export function refusesKey(code: string): boolean {
  return refusedKeys.includes(code);
}

/** Whether the account, or its user, may not use what was called, for example the Transaction Details API. */
export function lacksRight(code: string): boolean {
  return code === 'E00010' || code === 'E00011';
}

/** The key or the login is wrong or missing, its user is inactive, or the account itself is in test mode. */
const refusedKeys = ['E00005', 'E00006', 'E00007', 'E00008', 'E00009'];

type Standing = 'authorized' | 'taken' | 'settled' | 'accepted' | 'declined' | 'voided';

/** Undefined: a status that leaves open what becomes of the money. */
export function standingOf(status: string): Standing | undefined {
  return standings.get(status);
}

/**
 * `accepted`: by a review, and it is not told whether it is captured. Not here: under review, waiting for the rest of an
 * order, a communication error, a void or a settlement that failed, a dispute. The gateway or a person decides.
 */
const standings: ReadonlyMap<string, Standing> = new Map([
  ['authorizedPendingCapture', 'authorized'],
  ['capturedPendingSettlement', 'taken'],
  ['pendingSettlement', 'taken'],
  ['pendingFinalSettlement', 'taken'],
  ['updatingSettlement', 'taken'],
  ['refundPendingSettlement', 'taken'],
  ['settledSuccessfully', 'settled'],
  ['refundSettledSuccessfully', 'settled'],
  ['approvedReview', 'accepted'],
  ['declined', 'declined'],
  ['generalError', 'declined'],
  ['failedReview', 'declined'],
  ['expired', 'declined'],
  ['voided', 'voided'],
]);

/** A status as it may stand in our texts. */
export function wordOf(status: string): string {
  return /^[A-Za-z]{1,40}$/.test(status) ? status : '?';
}

export function isUnderReview(status: string): boolean {
  return status === 'underReview' || status.startsWith('FDS');
}

/** Undefined: no dispute. The gateway tells when the money is taken and when it comes back, and nothing else. */
export function disputeStateOf(status: string): 'open' | 'won' | undefined {
  if (status === 'chargeback') return 'open';
  return status === 'chargebackReversal' ? 'won' : undefined;
}

/** Why a transaction with a status of declines was declined. */
export function declineOf(status: string, reason: string): DeclineCode {
  if (status === 'expired') return 'authorization_expired';
  if (status === 'failedReview') return 'suspected_fraud';
  const other = status === 'declined' ? 'card_declined' : 'processing_error';
  return declineCodes.get(reason) ?? other;
}

export function cardChecks(avs: string, cvv: string): CardChecks {
  return {
    address: addresses.get(avs) ?? 'not_checked',
    securityCode: securityCodes.get(cvv) ?? 'not_checked',
  };
}

const addresses: ReadonlyMap<string, CardChecks['address']> = new Map([
  ['X', 'match'],
  ['Y', 'match'],
  ['A', 'street'],
  ['W', 'postal_code'],
  ['Z', 'postal_code'],
  ['N', 'no_match'],
]);

const securityCodes: ReadonlyMap<string, CardChecks['securityCode']> = new Map([
  ['M', 'match'],
  ['N', 'no_match'],
]);

/** What goes into a reason is no text of somebody else's. */
function digitsOf(text: string): string {
  return /^\d{1,4}$/.test(text) ? text : '?';
}
