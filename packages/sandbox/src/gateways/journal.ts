import { maskCardNumbers } from '../../../../src/kernel/mask.ts';

/** The record of a request that reached the gateway. It contains nothing of a card but its last four digits. */
export type JournalEntry = {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly event: 'approved' | 'declined' | 'refused' | 'settled' | 'undone' | 'disputed' | 'kept';
  readonly type: string;
  readonly reference: string;
  readonly transactionId: string;
  /** For a capture, void or refund: the number of the charge. */
  readonly of: string | undefined;
  readonly cents: bigint;
  readonly code: string;
  readonly last4: string | undefined;
  /** True for a charge by a token of the gateway; the token is not recorded. */
  readonly isByToken?: boolean;
  /** One of several merchant accounts. */
  readonly processorId?: string | undefined;
  /** For a stored card: the initiator and the purpose of the charge, and the first charge that it refers to. */
  readonly initiatedBy?: string | undefined;
  readonly purpose?: string | undefined;
  readonly storedCard?: string | undefined;
  readonly firstTransaction?: string | undefined;
  /** The amount that the first charge is said to have authorized. */
  readonly firstAmount?: string | undefined;
  /** The ECI of a 3-D Secure result or a wallet. */
  readonly eci?: string | undefined;
  /** True for a request of another caller, who uses our reference. */
  readonly isForeign: boolean;
};

/** The journal: its lines are what really happened, whatever was answered. */
export function openJournal() {
  const lines: string[] = [];
  return {
    text: () => lines.join(''),
    write(entry: JournalEntry): void {
      const reference = maskCardNumbers(entry.reference, { glued: true });
      lines.push(`${JSON.stringify({ ...entry, reference, cents: String(entry.cents) })}\n`);
    },
  };
}
