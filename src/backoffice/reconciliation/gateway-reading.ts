import type { Progress } from '../../kernel/progress.ts';

/** How far an account is read again. */
export type Reading = {
  readonly since: Date;
  readonly until: Date;
  /** No request is sent after this moment: one account holds up the others for no longer. */
  readonly endsAt: Date;
  readonly progress: Progress;
};

/** In place of an answer, once the time of the account is over. */
export const tooLate = { outcome: 'unknown', reason: 'it took too long' } as const;
