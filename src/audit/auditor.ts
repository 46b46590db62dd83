import type { Sql } from '../base/sql.ts';
import type { BookedCharge } from '../processors/simulator/auditor-view.ts';
import type { Vault } from '../vault/vault.ts';
import { checkBook } from './book-check.ts';
import { createBookSide } from './book-side.ts';
import { checkClients } from './client-check.ts';
import type { ClientLine } from './client-log.ts';
import { overdueRule } from './due-rules.ts';
import type { Finding } from './finding.ts';
import { checkPaid, checkTotals } from './paid-check.ts';
import { rules } from './rules.ts';
import { checkRule } from './table-rules.ts';
import { checkVault } from './vault-check.ts';

export type Evidence = {
  readonly sql: Sql;
  readonly vault: Pick<Vault, 'openMany' | 'sameFingerprint'>;
  /** The processor whose book is given, as payments remember it. */
  readonly processor: string;
  /** Opened here, so that all that was finished by `now` stands in it. */
  readonly readBook: () => AsyncIterable<BookedCharge>;
  readonly readClientLog?: (() => AsyncIterable<ClientLine>) | undefined;
  readonly now: Date;
};

/** How long anything may lie about past its time before that is a finding: workers may be busy. */
const slackMs = 15 * 60_000;

/**
 * Holds the processor's book, our tables and what clients were told against each other. It may run beside
 * live traffic: what is still moving is left to the next time. Whatever the size, it reads streams and sets.
 */
export async function* audit(evidence: Evidence): AsyncGenerator<Finding> {
  const { sql, vault, processor, readBook, readClientLog, now } = evidence;
  const range = { processor, settledBy: now };
  const side = createBookSide();

  yield* checkBook(sql, readBook(), now, side);
  yield* checkPaid(sql, range, side);
  yield* checkTotals(sql, range, side);
  for (const rule of rules) yield* checkRule(sql, rule);
  yield* checkRule(sql, overdueRule(new Date(now.getTime() - slackMs)));
  yield* checkVault(sql, vault);
  if (readClientLog) yield* checkClients(sql, readClientLog(), side);
}
