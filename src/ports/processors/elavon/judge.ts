import { parseMoney } from '../../../kernel/money.ts';
import { declines } from '../declines.ts';
import { there, unknown } from '../gateway-text.ts';
import type { CardChecks, FollowUpRequest, InquiryAnswer } from '../processor.ts';
import { cardChecks, verdictOfRow } from './codes.ts';
import type { Row } from './wire.ts';

/*
 * What rows of a search tell of one conversation. References are not unique at the gateway, and whether what follows a
 * charge keeps a reference of its own, has that of its charge, or none, is not certain: each is reckoned with.
 */

type Asked = { readonly reference: string; readonly of: FollowUpRequest | undefined };

/** What the gateway calls a charge and what follows it. */
const types = {
  charge: ['SALE', 'AUTHONLY'],
  capture: ['COMPLETE'],
  void: ['DELETE', 'VOID'],
  refund: ['RETURN'],
} as const;

const executed = ['OPN', 'PEN', 'STL'];
const refusedByARule = ['PRE', 'FPR', 'PST'];

/** Undefined: there is no row of ours. */
export function judgeOwn(asked: Asked, rows: readonly Row[]): InquiryAnswer | undefined {
  const { reference, of } = asked;
  const ours = distinct(rows.filter((row) => row.ssl_merchant_txn_id === reference));
  const ownTypes: readonly string[] = types[of?.kind ?? 'charge'];
  const own = ours.filter((row) => ownTypes.includes(row.ssl_transaction_type));
  const others = ours.filter((row) => !own.includes(row));
  // A charge that was deleted holds nothing, whoever deleted it.
  const isUndone = (row: Row) => isOfType(row, types.void);
  if (!of && others.some(isUndone) && own.length <= 1) return { outcome: 'canceled', reference };
  const answers = own.map((row) => judgeRow(asked, row));
  const unclear = answers.find(({ outcome }) => outcome === 'unknown');
  if (unclear) return unclear;
  const approvals = answers.filter(({ outcome }) => outcome === 'approved');
  if (approvals.length > 1) return there('several approvals under one reference');
  const answer = approvals[0] ?? answers[0];
  if (answer || others.length === 0) return answer;
  return there('found as something that was not asked for');
}

/** The same row may come twice. */
function distinct(rows: readonly Row[]): readonly Row[] {
  const written = new Map(rows.map((row) => [JSON.stringify(Object.entries(row).sort()), row]));
  return [...written.values()];
}

function judgeRow({ reference, of }: Asked, row: Row): InquiryAnswer {
  const { ssl_trans_status: status, ssl_txn_id: processorId } = row;
  if (status === 'REV') return { ...there('held for a review'), isHeld: true };
  const verdict = refusedByARule.includes(status)
    ? ({ outcome: 'declined', code: 'suspected_fraud' } as const)
    : verdictOfRow(row.ssl_result_message);
  if (verdict?.outcome === 'declined' && !executed.includes(status)) {
    const { code } = verdict;
    const told = { reference, processorId, code, message: declines[code] };
    return { outcome: 'declined', ...told, ...checksOf(of, row) };
  }
  const amountCents = of?.kind === 'void' ? of.amountCents : centsOf(row);
  const isExecuted = executed.includes(status) && verdict?.outcome === 'approved';
  if (!isExecuted || amountCents === undefined) return there(`found as ${worded(status)}`);
  const told = { reference, processorId, amountCents, authorizationCode: row.ssl_approval_code };
  const settled = status === 'STL' && !of ? { isSettled: true } : {};
  return { outcome: 'approved', ...told, ...settled, ...checksOf(of, row) };
}

/** Only a charge has a card. */
export function checksOf(
  of: FollowUpRequest | undefined,
  told: Pick<Row, 'ssl_avs_response' | 'ssl_cvv2_response'>,
): { readonly checks?: CardChecks } {
  return of ? {} : { checks: cardChecks(told.ssl_avs_response, told.ssl_cvv2_response) };
}

/**
 * A capture or a void that is under no reference of its own: by the rows of its charge, which are those under the
 * charge's reference and the charge itself.
 */
export function judgeByCharge(of: FollowUpRequest, rows: readonly Row[]): InquiryAnswer {
  const { reference, chargeId, captureId, chargeReference, kind } = of;
  const target = captureId ?? chargeId;
  const names = [target, chargeId, chargeReference];
  const about = distinct(rows).filter(
    (row) => names.includes(row.ssl_txn_id) || names.includes(row.ssl_merchant_txn_id),
  );
  if (!about.some((row) => row.ssl_txn_id === target))
    return unknown('the charge does not show what became of it');
  const [row, more] = about.filter((one) => isOfType(one, types[kind]));
  if (!row) {
    const before: readonly string[] = [...types.charge, ...(kind === 'void' ? types.capture : [])];
    const isPlain = about.every((one) => isOfType(one, before) || isOfType(one, types.refund));
    return isPlain ? { outcome: 'not_found' } : unknown('the charge went another way');
  }
  // Deleting a charge may show at the charge itself and as a record of its own.
  if (more && kind === 'capture') return unknown('shown more than once');
  const answer = judgeRow({ reference, of }, row);
  const isOurs = answer.outcome !== 'approved' || answer.amountCents === of.amountCents;
  return isOurs ? answer : unknown('shown with another amount');
}

/**
 * A refund that is under no reference of its own: among all refunds of its card since then. One of the same amount that
 * has no other name may be ours; where there is none, it is not there.
 */
export function judgeRefunds(of: FollowUpRequest, rows: readonly Row[]): InquiryAnswer {
  const nameless = ['', of.chargeReference];
  const candidates = rows.filter(
    (row) => nameless.includes(row.ssl_merchant_txn_id) && centsOf(row) === of.amountCents,
  );
  return candidates.length === 0 ? { outcome: 'not_found' } : unknown('perhaps another refund');
}

/** What settles of a row, refunds below zero; undefined where it is not settled. */
export function settledCentsOf(row: Row): bigint | undefined {
  const cents = centsOf(row);
  if (row.ssl_trans_status !== 'STL' || cents === undefined) return undefined;
  return isOfType(row, types.refund) ? -cents : cents;
}

/** What was deleted, refused by a rule or never captured is not settled later either. */
export function maySettleLater(row: Row): boolean {
  const isOver = refusedByARule.includes(row.ssl_trans_status);
  return (
    settledCentsOf(row) === undefined && !isOver && !isOfType(row, [...types.void, 'AUTHONLY'])
  );
}

function isOfType(row: Row, wanted: readonly string[]): boolean {
  return wanted.includes(row.ssl_transaction_type);
}

function centsOf(row: Row): bigint | undefined {
  const cents = parseMoney(row.ssl_amount);
  return cents.ok ? cents.value : undefined;
}

/** What goes into a reason is no text of somebody else's. */
function worded(status: string): string {
  return /^[A-Z]{3}$/.test(status) ? status : '?';
}
