import { openJournal } from '../journal.ts';

export type Status =
  | 'authorizedPendingCapture'
  /** A part of what was asked for, until a person releases or voids it. */
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
  /** What a refund refunds. */
  readonly of: Transaction | undefined;
  readonly responseCode: '1' | '2' | '4';
  readonly reason: string;
  readonly authorizationCode: string;
  readonly avs: string;
  readonly cvv: string;
  readonly last4: string;
  readonly brand: Brand;
  /** The card networks' name of it: of a charge that was approved. */
  readonly networkTransId?: string | undefined;
  readonly cents: bigint;
  /** Of a prepaid card that had less: what was asked for. */
  readonly requestedCents?: bigint | undefined;
  readonly submittedAt: number;
  readonly visibleAt: number;
  readonly unclearUntil: number;
  /** What is shown until then. */
  readonly unclearStatus: string;
  readonly isTwice: boolean;
  /** Why it came back. */
  readonly returned?: { readonly code: string; readonly description: string };
  status: Status;
  settleCents: bigint;
  refundedCents: bigint;
  /** Until then lists show it as it was before its settlement began. */
  settlesUntil?: number;
  statusBefore?: Status;
  /** What a person, or a service of the gateway, made of it: shown in place of its status. */
  shownAs?: string;
};

export type Brand = 'Visa' | 'MasterCard' | 'AmericanExpress' | 'Discover' | 'JCB';

type Batch = {
  readonly id: string;
  readonly at: number;
  /** When its settlement is over. */
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
    /** What is being settled leaves the list at the end. */
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

    /** The daily cut-off: of all that is decided a batch for each brand of cards. */
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

/** Whoever voids it, nothing of it is left to be settled. */
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
