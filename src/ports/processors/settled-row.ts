import type { Unknown } from './processor.ts';

/** A charge or a refund that the processor settled. */
export type SettledRow = {
  /** Ours; of a capture, or of a refund within its charge, perhaps the charge's. Empty where it kept none. */
  readonly reference: string;
  readonly processorId: string;
  /** Refunds count below zero; zero: it was not settled after all. */
  readonly cents: bigint;
  /** As in an approval. */
  readonly currency?: string | undefined;
  readonly settledAt: Date;
};
/**
 * A row of a report, also of one of disputes, that may tell of money in terms that no rule reads: the other rows count
 * without it, and a person is asked.
 */
export type OddRow = Pick<SettledRow, 'reference' | 'processorId'> & {
  /** Undefined: it cannot be read. */
  readonly settledAt: Date | undefined;
  readonly reason: string;
};
export type SettledAnswer =
  | {
      readonly outcome: 'settled';
      readonly rows: readonly SettledRow[];
      readonly oddRows?: readonly OddRow[];
    }
  | Unknown;
