import { answered, there, unknown } from './gateway-text.ts';
import type {
  Approval,
  Canceled,
  Decline,
  FollowUpRequest,
  InquiryAnswer,
  Unknown,
} from './processor.ts';

/** The request that is asked about: a charge, or `of`, which is a capture, void or refund. */
export type Inquired = { readonly reference: string; readonly of?: FollowUpRequest | undefined };

/**
 * A transaction of a gateway, or an action within one, in the form that all gateways share. Only transactions that may
 * be the one asked about, or that undid it.
 */
export type Seen = {
  readonly kind: 'charge' | FollowUpRequest['kind'];
  /** The outcome of this transaction by itself. `canceled`: nothing is held under it any more, whoever undid it. */
  readonly told: Approval | Decline | Canceled | Unknown;
  /** `surely`: it has our name. `perhaps`: it belongs to our charge and has no other name. */
  readonly isOurs: 'surely' | 'perhaps';
  /** True if its own row would show an undo. */
  readonly wouldShowUndo?: true;
};

/**
 * Decides what the rows prove about one request, for any gateway; undefined if no row is ours. Exactly one approval
 * counts as an approval. A charge that anybody undid or refunded in full is canceled, and an undo that failed undid
 * nothing. Rows that are under way, contradict each other or might be another's prove nothing. A charge may come with
 * its captures, voids and refunds.
 */
export function classifyRows(asked: Inquired, rows: readonly Seen[]): InquiryAnswer | undefined {
  const { of } = asked;
  const kind = of?.kind ?? 'charge';
  const ofKind = rows.filter((row) => row.kind === kind);
  const named = ofKind.filter(({ isOurs }) => isOurs === 'surely');
  const undos = of ? [] : rows.filter((row) => row.kind === 'void');
  if (named.length > 0 || ofKind.length === 0) {
    const found = judgeNamed(asked, named, undos);
    return found?.outcome === 'approved' && !of ? lessRefunds(found, rows) : found;
  }
  return of ? judgeNameless(of, ofKind) : unknown('perhaps another charge');
}

function judgeNamed(
  { reference }: Inquired,
  rows: readonly Seen[],
  undos: readonly Seen[],
): InquiryAnswer | undefined {
  const unclear = rows.find(({ told }) => told.outcome === 'unknown');
  if (unclear) return unclear.told;
  const standing = rows.filter(({ told }) => told.outcome !== 'declined');
  const [found = rows[0], ...others] = standing;
  if (!others.every((other) => isSame(other.told, found!.told)))
    return there('several approvals under one reference');
  if (undos.some(({ told }) => told.outcome === 'unknown'))
    return there('found with an undo under way');
  if (!undos.some(({ told }) => told.outcome === 'approved')) return found?.told;
  const stands = standing.some(
    ({ told, wouldShowUndo }) => told.outcome === 'approved' && (wouldShowUndo || told.isSettled),
  );
  if (stands) return there('found as undone and as executed');
  return { outcome: 'canceled', reference, ...idOf([...standing, ...undos]) };
}

/** Canceled if the refunds reach the captured amount or, without a capture, the charged amount. */
function lessRefunds(charge: Approval, rows: readonly Seen[]): InquiryAnswer {
  const refunds = rows.filter(({ kind, isOurs }) => kind === 'refund' && isOurs === 'surely');
  const captures = rows.filter(({ kind, isOurs }) => kind === 'capture' && isOurs === 'surely');
  const { reference, processorId, amountCents } = charge;
  const refunded = sumOf(refunds);
  if (refunded > 0n && refunded >= (sumOf(captures) || amountCents))
    return { outcome: 'canceled', reference, processorId };
  const isUnderWay = refunds.some(({ told }) => told.outcome === 'unknown');
  return isUnderWay ? there('found with a refund under way') : charge;
}

/** Counts each transaction once, with its largest approved amount. */
function sumOf(rows: readonly Seen[]): bigint {
  const sums = new Map<string, bigint>();
  for (const { told } of rows) {
    if (told.outcome !== 'approved') continue;
    const before = sums.get(told.processorId) ?? 0n;
    if (told.amountCents > before) sums.set(told.processorId, told.amountCents);
  }
  return sums.values().reduce((sum, cents) => sum + cents, 0n);
}

function idOf(rows: readonly Seen[]): { readonly processorId?: string } {
  const [first] = rows.flatMap(({ told }) => ('processorId' in told ? [told] : []));
  return first?.processorId ? { processorId: first.processorId } : {};
}

/** True for two rows of one transaction, also if one shows it before it was settled. */
function isSame(one: Seen['told'], other: Seen['told']): boolean {
  if (one.outcome !== 'approved' || other.outcome !== 'approved')
    return one.outcome === other.outcome;
  return one.processorId === other.processorId && one.amountCents === other.amountCents;
}

/** A capture happens once; a void may show at the charge and beside it. A refund of the same amount may be another. */
function judgeNameless(of: FollowUpRequest, rows: readonly Seen[]): InquiryAnswer | undefined {
  const unclear = rows.find(({ told }) => told.outcome === 'unknown');
  if (unclear) return unclear.told;
  const approved = rows.flatMap(({ told }) => (told.outcome === 'approved' ? [told] : []));
  const same = approved.filter(({ amountCents }) => amountCents === of.amountCents);
  if (of.kind === 'refund') return same.length > 0 ? answered('perhaps another refund') : undefined;
  const [first, ...others] = approved;
  const isOnce = of.kind === 'void' || others.every((other) => isSame(other, first!));
  if (!isOnce) return unknown('shown more than once');
  return same.length < approved.length ? unknown('shown with another amount') : first;
}
