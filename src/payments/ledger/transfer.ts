import { currencies } from '../../kernel/currency.ts';
import { int8, oneOf, optional, textOf, timestamptz } from '../../runtime/column.ts';
import { type NewRowOf, table } from '../../runtime/table.ts';

/**
 * A row of the ledger: one account is debited and one credited, so no set of rows can be out of balance. Written in the
 * transaction that moves the money, in the book of one business.
 */
export type Transfer = {
  readonly debit: Account;
  readonly credit: Account;
  readonly cents: bigint;
};

/** The accounts of a business's book. */
export type Account =
  /** The processor's debt to the business for payments. */
  | `receivable:${string}`
  | 'sales'
  | 'tax'
  | 'tip'
  | 'fees'
  /** Refunds, and returns of bank payments. */
  | 'refunds'
  | 'returns'
  /** Money that payers' banks took back. */
  | 'disputes'
  /** Settled and held; available for a payout; paid to the bank of the business. */
  | 'held'
  | 'clearing'
  | 'bank'
  /** Sent to accounts to validate them, and not taken back. */
  | 'micro_deposits'
  /** The fees of the platform. */
  | 'platform_fees'
  /** Tests by a live business at the simulated bank: no income. */
  | 'tests';

/** Inserted in the transaction that moves the money. */
export const transfers = table('transfers', {
  businessId: int8,
  id: int8,
  paymentId: optional(int8),
  debit: textOf<Account>(),
  credit: textOf<Account>(),
  cents: int8,
  /** The currency of both sides, so that the book balances in each currency. */
  currency: oneOf(currencies),
  madeAt: timestamptz,
  followupId: optional(int8),
  batchId: optional(int8),
  entryId: optional(int8),
  disputeId: optional(int8),
});

/** A transfer with its cause. */
export type NewTransfer = NewRowOf<typeof transfers>;

/** The transfer that undoes this one. */
export function reversed({ debit, credit, cents }: Transfer): Transfer {
  return { debit: credit, credit: debit, cents };
}
