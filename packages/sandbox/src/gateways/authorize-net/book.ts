import { openJournal } from '../journal.ts';

export type Status =
  | 'authorizedPendingCapture'
  /** A part of the requested amount is held until a person releases or voids it. */
  | 'authorizedPendingRelease'
  | 'capturedPendingSettlement'
  | 'settledSuccessfully'
  | 'refundPendingSettlement'
  | 'refundSettledSuccessfully'
  | 'declined'
  | 'voided'
  | 'chargeback'
  | 'chargebackReversal';

export type Transaction = {
  readonly id: string;
  readonly type: string;
  readonly invoiceNumber: string;
  readonly refId: string;
  /** The charge that a refund refunds. */
  readonly of: Transaction | undefined;
  readonly responseCode: '1' | '2' | '4';
  readonly reason: string;
  readonly authorizationCode: string;
  readonly avs: string;
  readonly cvv: string;
  readonly last4: string;
  readonly brand: Brand;
  /** The card networks' id of a charge that was approved. */
  readonly networkTransId?: string | undefined;
  readonly cents: bigint;
  /** The requested amount, if a prepaid card had less. */
  readonly requestedCents?: bigint | undefined;
  readonly submittedAt: number;
  readonly visibleAt: number;
  readonly unclearUntil: number;
  /** The status that is shown until then. */
  readonly unclearStatus: string;
  readonly isTwice: boolean;
  /** The reason why it came back. */
  readonly returned?: { readonly code: string; readonly description: string };
  status: Status;
  settleCents: bigint;
  refundedCents: bigint;
  /** Until then lists show its status from before its settlement began. */
  settlesUntil?: number;
  statusBefore?: Status;
  /** The status that a person, or a service of the gateway, gave it: shown in place of its own. */
  shownAs?: string;
};

export type Brand = 'Visa' | 'MasterCard' | 'AmericanExpress' | 'Discover' | 'JCB';

type Batch = {
  readonly id: string;
  readonly at: number;
  /** The end of its settlement. */
  readonly until: number;
  readonly transactions: Transaction[];
};

export type Book = ReturnType<typeof openBook>;

type BookOptions = {
  /** How long a settlement goes on: meanwhile nothing in it can be voided or refunded, and lists lag behind. */
  readonly settlesForMs: number;
};

/** The transactions of today, the batches of earlier days, and the journal. */
export function openBook({ settlesForMs }: BookOptions) {
  const transactions = new Map<string, Transaction>();
  const unsettled = new Set<Transaction>();
  const batches: Batch[] = [];
  const journal = openJournal();

  return {
    ...journal,
    find: (id: string) => transactions.get(id),
    /** A transaction that is being settled leaves the list at the end of its settlement. */
    unsettled: (at: number) => [
      ...batches.filter(({ until }) => until > at).flatMap(({ transactions }) => transactions),
      ...unsettled,
    ],
    batches: () => batches,
    nextId: () => String(60_000_000_001 + transactions.size),

    add(transaction: Transaction): void {
      transactions.set(transaction.id, transaction);
      unsettled.add(transaction);
    },

    /** The daily cut-off: makes a batch for each brand of cards, of all transactions that are decided. */
    cutOff(at: number): void {
      const decided = [...unsettled].filter(
        ({ status, unclearUntil }) => !status.startsWith('authorized') && unclearUntil <= at,
      );
      const until = at + settlesForMs;
      for (const transactions of Map.groupBy(decided, ({ brand }) => brand).values())
        batches.push({ id: String(5_000_001 + batches.length), at, until, transactions });
      for (const transaction of decided) {
        unsettled.delete(transaction);
        const status = settledAs[transaction.status];
        if (!status) continue;
        transaction.settlesUntil = until;
        transaction.statusBefore = transaction.status;
        transaction.status = status;
        const { id: transactionId, invoiceNumber: reference, settleCents, last4 } = transaction;
        const facts = { at, reference, transactionId, cents: settleCents, last4 };
        journal.write({ ...facts, ...settlement });
      }
    },
  };
}

/** Nothing of a voided transaction is left to be settled, whoever voids it. */
export function markVoided(transaction: Transaction): void {
  const { type, of, cents } = transaction;
  transaction.status = 'voided';
  transaction.settleCents = 0n;
  if (of && type === 'refundTransaction') of.refundedCents -= cents;
}

const settlement = {
  event: 'settled',
  type: 'settle',
  of: undefined,
  code: '1',
  isForeign: false,
} as const;

const settledAs: Readonly<Partial<Record<Status, Status>>> = {
  capturedPendingSettlement: 'settledSuccessfully',
  refundPendingSettlement: 'refundSettledSuccessfully',
};
