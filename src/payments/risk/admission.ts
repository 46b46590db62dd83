import type { Charged } from '../finish.ts';

/** The place of an attempt whose outcome is not known yet. */
export type Place = {
  /** Counts the outcome, before the place is left. */
  readonly report?: (payment: Charged) => Promise<void>;
  readonly leave: () => void;
};

/** `replay`: the request repeats an earlier one, and needs no place. */
export type Admission = Place | 'replay';

/** The place of an attempt that is not limited. */
export const free: Place = { leave() {} };
