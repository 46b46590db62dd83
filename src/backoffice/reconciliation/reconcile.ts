import { type Progress, unwatched } from '../../kernel/progress.ts';
import type { BookedCharge } from '../../ports/processors/booked-charge.ts';
import type { Vault } from '../../ports/vault/vault.ts';
import type { Database } from '../../runtime/sql.ts';
import { unreportedRule } from './batch-rules.ts';
import { checkBook } from './book-check.ts';
import { createBookSide } from './book-side.ts';
import { checkClients } from './client-check.ts';
import type { ClientLine } from './client-log.ts';
import { overdueRule } from './due-rules.ts';
import type { Finding } from './finding.ts';
import { checkPaid, checkTotals, countPaid } from './paid-check.ts';
import { rules } from './rules.ts';
import { checkRule } from './table-rules.ts';
import { checkVault, countOpened } from './vault-check.ts';

export type Evidence = {
  readonly db: Database;
  readonly vault: Pick<Vault, 'openMany' | 'sameFingerprint'>;
  /** The processor whose book is given, as payments remember it. */
  readonly processor: string;
  /** Opened here, so that everything finished by `now` stands in it. */
  readonly readBook: () => AsyncIterable<BookedCharge>;
  readonly readClientLog?: (() => AsyncIterable<ClientLine>) | undefined;
  /** Asks the gateways, whose books are not at hand. */
  readonly gateways?: Omit<Step, 'name'>;
  readonly now: Date;
  readonly progress?: Progress;
};

/** How long anything may stay past its time before that is a finding: workers may be busy. */
const slackMs = 15 * 60_000;

/** Carried out in order: the marks from the book serve the later steps. */
type Step = {
  readonly name: string;
  readonly find: () => AsyncIterable<Finding>;
  /** The number of rows it reads, if that is cheap to know. */
  readonly count?: () => Promise<number>;
};

/**
 * Compares the processor's book, our tables and the reports to clients with each other. It may run beside live traffic:
 * work in progress is left to the next run. For any size it reads streams and sets, and takes at most n log n.
 */
export async function* reconcile(evidence: Evidence): AsyncGenerator<Finding> {
  const { progress = unwatched } = evidence;
  const steps = stepsOf(evidence, progress);
  for (const [i, { name, find, count }] of steps.entries()) {
    // Only for a person who waits.
    const work = progress === unwatched ? undefined : await count?.();
    progress.step(name, i + 1, steps.length, work);
    yield* find();
  }
}

function stepsOf(evidence: Evidence, progress: Progress): Step[] {
  const { db, vault, processor, readBook, readClientLog, gateways, now } = evidence;
  const range = { processor, settledBy: now };
  const side = createBookSide();
  const timed = [overdueRule(new Date(now.getTime() - slackMs)), unreportedRule(now)];
  return [
    { name: 'book', find: () => checkBook(db, counted(readBook(), progress), now, side) },
    {
      name: 'not_in_book',
      find: () => checkPaid(db, range, side, progress),
      count: () => countPaid(db, range),
    },
    { name: 'total_differs', find: () => checkTotals(db, range, side) },
    ...[...rules, ...timed].map((rule) => ({ name: rule.name, find: () => checkRule(db, rule) })),
    {
      name: 'vault',
      find: () => checkVault(db, vault, progress),
      count: () => countOpened(db),
    },
    ...(readClientLog
      ? [
          {
            name: 'client log',
            find: () => checkClients(db, counted(readClientLog(), progress), side),
          },
        ]
      : []),
    ...(gateways ? [{ name: 'gateways', ...gateways }] : []),
  ];
}

async function* counted<T>(lines: AsyncIterable<T>, progress: Progress): AsyncGenerator<T> {
  for await (const line of lines) {
    progress.did(1);
    yield line;
  }
}
