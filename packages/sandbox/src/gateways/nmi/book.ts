import { openJournal } from '../journal.ts';

export type Action = {
  readonly type: string;
  readonly cents: bigint;
  readonly at: number;
  readonly isSuccess: boolean;
  readonly code: string;
  readonly text: string;
};

export type Transaction = {
  readonly id: string;
  orderId: string;
  condition: 'pending' | 'pendingsettlement' | 'complete' | 'failed' | 'canceled';
  readonly authorizationCode: string;
  readonly avs: string;
  readonly cvv: string;
  readonly last4: string;
  readonly currency: string;
  readonly visibleAt: number;
  /** Until then it is shown as awaiting its settlement. */
  completesAt: number;
  readonly unclearUntil: number;
  readonly isTwice: boolean;
  readonly actions: Action[];
  /** Refunds that are no transactions of their own and are to be settled. */
  readonly refunds: Action[];
};

export type Book = ReturnType<typeof openBook>;

/** The transactions, and the journal: its lines are what really happened, whatever was answered. */
export function openBook() {
  const transactions = new Map<string, Transaction>();
  const unsettled = new Set<Transaction>();
  const journal = openJournal();
  let count = 0;

  return {
    ...journal,
    transactions: () => transactions.values(),
    find: (id: string) => transactions.get(id),

    nextId(): string {
      count += 1;
      return String(7_000_000_000 + count);
    },

    add(transaction: Transaction): void {
      transactions.set(transaction.id, transaction);
      unsettled.add(transaction);
    },

    /** The daily cut-off: settles everything that is to be settled. */
    cutOff(at: number, completesAt: number): void {
      for (const transaction of unsettled) {
        if (transaction.condition === 'pending') continue;
        unsettled.delete(transaction);
        if (transaction.condition === 'pendingsettlement') {
          transaction.condition = 'complete';
          transaction.completesAt = completesAt;
          settle(transaction, amountTaken(transaction), at);
        }
        for (const { cents } of transaction.refunds.splice(0)) settle(transaction, cents, at);
      }
    },

    /** A refund that is kept as an action of its charge. */
    refundWithin(transaction: Transaction, refund: Action): void {
      transaction.actions.push(refund);
      transaction.refunds.push(refund);
      unsettled.add(transaction);
    },
  };

  function settle(transaction: Transaction, cents: bigint, at: number): void {
    transaction.actions.push(action('settle', cents, at));
    const { id: transactionId, orderId: reference, last4 } = transaction;
    const facts = { at, type: 'settle', reference, transactionId, cents, last4 };
    journal.write({ ...nothingMore, ...facts, event: 'settled' });
  }
}

const nothingMore = { of: undefined, code: '100', processorId: undefined, isForeign: false };

export function action(type: string, cents: bigint, at: number): Action {
  return { type, cents, at, isSuccess: true, code: '100', text: 'SUCCESS' };
}

/** The amount that was sold or captured; for a refund, the amount that it returns. */
export function amountTaken({ actions }: Transaction): bigint {
  const done = actions.filter(({ isSuccess }) => isSuccess);
  const takes = done.filter(({ type }) => type === 'sale' || type === 'capture');
  return (takes.at(-1) ?? (done[0]?.type === 'refund' ? done[0] : undefined))?.cents ?? 0n;
}
