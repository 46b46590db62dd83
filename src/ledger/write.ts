import { int8, rowSet, text, timestamptz } from '../base/rows.ts';
import type { Sql } from '../base/sql.ts';
import type { Transfer } from './transfer.ts';

/** A transfer with its cause, about to be written in the transaction of the move that it records. */
export type NewTransfer = Transfer & {
  readonly businessId: bigint;
  readonly id: bigint;
  readonly paymentId?: bigint | undefined;
  readonly followupId?: bigint | undefined;
  readonly batchId?: bigint | undefined;
  readonly entryId?: bigint | undefined;
  readonly madeAt: Date;
};

const rows = rowSet({
  businessId: int8,
  id: int8,
  paymentId: int8,
  followupId: int8,
  batchId: int8,
  entryId: int8,
  debit: text,
  credit: text,
  cents: int8,
  madeAt: timestamptz,
});

const noCause = {
  paymentId: undefined,
  followupId: undefined,
  batchId: undefined,
  entryId: undefined,
};

export async function writeTransfers(tx: Sql, transfers: readonly NewTransfer[]): Promise<void> {
  if (transfers.length === 0) return;
  await tx.query(
    `insert into transfers (business_id, id, payment_id, followup_id, batch_id, entry_id, debit, credit,
       cents, made_at)
     select business_id, id, payment_id, followup_id, batch_id, entry_id, debit, credit, cents, made_at
     from ${rows.sql}`,
    rows.encode(transfers.map((transfer) => ({ ...noCause, ...transfer }))),
  );
}

/** The same the other way round: as if it had not been. */
export function reversed({ debit, credit, cents }: Transfer): Transfer {
  return { debit: credit, credit: debit, cents };
}
