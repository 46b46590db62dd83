import { openJournal } from '../journal.ts';

export type Transaction = {
  readonly id: string;
  readonly reference: string;
  /** The type that is shown; a charge that was deleted is shown as `DELETE`. */
  type: 'SALE' | 'AUTHONLY' | 'COMPLETE' | 'DELETE' | 'RETURN';
  /** Empty for a transaction that was declined. */
  status: 'OPN' | 'STL' | '';
  readonly message: string;
  readonly cents: bigint;
  readonly at: number;
  readonly approvalCode: string;
  readonly avs: string;
  readonly cvv: string;
  readonly last4: string;
  readonly visibleAt: number;
  readonly heldUntil: number;
  readonly isTwice: boolean;
  /** Set while a settlement has the transaction: the moment at which the host takes or refuses it. */
  settlesAt?: number | undefined;
  /** The capture of this authorization. */
  capture?: Transaction;
  refundedCents: bigint;
};

export type Book = ReturnType<typeof openBook>;

/** The transactions, and the journal: its lines are what really happened, whatever was answered. */
export function openBook() {
  const transactions = new Map<string, Transaction>();
  const journal = openJournal();
  let count = 0;

  return {
    ...journal,
    /** The newest first. */
    transactions: () => [...transactions.values()].reverse(),
    find: (id: string) => transactions.get(id),
    add: (one: Transaction) => void transactions.set(one.id, one),

    /** An id as long as those of the gateway. */
    nextId(): string {
      count += 1;
      const digits = count.toString(16).toUpperCase().padStart(12, '0');
      return `010126A15-0A1B2C3D-4E5F-6071-8293-${digits}`.padEnd(46, '0');
    },

    /** Schedules the transactions that are in no settlement yet; the host takes them at that moment. */
    schedule(all: readonly Transaction[], settlesAt: number): readonly Transaction[] {
      const taken = [...new Set(all)].filter((one) => one.settlesAt === undefined);
      for (const one of taken) one.settlesAt = settlesAt;
      return taken;
    },

    /** Settles the transactions that were scheduled until then, or opens them again if the host refuses them. */
    settleUntil(at: number, isRefused: boolean): void {
      for (const one of transactions.values()) {
        const { settlesAt } = one;
        if (settlesAt === undefined || settlesAt > at) continue;
        one.settlesAt = undefined;
        if (isRefused) continue;
        one.status = 'STL';
        const { id: transactionId, reference, cents, last4 } = one;
        const facts = { at: settlesAt, type: 'settle', reference, transactionId, cents, last4 };
        journal.write({ ...nothingMore, ...facts, event: 'settled' });
      }
    },
  };
}

const nothingMore = { of: undefined, code: '0', isForeign: false };

/** True for charges, captures and refunds that are open and not held for a review. */
export function isToBeSettled({ type, status, heldUntil }: Transaction, at: number): boolean {
  return status === 'OPN' && heldUntil <= at && ['SALE', 'COMPLETE', 'RETURN'].includes(type);
}
