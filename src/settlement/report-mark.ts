import type { SettledRow } from '../ports/processors/settled-row.ts';
import type { Sql } from '../runtime/sql.ts';
import { type AccountKey, marks } from './take.ts';

/** A reported row, with the refund within its charge; undefined: nobody here knows the refund. */
export type ToldRow = { readonly row: SettledRow; readonly refundId?: bigint | undefined };

/** The end of the last report of a processor, and the rows that later reports must know. */
export type ReportMark = {
  readonly reportedUntil: Date | undefined;
  /** Older rows without an id of ours open no case: the account may have had other users. */
  readonly strangersAfter: Date | undefined;
  /** Rows of payments and refunds whose outcome is not known yet: they may stay so for longer than is read again. */
  readonly waiting: readonly SettledRow[];
  /** Rows that no id of ours distinguishes from new ones, as long as they are read again. Undefined: not stored yet. */
  readonly told: readonly ToldRow[] | undefined;
};

/** As JSON. */
export type StoredRow = Pick<SettledRow, 'reference' | 'processorId' | 'currency' | 'turn'> & {
  readonly cents: string;
  readonly settledAt: string;
  readonly refundId?: string | undefined;
};

const reported = marks.pick('reportedUntil', 'strangersAfter', 'waitingRows', 'toldRows');

export async function readReportMark(
  sql: Sql,
  { businessId, processor }: AccountKey,
): Promise<ReportMark> {
  const mark = await reported.readOne(
    sql,
    `select ${reported.columns} from batch_marks where business_id = $1 and processor = $2`,
    [businessId, processor],
  );
  return {
    reportedUntil: mark?.reportedUntil,
    strangersAfter: mark?.strangersAfter,
    waiting: (mark?.waitingRows ?? []).map((one) => fromStored(one).row),
    told: mark?.toldRows?.map(fromStored),
  };
}

const elsewhere = marks.pick('strangersAfter', 'toldRows');

/**
 * Rows that nobody here knows, as the other accounts of the business told them: one login may have two names here, and
 * the report of either contains all rows.
 */
export async function readToldElsewhere(
  tx: Sql,
  { businessId, processor }: AccountKey,
): Promise<ToldRow[]> {
  const others = await elsewhere.read(
    tx,
    `select ${elsewhere.columns} from batch_marks where business_id = $1 and processor <> $2`,
    [businessId, processor],
  );
  return others.flatMap(({ strangersAfter, toldRows = [] }) =>
    toldRows
      .map(fromStored)
      // Nobody was asked about an older one there.
      .filter(
        ({ row }) => strangersAfter && row.settledAt > strangersAfter && row.processorId !== '',
      ),
  );
}

/** The caller holds the mark. It never goes back. */
export async function writeReportMark(
  tx: Sql,
  { businessId, processor }: AccountKey,
  {
    reportedUntil,
    strangersAfter,
    waiting,
    told,
  }: { readonly [K in keyof ReportMark]-?: NonNullable<ReportMark[K]> },
): Promise<void> {
  const rows = waiting.map((row) => toStored({ row }));
  await tx.query(
    `update batch_marks set reported_until = greatest(reported_until, $3), strangers_after = $4,
       waiting_rows = $5::jsonb, told_rows = $6::jsonb
     where business_id = $1 and processor = $2`,
    [
      ...[businessId, processor, reportedUntil, strangersAfter],
      rows.length > 0 ? JSON.stringify(rows) : null,
      JSON.stringify(told.map(toStored)),
    ],
  );
}

function toStored({ row, refundId }: ToldRow): StoredRow {
  const { reference, processorId, currency, turn, cents, settledAt } = row;
  return {
    ...{ reference, processorId, currency, turn },
    cents: String(cents),
    settledAt: settledAt.toISOString(),
    refundId: refundId === undefined ? undefined : String(refundId),
  };
}

function fromStored({ cents, settledAt, refundId, ...row }: StoredRow): ToldRow {
  return {
    row: { ...row, cents: BigInt(cents), settledAt: new Date(settledAt) },
    refundId: refundId === undefined ? undefined : BigInt(refundId),
  };
}

/** The same row may come twice: if pages move while they are read, and if it was reported before. */
export function withoutRepeats(rows: readonly SettledRow[]): SettledRow[] {
  return [...new Map(rows.map((row) => [nameOf(row), row])).values()];
}

export function nameOf(row: SettledRow): string {
  const { reference, processorId, cents, currency, settledAt, turn } = row;
  const name = [reference, processorId, String(cents), currency, settledAt.getTime()];
  return JSON.stringify(turn === undefined ? name : [...name, turn]);
}
