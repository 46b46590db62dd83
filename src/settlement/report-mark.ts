import type { SettledRow } from '../ports/processors/settled-row.ts';
import type { Sql } from '../runtime/sql.ts';
import { marks, type Till } from './take.ts';

/** How far the report of a processor was read, and what of it is still to be decided. */
export type ReportMark = {
  readonly reportedUntil: Date | undefined;
  /** Rows of payments and refunds whose outcome is not known yet: they may stay so for longer than is read again. */
  readonly waiting: readonly SettledRow[];
};

/** As JSON. */
export type WaitingRow = Pick<SettledRow, 'reference' | 'processorId' | 'currency'> & {
  readonly cents: string;
  readonly settledAt: string;
};

const reported = marks.pick('reportedUntil', 'waitingRows');

export async function readReportMark(
  sql: Sql,
  { businessId, processor }: Till,
): Promise<ReportMark> {
  const row = await reported.readOne(
    sql,
    `select ${reported.columns} from batch_marks where business_id = $1 and processor = $2`,
    [businessId, processor],
  );
  const waiting = (row?.waitingRows ?? []).map(({ cents, settledAt, ...told }) => ({
    ...told,
    cents: BigInt(cents),
    settledAt: new Date(settledAt),
  }));
  return { reportedUntil: row?.reportedUntil, waiting };
}

/** The caller holds the mark. It never goes back. */
export async function writeReportMark(
  tx: Sql,
  { businessId, processor }: Till,
  until: Date,
  waiting: readonly SettledRow[],
): Promise<void> {
  const rows = waiting.map(
    ({ reference, processorId, currency, cents, settledAt }): WaitingRow => ({
      reference,
      processorId,
      currency,
      cents: String(cents),
      settledAt: settledAt.toISOString(),
    }),
  );
  await tx.query(
    `update batch_marks set reported_until = greatest(reported_until, $3), waiting_rows = $4::jsonb
     where business_id = $1 and processor = $2`,
    [businessId, processor, until, rows.length > 0 ? JSON.stringify(rows) : null],
  );
}

/** The same row may come twice: where pages move while they are read, and where it was told before. */
export function eachOnce(rows: readonly SettledRow[]): SettledRow[] {
  return [...new Map(rows.map((row) => [nameOf(row), row])).values()];
}

export function nameOf(row: SettledRow): string {
  const { reference, processorId, cents, currency, settledAt } = row;
  return JSON.stringify([reference, processorId, String(cents), currency, settledAt.getTime()]);
}
