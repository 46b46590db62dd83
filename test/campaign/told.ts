import { closeSync, openSync, writeSync } from 'node:fs';
import type { Deed, DeedEnd } from './deeds.ts';
import type { Answer } from './post.ts';
import type { Wish } from './wishes.ts';

/** What clients wanted and were told: written down at once, and remembered for the campaign's own check. */
export type Told = {
  wants(business: string, wish: Wish): void;
  hears(business: string, wish: Wish, answer: Answer, token: string | undefined): void;
  /** Of a capture, a void or a refund that is over; `cents` is what the answer says was moved. */
  hearsOf(business: string, deed: Deed, end: DeedEnd, answer: Answer, cents?: number): void;
  /** Something that no client should live to see. */
  complains(says: string): void;
  /** How often each answer came. */
  readonly counts: Map<string, number>;
  readonly wishes: Map<string, Heard>;
  readonly deeds: Map<string, HeardOf>;
  readonly complaints: string[];
  close(): void;
};

export type Heard = {
  readonly business: string;
  readonly wish: Wish;
  /** Definite ones, each state once. */
  readonly ends: Set<string>;
};

export type HeardOf = {
  readonly business: string;
  readonly deed: Deed;
  readonly ends: Set<DeedEnd>;
  /** What was done, by the id that was told, and how much it was. */
  readonly done: Map<string, number | undefined>;
  readonly says: Set<string>;
};

export function openTold(path: string): Told {
  const file = openSync(path, 'a');
  const counts = new Map<string, number>();
  const wishes = new Map<string, Heard>();
  const deeds = new Map<string, HeardOf>();
  const bodies = new Map<string, string>();
  const complaints: string[] = [];
  const write = (line: object) => writeSync(file, `${JSON.stringify(line)}\n`);

  /** Whoever is told of one thing twice is told the same. */
  const compare = (name: string, what: string, body: string) => {
    const before = bodies.get(what);
    if (before !== undefined && before !== body) {
      complaints.push(`${name}: ${what} was told in two ways: ${before} and ${body}`);
    }
    bodies.set(what, body);
  };

  return {
    counts,
    wishes,
    deeds,
    complaints,
    wants(business, wish) {
      const { name, order, cents } = wish;
      if (!wishes.has(name)) wishes.set(name, { business, wish, ends: new Set() });
      write({ did: 'sent', business, wish: name, order, cents: String(cents) });
    },
    hears(business, wish, { status, payment, state, body }, token) {
      const { name, order, cents } = wish;
      const line = { did: 'heard', business, wish: name, order, cents: String(cents), status };
      write({ ...line, payment, state, token });
      if (!payment || !state || !isEnd(state)) return;
      wishes.get(name)!.ends.add(state);
      compare(name, `payment ${business} ${payment}`, body);
    },
    hearsOf(business, deed, end, { status, followUp, followUpState, body }, cents) {
      const heard = deeds.get(deed.name) ?? nothingOf(business, deed);
      deeds.set(deed.name, heard);
      heard.ends.add(end);
      if (end === 'refused' || end === 'declined') heard.says.add(body);
      if (!followUp) return;
      const told = cents ?? deed.cents;
      if (end === 'done') heard.done.set(followUp, told);
      compare(deed.name, `${deed.operation} ${business} ${followUp}`, body);
      if (told === undefined) return;
      const line = { did: 'heard', business, wish: deed.name, cents: String(told), status };
      write({ ...line, followUp, followUpState });
    },
    complains(says) {
      complaints.push(says);
    },
    close: () => closeSync(file),
  };
}

function nothingOf(business: string, deed: Deed): HeardOf {
  return { business, deed, ends: new Set(), done: new Map(), says: new Set() };
}

export function isEnd(state: string): boolean {
  return state !== 'processing' && state !== 'unknown';
}

export function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
