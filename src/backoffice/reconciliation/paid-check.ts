import type { Progress } from '../../kernel/progress.ts';
import { int8, text } from '../../runtime/column.ts';
import type { Database, Sql } from '../../runtime/sql.ts';
import { type RowOf, shape } from '../../runtime/table.ts';
import { readWhole } from '../../runtime/whole-tables.ts';
import type { BookSide } from './book-side.ts';
import type { Finding } from './finding.ts';
import { charged } from './state-lists.ts';

type Range = {
  /** The processor whose book was read. */
  readonly processor: string;
  /** Payments finished later may stand behind the part of the book that was read. */
  readonly settledBy: Date;
};

type Page = (sql: Sql, range: Range, after: RowKey) => Promise<RowOf<typeof done>[]>;
type RowKey = { readonly businessId: bigint; readonly id: bigint };

/**
 * In the text of a statement, so that its plan is made for it: otherwise it may be one that sorts all rows for every
 * page.
 */
const rowsAtOnce = 5000;

/** The other direction: everything that we claim of the processor must stand in its book. */
export async function* checkPaid(
  sql: Sql,
  range: Range,
  side: BookSide,
  progress: Progress,
): AsyncGenerator<Finding> {
  yield* checkPages(sql, range, side, progress, readCharges);
  yield* checkPages(sql, range, side, progress, readFollowUps);
}

async function* checkPages(
  sql: Sql,
  range: Range,
  side: BookSide,
  progress: Progress,
  read: Page,
): AsyncGenerator<Finding> {
  let after: RowKey = { businessId: 0n, id: 0n };
  for (;;) {
    const rows = await read(sql, range, after);
    progress.did(rows.length);
    for (const { businessId, id, paymentId, what } of rows) {
      // A row that the book has was checked when the book was read.
      if (side.seen.get(businessId, id) !== 0) continue;
      const says = `${what}, and the book knows nothing of it`;
      yield { rule: 'not_in_book', businessId, paymentId, says };
    }
    const last = rows.at(-1);
    if (!last) return;
    after = last;
  }
}

const counted = shape({ rows: int8 });

/** Scope: all. The number of rows that the check reads, including those that are still moving. */
export async function countPaid(sql: Sql, { processor }: Range): Promise<number> {
  const { rows } = await counted.readRow(
    sql,
    `select (select count(*) from payments p where p.processor = $1
         and (p.state in ${charged} or p.processor_id is not null or p.outcome_code = 'canceled'))
       + (select count(*) from followups f where f.processor = $1
         and (f.state = 'succeeded' or f.processor_id is not null)) as rows`,
    [processor],
  );
  return Number(rows);
}

/** In total, the processor's debt in the ledger equals the money that it took and kept by its book. */
export async function* checkTotals(
  db: Database,
  range: Range,
  side: BookSide,
): AsyncGenerator<Finding> {
  const ledgerCents = await owedCents(db, range);
  if (ledgerCents === side.netCents) return;
  const says = `the ledger claims ${ledgerCents} cents, the book took ${side.netCents}`;
  yield { rule: 'total_differs', says };
}

const done = shape({ businessId: int8, id: int8, paymentId: int8, what: text });

/** By the wall clock: a business's own may be ahead. */
const wall = (moment: string) =>
  `${moment} - make_interval(secs => coalesce(b.clock_ahead_ms, 0) / 1000.0)`;

/** Scope: all. */
async function readCharges(
  sql: Sql,
  { processor, settledBy }: Range,
  after: RowKey,
): Promise<RowOf<typeof done>[]> {
  return await done.read(
    sql,
    `select p.business_id as "businessId", p.id, p.id as "paymentId", 'it was ' || p.state as what
     from payments p
     left join businesses b on b.business_id = p.business_id
     where p.processor = $1 and ${wall('p.finished_at')} <= $2
       -- What was not sent, and what a person decided, need not be there.
       and (p.state in ${charged} or p.processor_id is not null or p.outcome_code = 'canceled')
       and (p.business_id, p.id) > ($3, $4)
     order by p.business_id, p.id limit ${rowsAtOnce}`,
    [processor, settledBy, after.businessId, after.id],
  );
}

/** Scope: all. */
async function readFollowUps(
  sql: Sql,
  { processor, settledBy }: Range,
  after: RowKey,
): Promise<RowOf<typeof done>[]> {
  return await done.read(
    sql,
    `select f.business_id as "businessId", f.id, f.payment_id as "paymentId", 'its ' || f.kind || ' ' || f.state as what
     from followups f
     left join businesses b on b.business_id = f.business_id
     where f.processor = $1 and ${wall('f.finished_at')} <= $2
       -- A refusal that has a name of theirs was booked as well.
       and (f.state = 'succeeded' or f.processor_id is not null)
       and (f.business_id, f.id) > ($3, $4)
     order by f.business_id, f.id limit ${rowsAtOnce}`,
    [processor, settledBy, after.businessId, after.id],
  );
}

const sum = shape({ cents: int8 });

/** Scope: all. Settled batches are not counted: their money was owed before, and is elsewhere now. */
async function owedCents(db: Database, { processor, settledBy }: Range): Promise<bigint> {
  const [owed] = await readWhole(
    db,
    sum,
    `select coalesce(sum(case when t.debit = r.name then t.cents else -t.cents end), 0)::bigint as cents
     from (select 'receivable:' || $1::text as name) r
     join transfers t on r.name in (t.debit, t.credit)
     join payments p on p.business_id = t.business_id and p.id = t.payment_id
     left join followups f on f.business_id = t.business_id and f.id = t.followup_id
     left join businesses b on b.business_id = t.business_id
     where ${wall('coalesce(f.finished_at, p.finished_at)')} <= $2 and t.batch_id is null`,
    [processor, settledBy],
  );
  return owed!.cents;
}
