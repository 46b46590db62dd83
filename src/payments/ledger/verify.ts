import { type Progress, unwatched } from '../../kernel/progress.ts';
import type { BookedCharge } from '../../ports/processors/booked-charge.ts';
import { int8, optional, text } from '../../runtime/column.ts';
import type { Database } from '../../runtime/sql.ts';
import { shape } from '../../runtime/table.ts';
import { readWhole } from '../../runtime/whole-tables.ts';
import { differences, ledgerRules } from './verify-rules.ts';

/** A difference in the ledger that nothing explains, as a finding of reconciliation. */
export type LedgerFinding = {
  readonly rule: string;
  readonly businessId: bigint;
  readonly paymentId?: bigint | undefined;
  readonly says: string;
};

export type LedgerEvidence = {
  readonly db: Database;
  /** The business to verify; undefined: all. */
  readonly businessId?: bigint | undefined;
  readonly now: Date;
  /** The book of a processor; opened here, so that it contains everything that was finished by `now`. */
  readonly book?:
    | { readonly processor: string; readonly read: () => AsyncIterable<BookLine> }
    | undefined;
  readonly progress?: Progress;
};

const broken = shape({ businessId: int8, paymentId: optional(int8), says: text });
const difference = shape({
  businessId: int8,
  paymentId: optional(int8),
  account: text,
  object: text,
  id: int8,
  moved: int8,
  explained: int8,
});

/** No rule returns more findings: the first ones are enough to begin with. */
const mostOfOneKind = 10_000;

/**
 * Explains every cent of the ledger by payments, refunds, batches, bank transfers and payouts, and by the processor's
 * book. Each rule is one statement over sets, and so one snapshot: it may run beside live traffic, whatever the size.
 */
export async function* verifyLedger({
  db,
  businessId,
  now,
  book,
  progress = unwatched,
}: LedgerEvidence): AsyncGenerator<LedgerFinding> {
  const steps = 1 + ledgerRules.length + (book ? 1 : 0);
  progress.step('ledger_unexplained', 1, steps);
  const ours = await readWhole(db, difference, differences, [businessId], mostOfOneKind);
  for (const { account, object, id, moved, explained, ...where } of ours) {
    const says = `${account} moved ${moved} cents for ${object} ${id}, where ${explained} are explained`;
    yield { rule: 'ledger_unexplained', ...where, says };
  }
  for (const [i, { name, statement }] of ledgerRules.entries()) {
    progress.step(name, i + 2, steps);
    const rows = await readWhole(db, broken, statement, [businessId], mostOfOneKind);
    for (const row of rows) yield { rule: name, ...row };
  }
  if (!book) return;
  progress.step('book_differs', steps, steps);
  yield* verifyBook(db, businessId, now, book.processor, book.read, progress);
}

export type BookLine = Pick<BookedCharge, 'kind' | 'reference' | 'of' | 'netCents' | 'capture'>;

/**
 * Compares the processor's net takings with its debt for payments in the ledger. Payments in progress are left out on
 * both sides; the next run compares them.
 */
async function* verifyBook(
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
