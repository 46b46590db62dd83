import { answered, there, unknown } from './gateway-text.ts';
import type {
  Approval,
  Canceled,
  Decline,
  FollowUpRequest,
  InquiryAnswer,
  Unknown,
} from './processor.ts';

/** What is asked about: a charge, or a request of ours that followed one. */
export type Inquired = { readonly reference: string; readonly of?: FollowUpRequest | undefined };

/**
 * A transaction of a gateway, or an action within one, in the form in which those of all gateways are judged. Only those
 * that may be what is asked about, and what undid it.
 */
export type Seen = {
  readonly kind: 'charge' | FollowUpRequest['kind'];
  /** What the gateway says of it, taken for itself. `canceled`: nothing is held under it any more, whoever undid it. */
  readonly told: Approval | Decline | Canceled | Unknown;
  /** It is ours if it has our name, and perhaps if it is of our charge and has no other name. */
  readonly isOurs: 'surely' | 'perhaps';
  /** If it were undone, its own row would show that. */
  readonly wouldShowUndo?: true;
};

/**
 * What the rows prove of one request, whatever the gateway; undefined: none of them is ours. Only one approval is one.
 * What was undone or refunded in full by anybody is canceled, and an undo that failed undid nothing. What is under way,
 * contradicts itself or might be another's proves nothing. A charge may come with its captures, voids and refunds.
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

/** What went back in full holds nothing any more; of what was taken a part may have been captured. */
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

/** Each transaction once, as it was last. */
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

/** The same may come twice, also as it was before it was settled. */
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
