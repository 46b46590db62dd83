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

/** Whether what was first sent then, and needs no card, may be sent again now: it is carried out once. */
export function mayReplay({ replay }: Pick<Capabilities, 'replay'>, firstSentAt: Date, now: Date) {
  return replay !== undefined && now.getTime() - firstSentAt.getTime() < replay.seconds * 1000;
}
