import type { AchBatch, AchEntry } from './file.ts';
import { addEntry, noTotals } from './totals.ts';

/** The company's own account at its bank. */
export type OffsetAccount = {
  readonly account: 'checking' | 'savings';
  readonly routingNumber: string;
  readonly accountNumber: string;
  readonly name: string;
  readonly individualId?: string;
};

const codes = {
  checking: { credit: 22, debit: 27 },
  savings: { credit: 32, debit: 37 },
} as const;

/**
 * Some banks post the offset themselves; others want it in the batch, so that its debits and credits balance. The trace
 * number is an argument: only the caller knows a free one, and it must be above all in the batch. A batch that balances
 * already, such as one of prenotes, stays as it is.
 */
export function balanced(batch: AchBatch, offset: OffsetAccount, traceNumber: string): AchBatch {
  const totals = noTotals();
  for (const entry of batch.entries) addEntry(totals, entry);
  const missingCents = totals.debitCents - totals.creditCents;
  if (missingCents === 0n) return batch;

  const direction = missingCents > 0n ? 'credit' : 'debit';
  const entry: AchEntry = {
    transactionCode: codes[offset.account][direction],
    routingNumber: offset.routingNumber,
    accountNumber: offset.accountNumber,
    amountCents: missingCents > 0n ? missingCents : -missingCents,
    individualId: offset.individualId ?? 'OFFSET',
    individualName: offset.name,
    discretionary: '',
    traceNumber,
  };
  return { ...batch, serviceClass: 200, entries: [...batch.entries, entry] };
}
