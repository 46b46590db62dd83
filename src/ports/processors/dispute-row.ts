import type { Unknown } from './processor.ts';
import type { OddRow } from './settled-row.ts';

/* Disputes of payers, as a processor reports them. */

export type DisputeRow = {
  /** The processor's id of the dispute, at most 100 characters. */
  readonly id: string;
  /** The ids of the charge: ours, and the processor's; empty if the processor stored none, or names none. */
  readonly reference: string;
  readonly chargeId: string;
  /** The disputed amount; for a dispute that was won, the amount that came back. */
  readonly cents: bigint;
  /** `inquiry`: nothing was taken yet; `open`: it was taken from the merchant; `won`: it came back; `lost`: final. */
  readonly state: 'inquiry' | 'open' | 'won' | 'lost';
  /** The network's code, and the processor's words for it. */
  readonly reasonCode: string;
  readonly reason: string;
  /** When it entered this state. */
  readonly at: Date;
  /** The deadline for evidence. */
  readonly answerUntil: Date | undefined;
};
export type DisputesAnswer =
  | {
      readonly outcome: 'disputes';
      readonly rows: readonly DisputeRow[];
      readonly oddRows?: readonly OddRow[];
    }
  | Unknown;
