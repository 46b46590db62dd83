import { bool, int2, int8, optional, text, timestamptz } from '../runtime/column.ts';
import { type RowOf, shape } from '../runtime/table.ts';

/** Our facts of a payment or refund that a row of a report names. */
export const item = shape({
  paymentId: int8,
  n: int2,
  id: int8,
  cents: int8,
  batchId: optional(int8),
  processor: text,
  processorId: optional(text),
  /** It may be a member of a batch. */
  isDone: bool,
  /** Its outcome is not known yet, or is watched. */
  isUnderWay: bool,
  /** A charge that was reversed after it was reported as not charged, or its reversal: no item of a batch. */
  isReversed: bool,
  begunAt: timestamptz,
});
export type Item = RowOf<typeof item>;

/** It was stored as not done. If a gateway shows it within a week, it is booked after all, or reversed. */
export const isWatched = (followUp: string) => `exists (
         select from jobs j where j.business_id = $1 and j.kind = 'followup.watch'
           and j.key = ${followUp}.id::text)`;
