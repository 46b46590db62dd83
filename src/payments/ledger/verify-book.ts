import type { Progress } from '../../kernel/progress.ts';
import type { BookedCharge } from '../../ports/processors/booked-charge.ts';
import { int8, optional } from '../../runtime/column.ts';
import type { Database } from '../../runtime/sql.ts';
import { shape } from '../../runtime/table.ts';
import { readWhole } from '../../runtime/whole-tables.ts';
import type { LedgerFinding } from './verify.ts';

export type BookLine = Pick<BookedCharge, 'kind' | 'reference' | 'of' | 'netCents' | 'capture'>;

/**
 * Compares the processor's net takings with its debt for payments in the ledger. Payments in progress are left out on
 * both sides; the next run compares them.
 */
export async function* verifyBook(
  db: Database,
  only: bigint | undefined,
  now: Date,
  processor: string,
  read: () => AsyncIterable<BookLine>,
  progress: Progress,
): AsyncGenerator<LedgerFinding> {
  const lines = read()[Symbol.asyncIterator]();
  // The first line fixes the end of the book; anything written after it is later than `now`.
  let line = await lines.next();
  const { owed, moving } = await readOwed(db, only, now, processor);
  const taken = new Map<string, bigint>();
  const count = tally();
  for (; !line.done; line = await lines.next()) {
    progress.did(1);
    const cents = count(line.value);
    const [business, payment] = (line.value.of ?? line.value.reference).split('-');
    if (business === undefined || cents === 0n || moving.has(`${business}-${payment}`)) continue;
    taken.set(business, (taken.get(business) ?? 0n) + cents);
  }
  const isWanted = (name: string) => only === undefined || name === only.toString(36);
  for (const name of new Set([...taken.keys(), ...owed.keys()].filter(isWanted))) {
    const [booked, ours] = [taken.get(name) ?? 0n, owed.get(name) ?? 0n];
    if (booked === ours) continue;
    const account = `receivable:${processor}`;
    const says = `${account} was owed ${ours} cents for payments, and the book took ${booked}`;
    yield { rule: 'book_differs', businessId: fromBase36(name), says };
  }
}

/** The amount that each line adds to the total. A void reverses a capture, or releases an authorization. */
function tally(): (line: BookLine) => bigint {
  const onlyAuthorized = new Set<string>();
  return ({ kind, reference, of, netCents, capture }) => {
    switch (kind) {
      case 'charge':
        if (capture || netCents === 0n) return netCents;
        onlyAuthorized.add(reference);
        return 0n;
      case 'capture':
        if (netCents > 0n) onlyAuthorized.delete(of!);
        return netCents;
      case 'void':
        return onlyAuthorized.has(of!) ? 0n : -netCents;
      case 'refund':
        return -netCents;
    }
  };
}

const owedRow = shape({ business: int8, payment: optional(int8), cents: optional(int8) });

/** One statement, and so one snapshot. Businesses and payments by their names in references. */
async function readOwed(db: Database, only: bigint | undefined, now: Date, processor: string) {
  const rows = await readWhole(
    db,
    owedRow,
    `with moving as materialized (
       select business_id, id from payments p
       where processor = $2 and state in ('processing', 'unknown', 'capturing', 'voiding')
         and ($1::bigint is null or business_id = $1)
       union
       select business_id, payment_id from followups f
       where processor = $2 and state in ('processing', 'unknown')
         and ($1::bigint is null or business_id = $1)
       union
       select t.business_id, t.payment_id
       from transfers t join businesses b on b.business_id = t.business_id
       where t.payment_id is not null and ($1::bigint is null or t.business_id = $1)
         and t.made_at > $3::timestamptz + b.clock_ahead_ms * interval '1 millisecond'
     )
     select t.business_id as business, null::bigint as payment,
       sum(case when t.debit = 'receivable:' || $2 then t.cents else -t.cents end)::bigint as cents
     from transfers t
     left join moving m on m.business_id = t.business_id and m.id = t.payment_id
     where t.payment_id is not null and m.id is null and ($1::bigint is null or t.business_id = $1)
       and ('receivable:' || $2) in (t.debit, t.credit)
     group by t.business_id
     union all
     select business_id, id, null from moving`,
    [only, processor, now],
  );
  const owed = new Map<string, bigint>();
  const moving = new Set<string>();
  for (const { business, payment, cents } of rows) {
    const name = business.toString(36);
    if (payment === undefined) owed.set(name, cents ?? 0n);
    else moving.add(`${name}-${payment.toString(36)}`);
  }
  return { owed, moving };
}

/** Another system may number its businesses too; -1 is no business. */
function fromBase36(text: string): bigint {
  if (!/^[0-9a-z]{1,12}$/.test(text)) return -1n;
  let value = 0n;
  for (const letter of text) value = value * 36n + BigInt(Number.parseInt(letter, 36));
  return value;
}
