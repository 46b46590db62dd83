import { directionOf, type ReturnedCode, type TransactionCode } from './transaction-codes.ts';

/** The totals in the controls of batches and files. */
export type Totals = {
  /** Entries and addenda. */
  records: number;
  hash: number;
  debitCents: bigint;
  creditCents: bigint;
};

export function noTotals(): Totals {
  return { records: 0, hash: 0, debitCents: 0n, creditCents: 0n };
}

type Moved = {
  readonly transactionCode: TransactionCode | ReturnedCode;
  readonly routingNumber: string;
  readonly amountCents: bigint;
};

/** Adds the amount and the bank; the caller counts the records, since addenda count too. */
export function addEntry(totals: Totals, entry: Moved): void {
  totals.hash = hashOf(totals.hash + Number(entry.routingNumber.slice(0, 8)));
  if (directionOf(entry.transactionCode) === 'debit') totals.debitCents += entry.amountCents;
  else totals.creditCents += entry.amountCents;
}

export function addTotals(totals: Totals, more: Readonly<Totals>): void {
  totals.records += more.records;
  totals.hash = hashOf(totals.hash + more.hash);
  totals.debitCents += more.debitCents;
  totals.creditCents += more.creditCents;
}

/** The field has room for ten digits; higher ones are dropped on both sides. */
function hashOf(sum: number): number {
  return sum % 10_000_000_000;
}
