import type { Unknown } from './processor.ts';
import type { OddRow } from './settled-row.ts';

/* What a processor tells of disputes of payers. */

export type DisputeRow = {
  /** The processor's id of the dispute, at most 100 characters. */
  readonly id: string;
  /** Of the charge: ours, and the processor's; empty where it kept none, or names none. */
  readonly reference: string;
  readonly chargeId: string;
  /** What is disputed; of one that was won, what came back. */
  readonly cents: bigint;
  /** `inquiry`: nothing was taken yet; `open`: it was taken from the merchant; `won`: it came back; `lost`: final. */
  readonly state: 'inquiry' | 'open' | 'won' | 'lost';
  /** The network's code, and the processor's words for it. */
  readonly reasonCode: string;
  readonly reason: string;
  /** Since when it is in this state. */
  readonly at: Date;
  /** The last moment for evidence. */
  readonly answerUntil: Date | undefined;
};
export type DisputesAnswer =
  | {
      readonly outcome: 'disputes';
      readonly rows: readonly DisputeRow[];
      readonly oddRows?: readonly OddRow[];
    }
  | Unknown;
