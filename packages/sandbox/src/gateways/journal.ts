import { maskCardNumbers } from '../../../../src/kernel/mask.ts';

/** What the gateway keeps of a request that reached it. Nothing of a card but its last four digits. */
export type JournalEntry = {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly event: 'approved' | 'declined' | 'refused' | 'settled' | 'undone' | 'disputed' | 'kept';
  readonly type: string;
  readonly reference: string;
  readonly transactionId: string;
  /** Of what follows a charge: the charge's number. */
  readonly of: string | undefined;
  readonly cents: bigint;
  readonly code: string;
  readonly last4: string | undefined;
  /** A charge by a token of the gateway, which is not told. */
  readonly isByToken?: boolean;
  /** Which of several merchant accounts. */
  readonly processorId?: string | undefined;
  /** Of a card that is stored: who charged it, what for, and to which first charge that refers. */
  readonly initiatedBy?: string | undefined;
  readonly purpose?: string | undefined;
  readonly storedCard?: string | undefined;
  readonly firstTransaction?: string | undefined;
  /** What that is said to have authorized. */
  readonly firstAmount?: string | undefined;
  /** Of a 3-D Secure result or a wallet. */
  readonly eci?: string | undefined;
  /** Somebody else's, who uses our reference. */
  readonly isForeign: boolean;
};

/** Its lines are what happened, whatever anybody was told. */
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
