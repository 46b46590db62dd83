import type { CardChecks } from '../card-checks.ts';
import { classifyRows, type Inquired, type Seen } from '../classify-rows.ts';
import { checksIn } from '../connector.ts';
import { centsOf, there, unknown, wordOf } from '../gateway-text.ts';
import type { Approval, Decline, FollowUpRequest, InquiryAnswer, Unknown } from '../processor.ts';
import { declinedFor } from '../refused-undo.ts';
import type { Row } from './client.ts';
import { cardChecks, verdictOfRow } from './codes.ts';

/*
 * Classifies the rows of a search. References are not unique at the gateway. A capture, void or refund may have a
 * reference of its own, that of its charge, or none: it is not certain which, so each case is handled.
 */

/** The gateway's types of a charge and of its captures, voids and refunds. */
const types = {
  charge: ['SALE', 'AUTHONLY'],
  capture: ['COMPLETE'],
  void: ['DELETE', 'VOID'],
  refund: ['RETURN'],
} as const;

const executed = ['OPN', 'PEN', 'STL'];
const refusedByARule = ['PRE', 'FPR', 'PST'];

/** Undefined: there is no row of ours. */
export function classifyOwn(asked: Inquired, rows: readonly Row[]): InquiryAnswer | undefined {
  // Rows come newest first; a transaction is older than its undo.
  const ours = rows.filter((row) => row.ssl_merchant_txn_id === asked.reference).reverse();
  const kind = asked.of?.kind ?? 'charge';
  const seen = ours.flatMap((row): Seen[] => {
    if (isOfType(row, types[kind]))
      return [{ kind, told: judgeRow(asked, row), isOurs: 'surely', wouldShowUndo: true }];
    const follower = followers.find((one) => isOfType(row, types[one]));
    return follower ? [{ kind: follower, told: followerOf(asked, row), isOurs: 'surely' }] : [];
  });
  const answer = classifyRows(asked, seen);
  if (answer || ours.length === 0) return answer;
  return there('found as something that was not asked for');
}

/** The follow-ups that may have the reference of their charge. */
const followers = ['void', 'capture', 'refund'] as const;

/** A charge that was deleted shows as deleted, and so does a failed attempt to delete it. */
function followerOf({ reference }: Inquired, row: Row): Seen['told'] {
  if (row.ssl_trans_status === 'REV') return there('held for a review');
  const isDone = isOfType(row, types.void) ? isApproved(row) : isExecuted(row);
  if (isDone)
    return {
      outcome: 'approved',
      reference,
      processorId: row.ssl_txn_id,
      amountCents: centsOf(row.ssl_amount) ?? 0n,
      authorizationCode: '',
    };
  return declinedFor(reference, 'processing_error', row.ssl_txn_id);
}

function judgeRow({ reference, of }: Inquired, row: Row): Approval | Decline | Unknown {
  const { ssl_trans_status: status, ssl_txn_id: processorId } = row;
  if (status === 'REV') return { ...there('held for a review'), isHeld: true };
  const verdict = refusedByARule.includes(status)
    ? ({ outcome: 'declined', code: 'suspected_fraud' } as const)
    : verdictOfRow(row.ssl_result_message);
  if (verdict?.outcome === 'declined' && !executed.includes(status))
    return { ...declinedFor(reference, verdict.code, processorId), ...checksOf(of, row) };
  const amountCents = of?.kind === 'void' ? of.amountCents : centsOf(row.ssl_amount);
  if (!isExecuted(row) || amountCents === undefined) return there(`found as ${wordOf(status)}`);
  const authorizationCode = row.ssl_approval_code;
  const told = { reference, processorId, amountCents, authorizationCode, ...currencyOf(row) };
  const settled = status === 'STL' && !of ? { isSettled: true } : {};
  return { outcome: 'approved', ...told, ...settled, ...checksOf(of, row) };
}

function isExecuted(row: Row): boolean {
  return executed.includes(row.ssl_trans_status) && isApproved(row);
}

function isApproved({ ssl_result_message: message }: Row): boolean {
  return verdictOfRow(message)?.outcome === 'approved';
}

/** Reported by terminals with several currencies; the caller compares it with the requested one. */
export function currencyOf({
  ssl_transaction_currency: currency,
}: Pick<Row, 'ssl_transaction_currency'>): { readonly currency?: string } {
  return currency === '' ? {} : { currency };
}

/** Only some terminals show in searches what the issuer checked. */
export function checksOf(
  of: FollowUpRequest | undefined,
  { ssl_avs_response: avs, ssl_cvv2_response: cvv }: Checked,
): { readonly checks?: CardChecks } {
  return avs + cvv === '' ? {} : checksIn(cardChecks, of, { avs, cvv });
}

type Checked = Pick<Row, 'ssl_avs_response' | 'ssl_cvv2_response'>;

/**
 * Classifies a capture or void without a reference of its own, by the rows of its charge: those under the charge's
 * reference, and the charge itself.
 */
export function classifyByCharge(of: FollowUpRequest, rows: readonly Row[]): InquiryAnswer {
  const { reference, chargeId, captureId, chargeReference, kind } = of;
  const target = captureId ?? chargeId;
  const names = [target, chargeId, chargeReference];
  const about = rows.filter(
    (row) => names.includes(row.ssl_txn_id) || names.includes(row.ssl_merchant_txn_id),
  );
  if (!about.some((row) => row.ssl_txn_id === target))
    return unknown('the charge does not show what became of it');
  const seen = seenIn(of, about);
  if (seen.length > 0) return classifyRows({ reference, of }, seen) ?? unknown('shown as refused');
  const before: readonly string[] = [...types.charge, ...(kind === 'void' ? types.capture : [])];
  const isPlain = about.every((one) => isOfType(one, before) || isOfType(one, types.refund));
  return isPlain ? { outcome: 'not_found' } : unknown('the charge went another way');
}

function seenIn(of: FollowUpRequest, rows: readonly Row[]): readonly Seen[] {
  const { kind, reference } = of;
  const ofKind = rows.filter((row) => isOfType(row, types[kind]));
  return ofKind.map((row) => ({ kind, told: judgeRow({ reference, of }, row), isOurs: 'perhaps' }));
}

/**
 * Classifies a refund without a reference of its own, among all refunds of its card since then. One of the same amount
 * without another name may be ours; if there is none, the refund is not there.
 */
export function classifyRefunds(of: FollowUpRequest, rows: readonly Row[]): InquiryAnswer {
  const nameless = rows.filter((row) => ['', of.chargeReference].includes(row.ssl_merchant_txn_id));
  const same = nameless.filter((row) => centsOf(row.ssl_amount) === of.amountCents);
  const { reference } = of;
  return classifyRows({ reference, of }, seenIn(of, same)) ?? { outcome: 'not_found' };
}

/** The settled amount of a row, below zero for refunds; undefined if the row is not settled. */
export function settledCentsOf(row: Row): bigint | undefined {
  const cents = centsOf(row.ssl_amount);
  if (row.ssl_trans_status !== 'STL' || cents === undefined) return undefined;
  return isOfType(row, types.refund) ? -cents : cents;
}

/** True if a settlement would take the row. A settlement that names any other row may be refused as a whole. */
export function isToBeSettled(row: Row): boolean {
  return row.ssl_trans_status === 'OPN' && isApproved(row) && maySettleLater(row);
}

/**
 * True if the row is not settled but may be later. False if it was declined, deleted, refused by a rule or never
 * captured.
 */
export function maySettleLater(row: Row): boolean {
  const isOver =
    refusedByARule.includes(row.ssl_trans_status) ||
    verdictOfRow(row.ssl_result_message)?.outcome === 'declined' ||
    isOfType(row, [...types.void, 'AUTHONLY']);
  return settledCentsOf(row) === undefined && !isOver;
}

function isOfType(row: Row, wanted: readonly string[]): boolean {
  return wanted.includes(row.ssl_transaction_type);
}
