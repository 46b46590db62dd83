import { readBook } from '#sandbox';
import { formatAccount, isRead } from '../backoffice/reconciliation/account-sentence.ts';
import { readClientLog } from '../backoffice/reconciliation/client-log.ts';
import { formatFinding } from '../backoffice/reconciliation/finding.ts';
import {
  type AccountRead,
  compareAccounts,
  countDays,
} from '../backoffice/reconciliation/gateway-accounts.ts';
import { reconcile as reconcileAll } from '../backoffice/reconciliation/reconcile.ts';
import { platform, recordOpenings } from '../records/audit-log.ts';
import { int8 } from '../runtime/column.ts';
import { shape } from '../runtime/table.ts';
import type { World } from '../world.ts';
import { findBook, readable } from './bank-book.ts';
import { type Command, FileError, visible } from './command.ts';
import { operator } from './data-command.ts';
import { showProgress } from './show-progress.ts';
import { verbatim, wholeNumber } from './values.ts';
import { option, readWords, usageOf, type Word } from './words.ts';

const days: Word<number> = {
  kind: 'option',
  shape: 'N',
  isRequired: false,
  read: wholeNumber(1, 3660),
  otherwise: 31,
};
const words = {
  book: option('FILE', verbatim(4096)),
  'client-log': option('FILE', verbatim(4096)),
  days,
};

export const reconcile: Command = {
  doc:
    "Compares the book of the simulated bank, the tables and a client's log, and asks the gateway of each account again what " +
    'it settled in the last 31 days (--days): each row, or each batch where a gateway reports no rows, is compared with the ' +
    'books. For each account it says what was compared, until when, and what could not be. The exit code is 1 if something ' +
    'differs or an account could not be read whole.',
  usage: usageOf(words),
  async run(config, given, { open, print, err }) {
    const { book: named, 'client-log': clientLog, days: span } = readWords(words, given);
    if (named !== undefined) await readable('book', named);
    if (clientLog !== undefined) await readable('client log', clientLog);
    const installation = await open(config);
    const progress = showProgress('reconcile', { to: err });
    try {
      // Only now: a bank in this process begins its book when the installation is opened.
      const book = await findBook(config, named);
      if (book === undefined) throw new FileError(noBook);
      const { world } = installation;
      const { db, vault, now } = world;
      const accounts: AccountRead[] = [];
      await noteCheck(world);
      const findings = reconcileAll({
        db,
        vault,
        processor: 'simulator',
        readBook: () => readBook(book),
        readClientLog: clientLog === undefined ? undefined : () => readClientLog(clientLog),
        gateways: {
          find: () =>
            compareAccounts(world, { days: span, progress, note: (one) => accounts.push(one) }),
          count: () => countDays(world, span),
        },
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
      if (accounts.length > 0) print('\nAccounts at gateways, which were asked again:');
      for (const one of accounts) print(visible(formatAccount(one)));
      const unread = accounts.filter((one) => !isRead(one)).length;
      if (unread > 0) print(`${unread} of ${accounts.length} accounts could not be read whole.`);
      return count === 0 && unread === 0 ? 0 : 1;
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
