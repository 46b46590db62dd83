import type { Sql } from '../base/sql.ts';
import { type BookLine, verifyBook } from './verify-book.ts';
import { differences, ledgerRules } from './verify-rules.ts';

/** Something in the ledger that nothing explains. Shaped as the findings of the auditor. */
export type LedgerFinding = {
  readonly rule: string;
  readonly businessId: bigint;
  readonly paymentId?: bigint | undefined;
  readonly says: string;
};

export type LedgerEvidence = {
  readonly sql: Sql;
  /** Of one business, or of all. */
  readonly businessId?: bigint | undefined;
  readonly now: Date;
  /** What a processor has written down; opened here, so that all that was finished by `now` stands in it. */
  readonly book?:
    | { readonly processor: string; readonly read: () => AsyncIterable<BookLine> }
    | undefined;
};

/**
 * Explains every cent of the ledger: by payments and what was given back, batches, bank transfers and deposits,
 * and by the processor's book. Each rule is one statement over sets, so of one moment: it may run beside live
 * traffic, whatever the size.
 */
export async function* verifyLedger({
  sql,
  businessId,
  now,
  book,
}: LedgerEvidence): AsyncGenerator<LedgerFinding> {
  const ours = await sql.query<Difference>(differences, [businessId]);
  for (const { account, object, id, moved, explained, ...where } of ours) {
    const says = `${account} moved ${moved} cents for ${object} ${id}, where ${explained} are explained`;
    yield { rule: 'ledger_unexplained', ...where, paymentId: where.paymentId ?? undefined, says };
  }
  for (const { name, statement } of ledgerRules) {
    const rows = await sql.query<Broken>(statement, [businessId]);
    for (const { says, ...where } of rows) {
      yield { rule: name, ...where, paymentId: where.paymentId ?? undefined, says };
    }
  }
  if (book) yield* verifyBook(sql, businessId, now, book.processor, book.read);
}

type Broken = {
  readonly businessId: bigint;
  readonly paymentId: bigint | null;
  readonly says: string;
};

type Difference = Omit<Broken, 'says'> & {
  readonly account: string;
  readonly object: string;
  readonly id: bigint;
  readonly moved: bigint;
  readonly explained: bigint;
};
