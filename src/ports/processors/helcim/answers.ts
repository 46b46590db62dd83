import { classifyRows, type Inquired, type Seen } from '../classify-rows.ts';
import { checksIn } from '../connector.ts';
import { there, unknown, wordOf } from '../gateway-text.ts';
import type { Approval, Decline, FollowUpRequest, InquiryAnswer, Unknown } from '../processor.ts';
import { declinedFor } from '../refused-undo.ts';
import { amountIn, type Row } from './client.ts';
import { cardChecks, verdictOfDecline } from './codes.ts';
import { reversedIn } from './reversals.ts';

/*
 * Classifies the rows of the list of transactions. A charge and its captures, voids and refunds have one invoice
 * number, which is the reference of the charge. A row that is missing proves nothing.
 */

const typesOfCharges = ['purchase', 'preauth'];

/** Classifies the rows with the reference of a charge as invoice number. */
export function classifyCharge(reference: string, rows: readonly Row[]): InquiryAnswer {
  const reversed = reversedIn(rows.filter(({ invoiceNumber }) => invoiceNumber === reference));
  const captures = capturesIn(rows, reference);
  const held = captures.length > 0 ? captures : approvedIn(rows, reference, typesOfCharges);
  const [isUndone = 'no', ...others] = new Set(held.map(reversed));
  if (isUndone === 'perhaps' || others.length > 0) return there('undone in part');
  const seenAs = (kind: Seen['kind'], types: readonly string[]) =>
    rowsOf(rows, reference, types).map((row) => {
      const told =
        reversed(row) === 'perhaps' ? there('perhaps reversed') : judge({ reference }, row);
      return { row, seen: { kind, told, isOurs: 'surely' } satisfies Seen };
    });
  const voids = seenAs('void', [typeOf.void]).filter(
    ({ row }) => isUndone === 'yes' || row.status !== 'APPROVED',
  );
  const moved = [...seenAs('capture', ['capture']), ...seenAs('refund', ['refund'])].filter(
    ({ row }) => reversed(row) !== 'yes',
  );
  const seen = [...seenAs('charge', typesOfCharges), ...voids, ...moved].map((one) => one.seen);
  return classifyRows({ reference }, seen) ?? { outcome: 'not_found' };
}

function judge(asked: Inquired, row: Row): Approval | Decline | Unknown {
  switch (row.status) {
    case 'APPROVED':
      return approvalOf(asked, row);
    case 'DECLINED':
      return declineOf(asked, row);
    default:
      return there(`found as ${wordOf(row.status)}`);
  }
}

export function approvalOf({ reference, of }: Inquired, row: Row): Approval | Unknown {
  const { id: processorId, currency, approvalCode: authorizationCode } = row;
  const amountCents = of?.kind === 'void' ? of.amountCents : amountIn(row);
  if (amountCents === undefined) return there('told without an amount');
  const told = { reference, processorId, amountCents, currency, authorizationCode };
  return { outcome: 'approved', ...told, ...checksIn(cardChecks, of, row) };
}

/** A listed transaction that was declined because of the request is a decline all the same. */
export function declineOf({ reference, of }: Inquired, row: Row): Decline {
  const verdict = verdictOfDecline(row.text);
  const code = verdict.outcome === 'declined' ? verdict.code : 'processing_error';
  return { ...declinedFor(reference, code, row.id), ...checksIn(cardChecks, of, row) };
}

export const typeOf: Readonly<Record<FollowUpRequest['kind'], string>> = {
  capture: 'capture',
  void: 'reverse',
  refund: 'refund',
};

/**
 * Classifies a capture, void or refund by the rows with the reference of its charge. A refund has no name of ours: it
 * is surely ours only if it is more than half of what can have been taken.
 */
export function classifyFollowUp(of: FollowUpRequest, rows: readonly Row[]): InquiryAnswer {
  const { reference, kind, amountCents } = of;
  const asked = { reference, of };
  const isNoOther = kind === 'refund' && 2n * amountCents > mostTaken(of, rows);
  const ofKind = rowsOf(rows, of.chargeReference, [typeOf[kind]]);
  const isDone = ofKind.some(({ status }) => status === 'APPROVED');
  const isUndone = kind === 'void' && isDone ? isReversed(of, rows) : 'yes';
  if (isUndone === 'perhaps') return unknown('perhaps the reversal of another');
  const ours = ofKind.filter(({ status }) => isUndone === 'yes' || status !== 'APPROVED');
  const seen = ours.map((row): Seen => {
    const isIt = isNoOther && row.status === 'APPROVED' && amountIn(row) === amountCents;
    return { kind, told: judge(asked, row), isOurs: isIt ? 'surely' : 'perhaps' };
  });
  return classifyRows(asked, seen) ?? { outcome: 'not_found' };
}

/** A void names the capture, if there is one. */
function isReversed(of: FollowUpRequest, rows: readonly Row[]): 'yes' | 'no' | 'perhaps' {
  const { chargeReference, chargeId, captureId } = of;
  const ours = rows.filter(({ invoiceNumber }) => invoiceNumber === chargeReference);
  const [only, second] = capturesIn(ours, chargeReference);
  const id = captureId ?? (only && !second ? only.id : chargeId);
  const target = ours.find((row) => row.id === id);
  return target ? reversedIn(ours)(target) : 'perhaps';
}

/**
 * The authorized amount: it may be captured in parts, of which some are not listed yet. If the charge is not shown, an
 * amount so high that no refund is surely ours.
 */
function mostTaken(of: FollowUpRequest, rows: readonly Row[]): bigint {
  const [charge] = approvedIn(rows, of.chargeReference, typesOfCharges);
  return (charge && amountIn(charge)) ?? 2n * of.amountCents;
}

export function capturesIn(rows: readonly Row[], reference: string): readonly Row[] {
  return approvedIn(rows, reference, ['capture']);
}

function approvedIn(rows: readonly Row[], reference: string, types: readonly string[]) {
  return rowsOf(rows, reference, types).filter(({ status }) => status === 'APPROVED');
}

/** A search may return more than was searched for, and the same row twice. */
function rowsOf(
  rows: readonly Row[],
  invoiceNumber: string,
  types: readonly string[],
): readonly Row[] {
  const ours = rows.filter(
    (row) => row.invoiceNumber === invoiceNumber && types.includes(row.type),
  );
  return [...new Map(ours.map((row) => [`${row.id} ${row.status} ${row.amount}`, row])).values()];
}
