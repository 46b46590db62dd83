import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { BehaviourName } from '../src/processor/behaviours.ts';
import type { Book } from '../src/processor/book.ts';
import { type Simulator, simulator } from '../src/processor/simulator.ts';
import { testCards } from '../src/processor/test-cards.ts';

export type StandingClock = {
  readonly now: () => Date;
  readonly passSeconds: (seconds: number) => void;
};

export function standingClock(): StandingClock {
  let at = Date.UTC(2030, 0, 15);
  return {
    now: () => new Date(at),
    passSeconds(seconds) {
      at += seconds * 1000;
    },
  };
}

/** Waiting takes no time here; whoever wants time to pass, says so. */
export function bankAt(book: Book, { now }: StandingClock, seed = 1): Simulator {
  const sleep = async () => {};
  return simulator({ book, now, sleep, seed, callTimeoutMs: 100, lateWindowSeconds: 4 });
}

export function testCard(does: BehaviourName): string {
  return testCards.find((row) => row.does === does)!.number;
}

export function scratchFile(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'book-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return join(folder, 'book.jsonl');
}
