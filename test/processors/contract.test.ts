import { readFile } from 'node:fs/promises';
import type { TestContext } from 'node:test';
import { type Book, memoryBook } from '../../packages/sandbox/src/processor/book.ts';
import { fileBook } from '../../packages/sandbox/src/processor/file-book.ts';
import { bankAt, scratchFile, standingClock } from '../../packages/sandbox/test/bank.ts';
import type { Subject } from '../../packages/sandbox/test/subject.ts';
import { withBreaker } from '../../src/ports/processors/circuit-breaker.ts';
import type { Processor } from '../../src/ports/processors/processor.ts';
import { processorContract } from './contract.ts';
import { tried } from './simulated-cards.ts';

/** The same bank while nothing gets through to it. */
function unreachable(book: Book): Processor {
  const bank = bankAt(book, standingClock());
  bank.outage(true);
  return bank;
}

async function inMemory(): Promise<Subject> {
  const book = memoryBook();
  const clock = standingClock();
  return {
    ...tried,
    processor: bankAt(book, clock),
    unreachable: unreachable(book),
    passSeconds: clock.passSeconds,
    written: async () => book.text(),
  };
}

async function withFile(t: TestContext, keep: number): Promise<Subject> {
  const path = scratchFile(t);
  const book = fileBook(path, { keep });
  t.after(() => book.close());
  const clock = standingClock();
  return {
    ...tried,
    processor: bankAt(book, clock),
    unreachable: unreachable(book),
    passSeconds: clock.passSeconds,
    written: async () => await readFile(path, 'utf8'),
  };
}

processorContract('simulator in memory', inMemory);
processorContract('simulator with a file', async (t) => await withFile(t, 20_000));
processorContract('simulator with a file and hardly any memory', async (t) => await withFile(t, 2));
processorContract('simulator behind the breaker', async (t) => {
  const subject = await withFile(t, 20_000);
  const { now } = standingClock();
  return { ...subject, processor: withBreaker(subject.processor, { now }) };
});
