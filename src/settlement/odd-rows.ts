import { openCase } from '../backoffice/cases/store.ts';
import { partsOfReference } from '../payments/payment.ts';
import type { OddRow } from '../ports/processors/settled-row.ts';
import { int8, text } from '../runtime/column.ts';
import type { Sql } from '../runtime/sql.ts';
import { shape } from '../runtime/table.ts';
import type { World } from '../world.ts';
import type { Till } from './take.ts';

const named = shape({ row: text });
const known = shape({ id: int8 });

/**
 * A person is asked about each row once: a report is read again for days. It is asked of the payment that the row names;
 * rows that name none share a case of the business. The caller holds the mark.
 */
export async function askAboutOddRows(
  world: World,
  tx: Sql,
  { businessId, processor }: Till,
  rows: readonly OddRow[],
  /** Nobody is asked about older rows that name no payment of ours. */
  strangersAfter: Date,
): Promise<void> {
  if (rows.length === 0) return;
  const told = await rowsTold(tx, { businessId, processor }, rows);
  const payments = await paymentsNamed(tx, businessId, rows);
  for (const { reference, processorId: row, settledAt, reason } of rows) {
    const of = partsOfReference(reference);
    const isOurs = of?.businessId === businessId && payments.has(of.paymentId);
    if (told.has(row) || (!isOurs && settledAt <= strangersAfter)) continue;
    const object = isOurs
      ? ({ kind: 'payment', id: of.paymentId } as const)
      : ({ kind: 'business', id: businessId } as const);
    const evidence = { processor, row, reference, reason, settledAt: settledAt.toISOString() };
    world.log.error('settlement.odd_row', { businessId, processor, reference, reason });
    await openCase(world, { businessId, kind: 'odd_row', object, evidence }, tx);
  }
}

/** Those that a person was asked about before, also where the case is closed by now. */
async function rowsTold(
  tx: Sql,
  { businessId, processor }: Till,
  rows: readonly OddRow[],
): Promise<ReadonlySet<string>> {
  const before = await named.read(
    tx,
    `select evidence->>'row' as row from open_questions
     where business_id = $1 and kind = 'odd_row' and evidence->>'processor' = $2
       and evidence->>'row' = any($3::text[])`,
    [businessId, processor, rows.map(({ processorId }) => processorId)],
  );
  return new Set(before.map(({ row }) => row));
}

async function paymentsNamed(
  tx: Sql,
  businessId: bigint,
  rows: readonly OddRow[],
): Promise<ReadonlySet<bigint>> {
  const ids = rows.flatMap(({ reference }) => {
    const of = partsOfReference(reference);
    return of?.businessId === businessId ? [of.paymentId] : [];
  });
  const found = await known.read(
    tx,
    'select id from payments where business_id = $1 and id = any($2::bigint[])',
    [businessId, ids],
  );
  return new Set(found.map(({ id }) => id));
}
