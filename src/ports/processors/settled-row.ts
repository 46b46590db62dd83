import type { Unknown } from './processor.ts';

/** A charge or a refund that the processor settled. */
export type SettledRow = {
  /**
   * Our reference; for a capture, or a refund within its charge, perhaps that of the charge. Empty if the processor
   * stored none.
   */
  readonly reference: string;
  readonly processorId: string;
  /** Refunds count below zero; zero: it was not settled after all. */
  readonly cents: bigint;
  /** As in an approval. */
  readonly currency?: string | undefined;
  readonly settledAt: Date;
  /** Which of the equal rows of one transaction it is, where there are several: 2 for the second. */
  readonly turn?: number | undefined;
};
/**
 * A row of a report of settlements or disputes that may be about money, in terms that no rule reads. The other rows
 * count without it, and a person is asked.
 */
export type OddRow = Pick<SettledRow, 'reference' | 'processorId'> & {
  /** Undefined if it cannot be read. */
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
