import { parseArgs } from 'node:util';
import { audit } from '../audit/auditor.ts';
import { readClientLog } from '../audit/client-log.ts';
import { formatFinding } from '../audit/finding.ts';
import { readBook } from '../processors/simulator/auditor-view.ts';
import { findBook, readable } from './bank-book.ts';
import { type Command, FileFault, print, UsageFault } from './command.ts';
import { openHouse } from './open-house.ts';

export const reconcile: Command = {
  doc: "Holds the processor's book, the tables and a client's log against each other; 1 if they differ.",
  usage: '[--book <file>] [--client-log <file>]',
  async run(config, words) {
    const { book: named, 'client-log': clientLog } = optionsOf(words);
    if (named !== undefined) await readable('book', named);
    if (clientLog !== undefined) await readable('client log', clientLog);
    const house = await openHouse(config);
    try {
      // Only now: a bank in this process begins its book when the house is opened.
      const book = await findBook(config, named);
      if (book === undefined) throw new FileFault(noBook);
      const { db: sql, vault, now } = house.world;
      const findings = audit({
        sql,
        vault,
        processor: 'simulator',
        readBook: () => readBook(book),
        readClientLog: clientLog === undefined ? undefined : () => readClientLog(clientLog),
        now: now(),
      });
      let count = 0;
      for await (const finding of findings) {
        count += 1;
        print(formatFinding(finding));
      }
      print(`${count} findings.`);
      return count === 0 ? 0 : 1;
    } finally {
      await house.close();
    }
  },
};

const noBook =
  'there is no book of the bank in the data folder: name it with --book, such as that of quittance simulate';

function optionsOf(words: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({ args: [...words], options: { book: text, 'client-log': text } }).values;
  } catch (error) {
    throw new UsageFault((error as Error).message);
  }
}
