import { readFile } from 'node:fs/promises';
import type { TestContext } from 'node:test';
import { withBreaker } from '../../src/processors/breaker.ts';
import { memoryBook } from '../../src/processors/simulator/book.ts';
import { fileBook } from '../../src/processors/simulator/file-book.ts';
import { bankAt, scratchFile, standingClock, testCard } from './bank.ts';
import { processorContract, type Subject } from './contract.ts';

const cards = {
  approves: '4242424242424242',
  declines: '4000000000009995',
  timesOutBeforeBooking: testCard('timeout_before_booking'),
  timesOutAfterBooking: testCard('timeout_after_booking'),
  booksLate: testCard('late_booking'),
  cannotConnect: testCard('connection_refused'),
};

async function inMemory(): Promise<Subject> {
  const book = memoryBook();
  const clock = standingClock();
  return {
    processor: bankAt(book, clock),
    cards,
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
    processor: bankAt(book, clock),
    cards,
    passSeconds: clock.passSeconds,
    written: async () => await readFile(path, 'utf8'),
  };
}

processorContract('simulator in memory', inMemory);
processorContract('simulator with a file', async (t) => await withFile(t, 20_000));
processorContract('simulator behind the breaker', async (t) => {
  const subject = await withFile(t, 20_000);
  const { now } = standingClock();
  return { ...subject, processor: withBreaker(subject.processor, { now }) };
});
