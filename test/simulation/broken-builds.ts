/** Builds in which one of the rules about doubt is missing: the schedules count only if they find them out. */
type Broken = {
  /** Replaced in these files of `src`. */
  readonly changes: readonly (readonly [file: string, from: string, to: string])[];
  /** Its schedule of a single payment finds it: nothing meets that payment but by the seed. */
  readonly seed: number;
  /** The findings that it must lead to: one of these at least. */
  readonly found: readonly string[];
};

/** From the first moment at which it may have been sent, to the moment at which the inquiry was answered. */
const judgedByItsAnswer = [
  ['payments/asking.ts', 'new Date(writtenAt.getTime() + sentWithinMs)', 'writtenAt'],
  ['payments/find-out.ts', 'before, told, inquiredAt)', 'before, told, now())'],
] as const;
const forgetsItsCancel = ["undone: cancelSentAt && 'asked'", 'undone: undefined'] as const;

export const brokenBuilds: Readonly<Record<string, Broken>> = {
  'takes "approved" for final while a cancel of the charge is on its way': {
    changes: [...judgedByItsAnswer, ['payments/resolve.ts', ...forgetsItsCancel]],
    seed: 6,
    found: ['not_charged'],
  },
  'takes "approved" for final while a cancel of the follow-up is on its way': {
    changes: [...judgedByItsAnswer, ['payments/follow-ups/resolve.ts', ...forgetsItsCancel]],
    seed: 274,
    found: ['not_done'],
  },
};
