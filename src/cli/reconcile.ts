import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { audit } from '../audit/auditor.ts';
import { readClientLog } from '../audit/client-log.ts';
import { formatFinding } from '../audit/finding.ts';
import { readBook } from '../processors/simulator/auditor-view.ts';
import { type Command, print, UsageFault } from './command.ts';
import { openHouse } from './open-house.ts';

export const reconcile: Command = {
  doc: "Holds the processor's book, the tables and a client's log against each other; 1 if they differ.",
  usage: '[--book <file>] [--client-log <file>]',
  async run(config, words) {
    const { book = join(config.dataFolder, 'simulated-bank.jsonl'), 'client-log': clientLog } =
      optionsOf(words);
    const house = await openHouse(config);
    try {
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

function optionsOf(words: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({ args: [...words], options: { book: text, 'client-log': text } }).values;
  } catch (error) {
    throw new UsageFault((error as Error).message);
  }
}
