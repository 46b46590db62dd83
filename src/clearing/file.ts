/** A NACHA file: out to the bank, or in from it. Its bytes are made anew from its entries when they are needed. */
export type ClearingFile = {
  /** 0: of many businesses, as in live. A sandbox business has files of its own, and a clock of its own. */
  readonly scope: bigint;
  readonly id: bigint;
  readonly direction: 'out' | 'in';
  readonly state: FileState;
  readonly name: string;
  readonly fileOn: Temporal.PlainDate;
  /** Counts the files of the day; of outgoing ones it is the file id modifier. */
  readonly number: number;
  readonly isSameDay: boolean;
  readonly environment: 'sandbox' | 'live';
  readonly sha256: Buffer | undefined;
  readonly entryCount: number;
  readonly debitCents: bigint;
  readonly creditCents: bigint;
  readonly faults: readonly string[];
  readonly cutoffAt: Date;
  /** When somebody must go on with it; undefined once it is finished. */
  readonly resolveAt: Date | undefined;
  readonly createdAt: Date;
  readonly deliveredAt: Date | undefined;
};

/**
 * Out: `collecting` entries, then `written` (what is in it is settled for good), then `delivered`, unless the
 * bank refuses it. In: `read`.
 */
export type FileState = 'collecting' | 'written' | 'delivered' | 'rejected' | 'read';

/** Where files of many businesses stand. */
export const allBusinesses = 0n;
