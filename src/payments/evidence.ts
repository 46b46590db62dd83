import { dayMs } from '../kernel/duration.ts';
import type {
  BatchAnswer,
  BatchInquiryAnswer,
  CancelAnswer,
  Capabilities,
  ChargeAnswer,
  InquiryAnswer,
} from '../ports/processors/processor.ts';
import type { Replay } from '../ports/processors/request-terms.ts';
import { isDueForPerson, nextInquiry } from './asking.ts';

/** The meaning of an answer for a reference. */
export type Statement =
  | 'approved'
  | 'declined'
  /** Nothing is or will be done under it; everything done was undone. */
  | 'undone'
  | 'not_found'
  /** The processor has it; its outcome is not certain. */
  | 'there'
  /** It is there, held for a review. */
  | 'held'
  /** The processor has it, but not as it was requested. */
  | 'differs'
  | 'nothing';

/** Facts from the inquiries about a reference. */
export type Shown = {
  /** When the processor last showed it, in any state. */
  readonly seenAt: Date | undefined;
  /** Since when no inquiry after both windows found it. */
  readonly absentSince: Date | undefined;
  /** When the processor answered a request by saying that it has it: as a repetition, or for a review. */
  readonly replayRefusedAt: Date | undefined;
};

/** Everything known about a reference that was sent. */
export type Evidence = Shown & {
  readonly firstAskedAt: Date;
  /** The last moment at which it may have been sent: a replay counts. */
  readonly askedAt: Date;
  /** When the last inquiry was sent: its answer may be old when it arrives. */
  readonly inquiredAt: Date;
  readonly told: Statement;
  /** How many inquiries the worker made: they count for the backoff. */
  readonly inquiries: number;
  /** `asked`: a cancel was sent, and may arrive much later. */
  readonly undone: 'asked' | 'confirmed' | undefined;
  /** True if the answer was that it repeats another request: nothing is under way, so absence proves itself. */
  readonly isDuplicate?: boolean;
};

/** The means that a processor offers to resolve a reference in doubt. */
export type Means = Pick<
  Capabilities,
  'lateWindowSeconds' | 'visibilityDelaySeconds' | 'absence'
> & {
  readonly cancels: boolean;
  /**
   * The time after the first sending within which it is carried out once if it is sent again. `atOnce`: only the answer
   * to a replay is certain, and it would be too late for a replay once both windows are over.
   */
  readonly replay: (Pick<Replay, 'by' | 'seconds'> & { readonly atOnce: boolean }) | undefined;
};

/** The next step; `wait`: nothing until the next inquiry. */
export type Next = 'wait' | 'cancel' | 'replay';

/**
 * `not_charged`: certain. `doubtful`: it is asked about again at `lookAt`. `person`: the same, and a person must find
 * out as well.
 */
export type Verdict =
  | { readonly is: 'approved' | 'declined' | 'not_charged' }
  | { readonly is: 'doubtful' | 'person'; readonly next: Next; readonly lookAt: Date };

/** The number of a card is gone: a charge is never sent again. */
export function meansOfCharge({ cancelByReference, ...can }: Capabilities): Means {
  return { ...can, cancels: cancelByReference !== false, replay: undefined };
}

/** If absence never proves anything and nothing can be canceled, only the answer to a replay is certain. */
export function meansOfFollowUp({ cancelByReference, replay, ...can }: Capabilities): Means {
  const cancels = cancelByReference === 'all';
  const atOnce = can.absence === 'never' && !cancels;
  const { by = 'key', seconds = 0 } = replay ?? {};
  return { ...can, cancels, replay: replay && { by, seconds, atOnce } };
}

/** A batch that is closed again settles only items that it did not settle before; the result takes time to show. */
export function meansOfBatch({ replay, closesAgain, ...declared }: Capabilities): Means {
  const mayRepeat = replay !== undefined || closesAgain === true;
  const { visibilityDelaySeconds, settledWithinSeconds = 0 } = declared;
  const shownWithin = Math.max(visibilityDelaySeconds, settledWithinSeconds);
  const can = { ...declared, visibilityDelaySeconds: shownWithin };
  const always = { by: 'key', seconds: Number.POSITIVE_INFINITY, atOnce: false } as const;
  return { ...can, absence: 'never', cancels: false, replay: mayRepeat ? always : undefined };
}

type Answer = ChargeAnswer | InquiryAnswer | CancelAnswer | BatchAnswer | BatchInquiryAnswer;

/** The meaning of one answer alone. A request that was not sent now says nothing about the first one. */
export function statementOf(answer: Answer): Statement {
  switch (answer.outcome) {
    case 'approved':
    case 'closed':
      return 'approved';
    case 'declined':
    case 'rejected':
      return 'declined';
    case 'canceled':
      return 'undone';
    case 'not_found':
      return 'not_found';
    case 'not_sent':
      return 'nothing';
    case 'unknown':
      return answer.isHeld ? 'held' : answer.isThere ? 'there' : 'nothing';
  }
}

/** True if it is no answer at all: not even one that leaves open whether it happened. */
export function isSilent(answer: Answer): boolean {
  if (answer.outcome !== 'unknown') return false;
  return !(answer.isThere || answer.isHeld || answer.isAnswered);
}

/** The evidence after an inquiry that was sent at `inquiredAt`. */
export function afterInquiry(
  means: Means,
  known: Evidence,
  told: Statement,
  inquiredAt: Date,
): Evidence {
  const heard = { ...known, told, inquiredAt };
  if (told === 'nothing') return heard;
  if (told !== 'not_found') return { ...heard, seenAt: inquiredAt, absentSince: undefined };
  const isAbsent = inquiredAt > foundBy(means, known);
  return {
    ...heard,
    absentSince: isAbsent ? (absentSince(means, known) ?? inquiredAt) : undefined,
  };
}

/**
 * The meaning of a replay's answer for the first request. A refusal says nothing about it if the processor recognizes a
 * repetition only after an approval, if the account is refused now, or if the charge is not shown now.
 */
export function statementOfReplay({ replay }: Means, answer: Answer): Statement {
  const told = statementOf(answer);
  if (told !== 'declined') return told;
  const isOfToday = answer.outcome === 'rejected' && (answer.account ?? answer.because);
  return replay?.by === 'approval' || isOfToday ? 'nothing' : told;
}

/** The evidence after a replay that was sent at `askedAt` at the latest. */
export function afterReplay(known: Evidence, told: Statement, askedAt: Date): Evidence {
  const isRefused = told === 'there';
  return { ...known, told, askedAt, ...(isRefused && { replayRefusedAt: askedAt }) };
}

export function afterCancel(known: Evidence, told: Statement): Evidence {
  return { ...known, told, undone: told === 'undone' ? 'confirmed' : 'asked' };
}

/**
 * The conclusion from the evidence. Age alone proves nothing. "Not found" proves nothing while the request may still be
 * executed, may have been executed without being visible yet, or was seen before.
 */
export function conclude(means: Means, known: Evidence, now: Date): Verdict {
  const { told, undone, inquiredAt } = known;
  if (undone === 'confirmed') return { is: 'not_charged' };
  // While a cancel may still arrive, "approved" is not final: only the answer to a cancel is.
  if (undone === 'asked') return open(known, now, 'cancel');
  switch (told) {
    case 'approved':
    case 'declined':
      return { is: told };
    case 'undone':
      return { is: 'not_charged' };
    case 'held':
    case 'differs':
      return forAPerson(known, now);
  }
  const maySendAgain = mayReplay(means, known.firstAskedAt, now);
  if (maySendAgain && means.replay?.atOnce) return open(known, now, 'replay');
  if (told !== 'not_found') return open(known, now, 'wait');
  const mayBeFoundAt = foundBy(means, known);
  if (inquiredAt <= mayBeFoundAt) return open(known, now, 'wait', soonAfter(mayBeFoundAt));
  if (means.cancels) return open(known, now, 'cancel');
  if (maySendAgain) return open(known, now, 'replay');
  if (means.absence === 'never' || known.seenAt || known.replayRefusedAt)
    return forAPerson(known, now);
  if (known.isDuplicate) return { is: 'not_charged' };
  const since = absentSince(means, known) ?? inquiredAt;
  const provedAt = new Date(since.getTime() + dayMs);
  if (inquiredAt < provedAt) return open(known, now, 'wait', provedAt);
  return { is: 'not_charged' };
}

/**
 * True if a request that needs no card may be replayed now and is still executed only once. The replay may arrive late
 * itself, and the processor must recognize it even then.
 */
export function mayReplay(
  { replay, lateWindowSeconds }: Replaying,
  firstAskedAt: Date,
  now: Date,
): boolean {
  if (replay === undefined) return false;
  return now.getTime() - firstAskedAt.getTime() < (replay.seconds - lateWindowSeconds) * 1000;
}

type Replaying = Pick<Capabilities, 'lateWindowSeconds'> & {
  readonly replay: { readonly seconds: number } | undefined;
};

/** The moment from which on it would be found. */
function foundBy(
  { lateWindowSeconds, visibilityDelaySeconds }: Means,
  { askedAt, replayRefusedAt }: Evidence,
): Date {
  const seenWithinMs = visibilityDelaySeconds * 1000;
  const executedBy = askedAt.getTime() + lateWindowSeconds * 1000;
  return new Date(Math.max(executedBy, replayRefusedAt?.getTime() ?? 0) + seenWithinMs);
}

/** An absence before the last replay proves nothing. */
function absentSince(means: Means, known: Evidence): Date | undefined {
  const { absentSince: since } = known;
  return since && since > foundBy(means, known) ? since : undefined;
}

function soonAfter(moment: Date): Date {
  return new Date(moment.getTime() + 1000);
}

/** Asked about again by the backoff, or when time alone proves more, if that is sooner. */
function open(known: Evidence, now: Date, next: Next, provedAt?: Date): Verdict {
  const is = isDueForPerson(now, known.firstAskedAt) ? 'person' : 'doubtful';
  const byBackoff = nextInquiry(now, known.inquiries);
  const isSooner = provedAt !== undefined && provedAt > now && provedAt < byBackoff;
  return { is, next, lookAt: isSooner ? provedAt : byBackoff };
}

function forAPerson(known: Evidence, now: Date): Verdict {
  return { is: 'person', next: 'wait', lookAt: nextInquiry(now, known.inquiries) };
}
