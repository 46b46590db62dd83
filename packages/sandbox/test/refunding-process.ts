import { once } from 'node:events';
import { fileBook } from '../src/processor/file-book.ts';
import { simulator } from '../src/processor/simulator.ts';
import { followUp } from './subject.ts';

/**
 * A process that refunds 70 cents of charge a1 so many times, some of them at once, and tells its parent
 * what it was answered: `node refunding-process.ts <book> <charge id> <name> <count>`. It begins when it
 * hears anything.
 */
const [path, processorId, name, count] = process.argv.slice(2);
const now = () => new Date('2030-02-01T00:00:00Z');
const bank = simulator({ book: fileBook(path!), now, sleep: async () => {} });
const charge = { reference: 'a1', processorId: processorId!, amountCents: 0n };

process.stdout.write('ready\n');
await once(process.stdin, 'data');
process.stdin.destroy();

for (let n = 0; n < Number(count); n += 4) {
  const references = [0, 1, 2, 3].map((i) => `${name}${n + i}`);
  const answers = await Promise.all(
    references.map((reference) => bank.followUp(followUp('refund', reference, charge, 70n))),
  );
  for (const [i, { outcome }] of answers.entries()) {
    process.stdout.write(`${references[i]} ${outcome}\n`);
  }
  // Others have their turn, as they would with a network in between.
  await new Promise((resolve) => setImmediate(resolve));
}
