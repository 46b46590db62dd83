import type {
  BatchInquiryAnswer,
  Capabilities,
  InquiryAnswer,
} from '../ports/processors/processor.ts';

/** What is known about a reference that was sent. */
export type Evidence = {
  /** The last moment at which it may have been sent. */
  readonly sentAt: Date;
  /** When the inquiry was sent: its answer may be old when it arrives. */
  readonly inquiredAt: Date;
  readonly answer: Pick<InquiryAnswer, 'outcome'> | Pick<BatchInquiryAnswer, 'outcome'>;
  /** Since when no inquiry after both windows found it. */
  readonly absentSince?: Date | undefined;
};

/**
 * `doubtful`: ask again. `absent`: it can no longer arrive, and what had arrived would be found by now. `never_came`:
 * it was absent for so long that this may be told.
 */
export type Verdict = 'known' | 'doubtful' | 'absent' | 'never_came';

const dayMs = 24 * 3_600_000;

/**
 * What an inquiry proves. Age alone proves nothing, and neither does "not found" while the request may still be
 * executed, or may have been executed without being found yet.
 */
export function judge(
  { lateWindowSeconds, visibilityDelaySeconds, absence }: Capabilities,
  { sentAt, inquiredAt, answer, absentSince }: Evidence,
): Verdict {
  if (answer.outcome === 'unknown') return 'doubtful';
  if (answer.outcome !== 'not_found') return 'known';
  const doubtfulForMs = (lateWindowSeconds + visibilityDelaySeconds) * 1000;
  if (inquiredAt.getTime() - sentAt.getTime() <= doubtfulForMs) return 'doubtful';
  const isOld = absentSince && inquiredAt.getTime() - absentSince.getTime() >= dayMs;
  return isOld && absence === 'after_a_day' ? 'never_came' : 'absent';
}

type Replaying = Pick<Capabilities, 'replay' | 'lateWindowSeconds'>;

/**
 * Whether what was first sent then, and needs no card, may be sent again now: it is carried out once. It may arrive late
 * itself, and must be known even then.
 */
export function mayReplay(
  { replay, lateWindowSeconds }: Replaying,
  firstSentAt: Date,
  now: Date,
): boolean {
  if (replay === undefined) return false;
  const forMs = (replay.seconds - lateWindowSeconds) * 1000;
  return now.getTime() - firstSentAt.getTime() < forMs;
}

/**
 * Whether what is in doubt is sent again at once. Where absence never proves anything and nothing can be canceled, only
 * the answer to a replay is certain, and it would be too late for one once both windows are over.
 */
export function asksByReplay(
  can: Replaying & Pick<Capabilities, 'absence' | 'cancelByReference'>,
  firstSentAt: Date,
  now: Date,
): boolean {
  const isOnlyProof = can.absence === 'never' && can.cancelByReference !== 'all';
  return isOnlyProof && mayReplay(can, firstSentAt, now);
}
