import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileBook } from '../src/processor/file-book.ts';
import { simulator } from '../src/processor/simulator.ts';
import { chargeRequest } from './subject.ts';

/**
 * A process that charges reference after reference, some of them at once, and tells its parent what it was
 * answered, until it has done them all or is killed:
 * `node charging-process.ts <book> <card> <cents> <count>`. It begins when it hears anything.
 */
const [path, card, cents, count] = process.argv.slice(2);
const bank = simulator({
  book: fileBook(path!),
  now: () => new Date(),
  sleep: async (ms) => await sleep(ms),
});

await tell('ready\n');
await once(process.stdin, 'data');
process.stdin.destroy();

for (let n = 0; n < Number(count); n += 8) {
  // Half of them other processes charge too, half are ours alone.
  const references = Array.from({ length: 8 }, (_, i) => `${i % 2 ? 'r' : `own${cents}-`}${n + i}`);
  await Promise.all(
    references.map(async (reference) => {
      const request = chargeRequest(reference, card!, { amountCents: BigInt(cents!) });
      const { outcome } = await bank.charge(request);
      await tell(`${reference} ${outcome}\n`);
    }),
  );
}

function tell(text: string): Promise<void> {
  return new Promise((resolve) => {
    process.stdout.write(text, () => resolve());
  });
}
