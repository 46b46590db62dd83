import type { Book, Transaction } from './book.ts';

/** A dispute as a test, or a person, scripts it. */
export type Dispute = {
  readonly status: 'chargeback' | 'chargebackReversal';
  /** Left out: the whole charge. */
  readonly cents?: bigint;
  readonly code?: string;
  readonly description?: string;
  /** True if its details name the charge. */
  readonly namesCharge?: boolean;
};

/** Adds the dispute as a transaction of its own, under the invoice number of its charge. */
export function dispute(book: Book, chargeId: string, told: Dispute, at: number): void {
  const charge = book.find(chargeId);
  if (!charge) throw new Error(`there is no transaction ${chargeId}`);
  const { status, cents = charge.settleCents, namesCharge = true } = told;
  const { code = '10.4', description = 'Fraud' } = told;
  const made: Transaction = {
    ...charge,
    id: book.nextId(),
    type: status,
    refId: '',
    of: namesCharge ? charge : undefined,
    cents,
    submittedAt: at,
    visibleAt: at,
    unclearUntil: at,
    isTwice: false,
    returned: { code, description },
    status,
    settleCents: cents,
    refundedCents: 0n,
  };
  book.add(made);
  const { id: transactionId, invoiceNumber: reference, last4 } = made;
  const facts = { at, reference, transactionId, of: chargeId, cents, last4, code: '1' };
  book.write({ ...facts, event: 'disputed', type: status, isForeign: false });
}
