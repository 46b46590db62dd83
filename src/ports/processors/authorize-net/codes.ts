import { checksByLetter } from '../card-checks.ts';
import { declineCodesIn, declined, type NoApproval, rejected } from '../connector.ts';
import type { DeclineCode } from '../declines.ts';
import { answered, digitsOf, there, unknown } from '../gateway-text.ts';

/** The meaning of an answer of the gateway. */
export type Verdict = { readonly outcome: 'approved' } | NoApproval;

export const held = { ...there('held for review'), isHeld: true } as const;
const refusedAccount = { outcome: 'rejected', refuses: 'account' } as const;

/** `responseCode` is 1 to 4: approved, declined, error, held for review. `reason` is the code of the reason. */
export function verdictOf(responseCode: string, reason: string): Verdict {
  // It comes with the code of a review, but nobody reviews it.
  if (reason === part) return there('a part was approved');
  if (responseCode === '4') return held;
  const said = `response ${digitsOf(responseCode)} with reason ${digitsOf(reason)}`;
  if (reason === duplicate) return there(said);
  if (isTrouble(reason)) return unknown(said);
  if (uncertain.includes(reason)) return answered(said);
  if (responseCode === '1') return reason === '1' ? { outcome: 'approved' } : answered(said);
  // An answer that is no approval contradicts itself if its reason is that of an approval, or is missing.
  if (!/^\d{1,4}$/.test(reason) || reason === '1') return answered(said);
  const code = declineCodes.get(reason);
  if (responseCode === '2') return declined(code ?? 'card_declined');
  if (responseCode !== '3') return answered(said);
  return code ? declined(code) : (errors.get(reason) ?? answered(said));
}

/** A part of a prepaid card was approved, because the account approves parts. */
const part = '295';

/** The gateway takes it for a duplicate: it compares the invoice number, which is our reference. */
const duplicate = '11';

/** True for trouble on the way to the issuer, which may have approved the request. An inquiry finds out. */
function isTrouble(reason: string): boolean {
  const number = Number(reason);
  return troubles.some(([first, last]) => number >= first && number <= last);
}
const troubles = [
  [19, 26],
  [57, 63],
  [120, 122],
] as const;

/** The transaction is held, or the charge is voided or captured already. */
const uncertain = ['252', '253', '310', '311'];

const declineCodes = declineCodesIn({
  card_declined: '2 3 17 27 28 127',
  stolen_card: '4',
  incorrect_number: '6 36 37 315',
  expired_card: '7 8 316 317',
  incorrect_cvc: '44 45 65 78',
  limit_exceeded: '49',
  refund_too_large: '51 55',
  suspected_fraud: '141 145 165 250 251 254',
});

/**
 * An amount, a bank account or a missing field; a charge that does not exist; a charge that cannot be refunded yet; a
 * capture of too much; a request that the account's processor never carries out.
 */
const errors: ReadonlyMap<string, Verdict> = new Map([
  ...['5', '9', '10', '15', '16', '33', '47', '54', '155', '289'].map(
    (reason) => [reason, rejected] as const,
  ),
  ['13', refusedAccount],
  ['103', refusedAccount],
]);

/** Reads the message that is the only answer to a request to move money. */
export function verdictOfMessage(
  code: string,
): Exclude<NoApproval, { readonly outcome: 'declined' }> {
  if (isMalformed(code)) return { outcome: 'rejected', refuses: 'form' };
  if (refusesKey(code)) return refusedAccount;
  if (lacksRight(code)) return { outcome: 'rejected', refuses: 'right' };
  const said = `message ${code}`;
  return outages.includes(code) ? unknown(said) : answered(said);
}

/** True if the request does not fit the schema: it is refused before the gateway begins with it. */
export function isMalformed(code: string): boolean {
  return ['E00002', 'E00003', 'E00004', 'E00045'].includes(code);
}

/** An error of the gateway itself, a gateway that is too busy, or one in maintenance. */
const outages = ['E00000', 'E00001', 'E00053', 'E00104'];

/** True if a charge or a change of a profile is refused because there is no such profile, or no profiles at all. */
export function refusesProfile(code: string): boolean {
  return code === 'E00040' || code === noProfiles;
}

/** The account has no Customer Information Manager. */
const noProfiles = 'E00044';

/** Reads the message of a request about a profile, which moves no money. */
export function verdictOfProfile(code: string): 'right' | 'form' | 'rejected' | 'unknown' {
  if (code === noProfiles || lacksRight(code)) return 'right';
  if (isMalformed(code)) return 'form';
  return refusedProfiles.includes(code) ? 'rejected' : 'unknown';
}

/** A field is wrong, too long or missing; the profile exists already; there is no room for another one. */
const refusedProfiles = [
  ...['E00013', 'E00014', 'E00015', 'E00016', 'E00027', 'E00029'],
  ...['E00039', 'E00040', 'E00041', 'E00042'],
];

/** True for a message with which credentials are refused. */
export function refusesKey(code: string): boolean {
  return refusedKeys.includes(code);
}

/** True if the account, or its user, may not use the API that was called, for example the Transaction Details API. */
export function lacksRight(code: string): boolean {
  return code === 'E00010' || code === 'E00011';
}

/** The key or the login is wrong or missing, its user is inactive, or the account itself is in test mode. */
const refusedKeys = ['E00005', 'E00006', 'E00007', 'E00008', 'E00009'];

type Standing = 'authorized' | 'taken' | 'settled' | 'accepted' | 'declined' | 'voided';

/** Undefined: the status leaves the outcome open. */
export function standingOf(status: string): Standing | undefined {
  return standings.get(status);
}

/**
 * `accepted`: by a review, which does not report whether the charge is captured. Missing here: under review, waiting
 * for the rest of an order, a communication error, a void or a settlement that failed, a dispute. The gateway or a
 * person decides those.
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

export function isUnderReview(status: string): boolean {
  return status === 'underReview' || status.startsWith('FDS');
}

/** Undefined: no dispute. The gateway reports only when the money is taken and when it comes back. */
export function disputeStateOf(status: string): 'open' | 'won' | undefined {
  if (status === 'chargeback') return 'open';
  return status === 'chargebackReversal' ? 'won' : undefined;
}

/** The decline code of a transaction with a status of declines. */
export function declineOf(status: string, reason: string): DeclineCode {
  if (status === 'expired') return 'authorization_expired';
  if (status === 'failedReview') return 'suspected_fraud';
  const other = status === 'declined' ? 'card_declined' : 'processing_error';
  return declineCodes.get(reason) ?? other;
}

export const cardChecks = checksByLetter({
  match: 'XY',
  street: 'A',
  postal_code: 'WZ',
  no_match: 'N',
});
