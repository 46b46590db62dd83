import { openJournal } from '../journal.ts';

export type IntentStatus =
  | 'requires_payment_method'
  | 'requires_action'
  | 'requires_capture'
  | 'succeeded'
  | 'canceled';

export type Checks = {
  readonly address_line1_check: string;
  readonly address_postal_code_check: string;
  readonly cvc_check: string;
};

/** An attempt at the issuer. */
export type Charge = {
  readonly id: string;
  readonly status: 'succeeded' | 'failed';
  readonly authorizationCode: string;
  readonly last4: string;
  readonly checks: Checks;
};

export type GatewayError = {
  readonly type: 'card_error' | 'invalid_request_error' | 'idempotency_error' | 'api_error';
  readonly message: string;
  readonly code?: string;
  readonly decline_code?: string;
  readonly advice_code?: string;
  /** The payment that it is about. */
  readonly intentId?: string;
  readonly checks?: Checks;
};

export type Intent = {
  readonly id: string;
  readonly metadata: Map<string, string>;
  readonly cents: bigint;
  /** In small letters, as the gateway writes it. */
  readonly currency: string;
  readonly captureMethod: string;
  readonly createdAt: number;
  /** The moment from which lists show it. */
  readonly visibleAt: number;
  readonly isTwice: boolean;
  /** The customer whose kept card may pay it. */
  customer: string | undefined;
  /** Until then it is shown as processing. */
  unclearUntil: number;
  status: IntentStatus;
  receivedCents: bigint;
  refundedCents: bigint;
  charge: Charge | undefined;
  lastError: GatewayError | undefined;
};

export type Refund = {
  readonly id: string;
  readonly of: Intent;
  readonly reference: string;
  readonly cents: bigint;
  status: 'succeeded' | 'failed';
  readonly createdAt: number;
  readonly visibleAt: number;
  readonly unclearUntil: number;
  readonly isTwice: boolean;
};

/** A movement of the balance of the account. */
export type Movement = {
  readonly id: string;
  readonly type: 'charge' | 'refund' | 'refund_failure';
  readonly cents: bigint;
  readonly source: Intent | Refund;
  readonly createdAt: number;
};

export type Dispute = {
  readonly id: string;
  readonly of: Intent;
  readonly status: string;
  readonly reason: string;
  readonly reasonCode: string;
  readonly createdAt: number;
};

/** False for an inquiry of a bank, which holds nothing, and for a dispute that was won, whose money came back. */
export function takesMoney({ status }: Dispute): boolean {
  return !status.startsWith('warning_') && status !== 'won';
}

export type Book = ReturnType<typeof openBook>;

/** Payments, refunds and movements of the balance, and the journal: its lines are what really happened. */
export function openBook(balanceIn?: string) {
  const intents = new Map<string, Intent>();
  const refunds: Refund[] = [];
  const movements: Movement[] = [];
  const disputes: Dispute[] = [];
  const journal = openJournal();
  let count = 0;

  return {
    ...journal,
    intents,
    refunds,
    movements,
    disputes,
    /** The currency of the balance; undefined: it has one in each. */
    balanceIn,

    nextId(prefix: string): string {
      count += 1;
      return `${prefix}_${String(3_000_000_000 + count)}`;
    },

    move(movement: Omit<Movement, 'id'>): void {
      movements.push({ id: `txn_${movements.length + 1}`, ...movement });
    },
  };
}
