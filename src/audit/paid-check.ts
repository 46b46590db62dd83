import type { Sql } from '../base/sql.ts';
import type { BookSide } from './book-check.ts';
import type { Finding } from './finding.ts';

type Range = {
  /** The processor whose book was read. */
  readonly processor: string;
  /** Payments finished later may stand behind what was read of the book. */
  readonly settledBy: Date;
};

const paymentsAtOnce = 5000;

/** The other way round: whatever we say that the processor did must stand in its book. */
export async function* checkPaid(sql: Sql, range: Range, side: BookSide): AsyncGenerator<Finding> {
  let after = { businessId: 0n, id: 0n };
  for (;;) {
    const rows = await readAnswered(sql, range, after);
    for (const { business_id: businessId, id: paymentId, attempt } of rows) {
      // What the book does know of was judged when it was read.
      if (side.seen.get(businessId, paymentId) !== 0) continue;
      const says = `it was ${attempt}, and the book knows nothing of it`;
      yield { rule: 'not_in_book', businessId, paymentId, says };
    }
    const last = rows.at(-1);
    if (!last) return;
    after = { businessId: last.business_id, id: last.id };
  }
}

/** In all, what the ledger says the processor owes is what its book says it captured. */
export async function* checkTotals(
  sql: Sql,
  range: Range,
  side: BookSide,
): AsyncGenerator<Finding> {
  const ledgerCents = await owedCents(sql, range);
  if (ledgerCents === side.capturedCents) return;
  const says = `the ledger claims ${ledgerCents} cents, the book captured ${side.capturedCents}`;
  yield { rule: 'total_differs', says };
}

type Answered = { readonly business_id: bigint; readonly id: bigint; readonly attempt: string };

/** Scope: all. */
async function readAnswered(
  sql: Sql,
  { processor, settledBy }: Range,
  after: { businessId: bigint; id: bigint },
): Promise<Answered[]> {
  return await sql.query<Answered>(
    `select p.business_id, p.id, a.state as attempt
     from payments p
     join payment_attempts a on a.business_id = p.business_id and a.payment_id = p.id and a.n = 1
     where p.processor = $1 and p.finished_at <= $2 and a.state in ('approved', 'declined', 'reversed')
       and (p.business_id, p.id) > ($3, $4)
     order by p.business_id, p.id limit $5`,
    [processor, settledBy, after.businessId, after.id, paymentsAtOnce],
  );
}

/** Scope: all. */
async function owedCents(sql: Sql, { processor, settledBy }: Range): Promise<bigint> {
  const rows = await sql.query<{ cents: bigint }>(
    `select coalesce(sum(t.cents), 0)::bigint as cents
     from transfers t
     join payments p on p.business_id = t.business_id and p.id = t.payment_id
     where t.debit = 'receivable:' || $1::text and p.finished_at <= $2`,
    [processor, settledBy],
  );
  return rows[0]!.cents;
}
