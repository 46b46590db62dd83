import { closeSync, openSync, writeSync } from 'node:fs';
import type { Answer } from './post.ts';
import type { Wish } from './wishes.ts';

/** What clients wanted and were told: written down at once, and remembered for the campaign's own check. */
export type Told = {
  wants(business: string, wish: Wish): void;
  hears(business: string, wish: Wish, answer: Answer, token: string | undefined): void;
  /** Something that no client should live to see. */
  complains(says: string): void;
  /** How often each answer came. */
  readonly counts: Map<string, number>;
  readonly wishes: Map<string, Heard>;
  readonly complaints: string[];
  close(): void;
};

export type Heard = {
  readonly wish: Wish;
  /** Definite ones, each state once. */
  readonly ends: Set<string>;
};

export function openTold(path: string): Told {
  const file = openSync(path, 'a');
  const counts = new Map<string, number>();
  const wishes = new Map<string, Heard>();
  const bodies = new Map<string, string>();
  const complaints: string[] = [];
  const write = (line: object) => writeSync(file, `${JSON.stringify(line)}\n`);

  return {
    counts,
    wishes,
    complaints,
    wants(business, wish) {
      const { name, order, cents } = wish;
      if (!wishes.has(name)) wishes.set(name, { wish, ends: new Set() });
      write({ did: 'sent', business, wish: name, order, cents: String(cents) });
    },
    hears(business, wish, { status, payment, state, body }, token) {
      const { name, order, cents } = wish;
      const line = { did: 'heard', business, wish: name, order, cents: String(cents), status };
      write({ ...line, payment, state, token });
      if (!payment || !state || !isEnd(state)) return;
      wishes.get(name)!.ends.add(state);
      const before = bodies.get(payment);
      if (before !== undefined && before !== body) {
        complaints.push(`${name}: payment ${payment} was told in two ways: ${before} and ${body}`);
      }
      bodies.set(payment, body);
    },
    complains(says) {
      complaints.push(says);
    },
    close: () => closeSync(file),
  };
}

export function isEnd(state: string): boolean {
  return state !== 'processing' && state !== 'unknown';
}

export function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
