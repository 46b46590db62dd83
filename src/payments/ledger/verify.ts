import { type Progress, unwatched } from '../../kernel/progress.ts';
import { int8, optional, text } from '../../runtime/column.ts';
import type { Database } from '../../runtime/sql.ts';
import { shape } from '../../runtime/table.ts';
import { readWhole } from '../../runtime/whole-tables.ts';
import { type BookLine, verifyBook } from './verify-book.ts';
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
