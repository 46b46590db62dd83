/**
 * A row of the ledger: one account is debited, one credited, so no set of rows can be out of balance.
 * Written in the transaction of the move of money that it records, inside one business's book.
 */
export type Transfer = {
  readonly debit: Account;
  readonly credit: Account;
  readonly cents: bigint;
};

/** The accounts of a business's book. */
export type Account =
  /** What a processor owes the business for what it took from payers. */
  | `receivable:${string}`
  | 'sales'
  | 'tax'
  | 'tip'
  | 'fees'
  /** What was given back, and what bank payments came back. */
  | 'refunds'
  | 'returns'
  /** What settled and is still held, what may be paid out, and what was paid to the business's bank. */
  | 'held'
  | 'clearing'
  | 'bank'
  /** What the platform takes for its work. */
  | 'platform_fees'
  /** What was tried at the simulated bank by a live business: no income. */
  | 'tests';
