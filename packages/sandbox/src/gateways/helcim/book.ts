import { openJournal } from '../journal.ts';

export type Transaction = {
  readonly id: string;
  readonly type: string;
  readonly isApproved: boolean;
  /** The transaction that it follows. */
  readonly of: Transaction | undefined;
  readonly batch: Batch;
  readonly cents: bigint;
  readonly currency: string;
  /** A capture, void or refund has the number of its charge. */
  readonly invoiceNumber: string;
  readonly reference: string;
  readonly avs: string;
  readonly cvv: string;
  readonly cardToken: string;
  /** The first six and the last four digits. */
  readonly digits: string;
  readonly text: string;
  readonly at: number;
  /** When a list shows it. */
  readonly visibleAt: number;
  readonly unclearUntil: number;
  readonly isTwice: boolean;
  /** True if it is shown with the number of the transaction that it follows. */
  readonly namesOther: boolean;
  isReversed: boolean;
  /** The captured amount of an authorization, which may be captured in parts. */
  capturedCents: bigint;
  refundedCents: bigint;
};

export type Batch = {
  /** `0`: the batch of transactions that were never sent to an issuer. */
  readonly id: string;
  readonly openedAt: number;
  closedAt: number | undefined;
};

export type Book = ReturnType<typeof openBook>;

export const noBatch: Batch = { id: '0', openedAt: 0, closedAt: 0 };

/** The transactions, the batches of the terminal, and the journal. */
export function openBook() {
  const transactions = new Map<string, Transaction>();
  const batches = new Map<string, Batch>();
  const journal = openJournal();

  function openBatch(at: number): Batch {
    const last = [...batches.values()].at(-1);
    if (last && last.closedAt === undefined) return last;
    const opened: Batch = { id: String(3915 + batches.size), openedAt: at, closedAt: undefined };
    batches.set(opened.id, opened);
    return opened;
  }

  return {
    ...journal,
    openBatch,
    find: (id: string) => transactions.get(id),
    findBatch: (id: string) => batches.get(id),
    transactions: () => [...transactions.values()],
    nextId: () => String(20_163_177 + transactions.size),
    add: (transaction: Transaction) => void transactions.set(transaction.id, transaction),

    /** Returns false if the batch is not open. */
    settle(id: string, at: number): boolean {
      const batch = batches.get(id);
      if (!batch || batch.closedAt !== undefined) return false;
      batch.closedAt = at;
      const taken = [...transactions.values()].filter((one) => one.batch === batch && moves(one));
      for (const { id: transactionId, reference, cents, digits } of taken) {
        const last4 = digits.slice(-4);
        journal.write({ ...settlement, at, reference, transactionId, cents, last4 });
      }
      return true;
    },
  };
}

function moves({ isApproved, isReversed, type }: Transaction): boolean {
  return isApproved && !isReversed && ['purchase', 'capture', 'refund'].includes(type);
}

const settlement = {
  event: 'settled',
  type: 'settle',
  of: undefined,
  code: '',
  isForeign: false,
} as const;
