import type { Sql } from '../base/sql.ts';
import type { BookSide } from './book-side.ts';
import type { Finding } from './finding.ts';
import { charged } from './state-lists.ts';

type Range = {
  /** The processor whose book was read. */
  readonly processor: string;
  /** What was finished later may stand behind what was read of the book. */
  readonly settledBy: Date;
};

type Page = (sql: Sql, range: Range, after: RowKey) => Promise<Answered[]>;
type RowKey = { readonly businessId: bigint; readonly id: bigint };

const rowsAtOnce = 5000;

/** The other way round: whatever we say that the processor did must stand in its book. */
export async function* checkPaid(sql: Sql, range: Range, side: BookSide): AsyncGenerator<Finding> {
  yield* checkPages(sql, range, side, readCharges);
  yield* checkPages(sql, range, side, readFollowUps);
}

async function* checkPages(
  sql: Sql,
  range: Range,
  side: BookSide,
  read: Page,
): AsyncGenerator<Finding> {
  let after: RowKey = { businessId: 0n, id: 0n };
  for (;;) {
    const rows = await read(sql, range, after);
    for (const { business_id: businessId, id, payment_id: paymentId, what } of rows) {
      // What the book does know of was judged when it was read.
      if (side.seen.get(businessId, id) !== 0) continue;
      const says = `${what}, and the book knows nothing of it`;
      yield { rule: 'not_in_book', businessId, paymentId, says };
    }
    const last = rows.at(-1);
    if (!last) return;
    after = { businessId: last.business_id, id: last.id };
  }
}

/** In all, what the ledger says the processor owes is what its book says that it took and kept. */
export async function* checkTotals(
  sql: Sql,
  range: Range,
  side: BookSide,
): AsyncGenerator<Finding> {
  const ledgerCents = await owedCents(sql, range);
  if (ledgerCents === side.netCents) return;
  const says = `the ledger claims ${ledgerCents} cents, the book took ${side.netCents}`;
  yield { rule: 'total_differs', says };
}

type Answered = {
  readonly business_id: bigint;
  readonly id: bigint;
  readonly payment_id: bigint;
  readonly what: string;
};

/** By the clock on the wall: a business's own may be ahead. */
const wall = (moment: string) =>
  `${moment} - make_interval(secs => coalesce(b.clock_ahead_ms, 0) / 1000.0)`;

/** Scope: all. */
async function readCharges(
  sql: Sql,
  { processor, settledBy }: Range,
  after: RowKey,
): Promise<Answered[]> {
  return await sql.query<Answered>(
    `select p.business_id, p.id, p.id as payment_id, 'it was ' || p.state as what
     from payments p
     left join businesses b on b.business_id = p.business_id
     where p.processor = $1 and ${wall('p.finished_at')} <= $2
       -- What was not sent, and what a person decided, need not be there.
       and (p.state in ${charged} or p.processor_id is not null or p.outcome_code = 'canceled')
       and (p.business_id, p.id) > ($3, $4)
     order by p.business_id, p.id limit $5`,
    [processor, settledBy, after.businessId, after.id, rowsAtOnce],
  );
}

/** Scope: all. */
async function readFollowUps(
  sql: Sql,
  { processor, settledBy }: Range,
  after: RowKey,
): Promise<Answered[]> {
  return await sql.query<Answered>(
    `select f.business_id, f.id, f.payment_id, 'its ' || f.kind || ' ' || f.state as what
     from followups f
     left join businesses b on b.business_id = f.business_id
     where f.processor = $1 and ${wall('f.finished_at')} <= $2
       -- A refusal that has a name of theirs was booked as well.
       and (f.state = 'succeeded' or f.processor_id is not null)
       and (f.business_id, f.id) > ($3, $4)
     order by f.business_id, f.id limit $5`,
    [processor, settledBy, after.businessId, after.id, rowsAtOnce],
  );
}

/** Scope: all. What batches settled is not counted: it was owed before, and is elsewhere now. */
async function owedCents(sql: Sql, { processor, settledBy }: Range): Promise<bigint> {
  const rows = await sql.query<{ cents: bigint }>(
    `select coalesce(sum(case when t.debit = r.name then t.cents else -t.cents end), 0)::bigint as cents
     from (select 'receivable:' || $1::text as name) r
     join transfers t on r.name in (t.debit, t.credit)
     join payments p on p.business_id = t.business_id and p.id = t.payment_id
     left join followups f on f.business_id = t.business_id and f.id = t.followup_id
     left join businesses b on b.business_id = t.business_id
     where ${wall('coalesce(f.finished_at, p.finished_at)')} <= $2 and t.batch_id is null`,
    [processor, settledBy],
  );
  return rows[0]!.cents;
}
