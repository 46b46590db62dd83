import { readFile } from 'node:fs/promises';
import type { TestContext } from 'node:test';
import { type Book, memoryBook } from '../../packages/sandbox/src/processor/book.ts';
import { fileBook } from '../../packages/sandbox/src/processor/file-book.ts';
import { bankAt, scratchFile, standingClock, testCard } from '../../packages/sandbox/test/bank.ts';
import { farBanks, nobody, processorAt, tellBank } from '../../packages/sandbox/test/far-bank.ts';
import type { Subject } from '../../packages/sandbox/test/subject.ts';
import { withBreaker } from '../../src/ports/processors/circuit-breaker.ts';
import type { Processor } from '../../src/ports/processors/processor.ts';
import { processorContract } from './contract.ts';

const cards = {
  approves: '4242424242424242',
  declines: '4000000000009995',
  approvesAPart: testCard('partial_approval'),
  timesOutBeforeBooking: testCard('timeout_before_booking'),
  timesOutAfterBooking: testCard('timeout_after_booking'),
  booksLate: testCard('late_booking'),
  captureDeclines: testCard('capture_declined'),
  captureTimesOutAfterBooking: testCard('capture_timeout_after_booking'),
  voidTimesOutAfterBooking: testCard('void_timeout_after_booking'),
  refundDeclines: testCard('refund_declined'),
  refundTimesOutBeforeBooking: testCard('refund_timeout_before_booking'),
  refundTimesOutAfterBooking: testCard('refund_timeout_after_booking'),
};
const tried = {
  cards,
  customer: 'C-1001',
  comparesVoids: true,
  recordsFollowUps: true,
  refundsSettledOnly: false,
  voidsAuthorizedOnly: false,
  tellsVoided: false,
};

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

const openFarBank = farBanks();
processorContract('simulator in another process', async (t) => {
  const address = await openFarBank(scratchFile(t));
  return {
    ...tried,
    // Its silence is waited for so long, some times over; an answer takes a tenth of it where much else runs.
    processor: processorAt(address, 800),
    unreachable: processorAt(nobody),
    passSeconds: async (passSeconds) => await tellBank(address, { passSeconds }),
    written: async () => await (await fetch(`${address}/book`)).text(),
  };
});
