import { parseArgs } from 'node:util';
import { readBook } from '#sandbox';
import { platform, recordOpenings } from '../backoffice/audit-log/audit-log.ts';
import { readClientLog } from '../backoffice/reconciliation/client-log.ts';
import { formatCoverage, readCoverage } from '../backoffice/reconciliation/coverage.ts';
import { formatFinding } from '../backoffice/reconciliation/finding.ts';
import { reconcile as reconcileAll } from '../backoffice/reconciliation/reconcile.ts';
import { int8 } from '../runtime/column.ts';
import { shape } from '../runtime/table.ts';
import type { World } from '../world.ts';
import { findBook, readable } from './bank-book.ts';
import { type Command, FileError, UsageError, visible } from './command.ts';
import { operator } from './data-command.ts';
import { showProgress } from './show-progress.ts';

export const reconcile: Command = {
  doc:
    "Compares the book of the simulated bank, the tables and a client's log. Gateways are not asked: for each account there " +
    'it says what was compared with their reports as they were read, until when, and what was not. The exit code is 1 if ' +
    'something differs.',
  usage: '[--book <file>] [--client-log <file>]',
  async run(config, words, { open, print, err }) {
    const { book: named, 'client-log': clientLog } = optionsOf(words);
    if (named !== undefined) await readable('book', named);
    if (clientLog !== undefined) await readable('client log', clientLog);
    const installation = await open(config);
    const progress = showProgress('reconcile', { to: err });
    try {
      // Only now: a bank in this process begins its book when the installation is opened.
      const book = await findBook(config, named);
      if (book === undefined) throw new FileError(noBook);
      const { db, vault, now, gateways } = installation.world;
      await noteCheck(installation.world);
      const findings = reconcileAll({
        db,
        vault,
        processor: 'simulator',
        readBook: () => readBook(book),
        readClientLog: clientLog === undefined ? undefined : () => readClientLog(clientLog),
        now: now(),
        progress,
      });
      let count = 0;
      for await (const finding of findings) {
        count += 1;
        progress.clear();
        print(visible(formatFinding(finding)));
      }
      progress.end();
      print(`${count} findings.`);
      const accounts = await readCoverage(db);
      if (accounts.length > 0) print('\nNot part of this, as only the gateways have the books:');
      for (const one of accounts) print(visible(formatCoverage(one, gateways)));
      return count === 0 ? 0 : 1;
    } finally {
      progress.end();
      await installation.close();
    }
  },
};

const stored = shape({ records: int8 });

/** Records in the audit log that every vault record is opened by the check. */
async function noteCheck({ db, now }: World): Promise<void> {
  const counted = await stored.readRow(db, 'select count(*) as records from vault_records');
  const reason = 'every record is opened to see that it opens; none is shown';
  const act = { businessId: platform, actor: operator(), object: 'vault', reason, at: now() };
  const facts = { records: String(counted.records) };
  await db.begin((tx) => recordOpenings(tx, [{ ...act, facts }])); // committed
}

const noBook =
  'there is no book of the bank in the data folder: name it with --book, such as that of quittance simulate';

function optionsOf(words: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({ args: [...words], options: { book: text, 'client-log': text } }).values;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
