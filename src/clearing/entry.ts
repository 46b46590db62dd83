/** A bank transfer: what becomes one entry of a NACHA file, and one more row each time it is sent again. */
export type Entry = {
  readonly businessId: bigint;
  readonly id: bigint;
  readonly kind: EntryKind;
  readonly state: EntryState;
  readonly amountCents: bigint;
  /** A deposit and a prenote belong to none. */
  readonly paymentId: bigint | undefined;
  /** The refund that a credit carries out. */
  readonly followupId: bigint | undefined;
  readonly secCode: 'WEB' | 'PPD' | 'CCD';
  readonly accountKind: 'checking' | 'savings';
  readonly routingNumber: string;
  readonly last4: string;
  readonly holder: string;
  /** Under which owner the account number lies in the vault: a token, `payment:ID` or `application`. */
  readonly numberOwner: string;
  readonly isSameDay: boolean;
  /** 1 the first time that it is asked for. */
  readonly presentment: number;
  /** The entry that came back and is asked for again with this one. */
  readonly representsId: bigint | undefined;
  /** When its next move is due, by the clock of its business. */
  readonly nextAt: Date | undefined;
  readonly fileId: bigint | undefined;
  readonly traceNumber: string | undefined;
  readonly effectiveOn: Temporal.PlainDate | undefined;
  readonly settledAt: Date | undefined;
  readonly returnCode: string | undefined;
  readonly returnedAt: Date | undefined;
  readonly correctionCode: string | undefined;
  /** Fingerprints of all that its bank has corrected. */
  readonly corrections: readonly Buffer[];
  readonly createdAt: Date;
};

export type EntryKind = 'debit' | 'credit' | 'deposit' | 'prenote';

/**
 * `filed`: it stands in a file that is being made, and can be taken out no more. `originated`: the file lies with
 * the bank. A debit is `settled` while its money is held and `available` after that; for everything else
 * `settled` is the end. Back to `queued` leads a file that was refused. What comes back after its money could
 * be paid out is `late_returned`.
 */
export const entryMoves = {
  queued: ['filed', 'canceled'],
  filed: ['originated', 'queued'],
  originated: ['settled', 'returned', 'queued'],
  settled: ['available', 'returned'],
  available: ['late_returned'],
  returned: [],
  late_returned: [],
  canceled: [],
} as const satisfies Record<string, readonly string[]>;

export type EntryState = keyof typeof entryMoves;

export function entryMayBecome(from: EntryState, to: EntryState): boolean {
  return (entryMoves[from] as readonly EntryState[]).includes(to);
}

/** A debit takes from the account, everything else gives to it or only asks whether it is there. */
export function takes({ kind }: Pick<Entry, 'kind'>): boolean {
  return kind === 'debit';
}
