import type { Transfer } from '../ledger/transfer.ts';
import { type Batch, settledCents } from './batch.ts';

/** The ledger's side of a batch that the processor pays for, and what the platform takes for it. */
export function settledBy(batch: Batch): Transfer[] {
  const receivable = `receivable:${batch.processor}` as const;
  const cents = settledCents(batch);
  const transfers: Transfer[] = [];
  if (cents > 0n) transfers.push({ debit: 'clearing', credit: receivable, cents });
  if (cents < 0n) transfers.push({ debit: receivable, credit: 'clearing', cents: -cents });
  if (batch.feeCents > 0n) {
    transfers.push({ debit: 'platform_fees', credit: 'clearing', cents: batch.feeCents });
  }
  return transfers;
}
