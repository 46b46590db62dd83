import type { Try } from '../../src/payments/risk/card-testing/judge.ts';
import {
  callerSuspect,
  pageSuspects,
  type Suspect,
} from '../../src/payments/risk/card-testing/suspect.ts';
import type { Random } from '../campaign/random.ts';
import type { Answer } from './watch.ts';

/** One try of a payer, at a moment in milliseconds. */
export type Event = {
  readonly at: number;
  readonly suspects: readonly Suspect[];
  readonly attempt: Try;
  /** As the order names the payer. */
  readonly payer: string;
  readonly answer: Answer;
};
type Shop = { readonly says: string; events(random: Random, payments: number): Iterable<Event> };

const minute = 60_000;
const day = 24 * 60 * minute;
const harmlessShare = 0.4;

export function card(random: Random, bin: string, changes: Partial<Try> = {}): Try {
  const number = random
    .whole(0, 2 ** 31)
    .toString(16)
    .padStart(8, '0');
  const expiry = `${random.whole(2030, 2034)}${String(random.whole(1, 12)).padStart(2, '0')}`;
  return { number: `${bin}${number}`, bin, expiry, isSmall: false, isSaved: false, ...changes };
}

export function answerOf(random: Random, declined: number): Answer {
  if (!random.chance(declined)) return 'paid';
  if (random.chance(harmlessShare)) return 'harmless';
  return random.chance(0.15) ? 'wrong code' : 'refused';
}

const banks = (random: Random, count: number) =>
  `4${String(random.whole(0, count - 1)).padStart(5, '0')}`;

/** A payer whose card is declined tries it again, or another one. */
function* payer(
  random: Random,
  suspects: readonly Suspect[],
  first: Try,
  at: number,
  declined: number,
) {
  let attempt = first;
  for (let tries = 0; tries < 4; tries += 1) {
    const share = tries === 0 ? declined : 0.5;
    const answer = answerOf(random, share);
    yield { at: at + tries * minute, suspects, attempt, payer: first.number, answer };
    if (answer === 'paid' || random.chance(0.4)) return;
    if (random.chance(0.5)) attempt = card(random, attempt.bin, { isSmall: first.isSmall });
  }
}

function* ofCaller(random: Random, payments: number, of: Style): Iterable<Event> {
  const suspects = [callerSuspect(of.id)];
  for (let i = 0; i < payments; i += 1) {
    const first = card(random, of.bank(random), of.changes);
    yield* payer(random, suspects, first, of.at(random, i), of.declined(i));
  }
}
type Style = {
  readonly id: bigint;
  bank(random: Random): string;
  readonly changes?: Partial<Try>;
  at(random: Random, i: number): number;
  declined(i: number): number;
};

export const honestShops: readonly Shop[] = [
  {
    says: 'a small place where nine of ten customers have cards of one bank',
    events: (random, payments) =>
      ofCaller(random, payments, {
        id: 1n,
        bank: (r) => (r.chance(0.9) ? '411111' : banks(r, 50)),
        at: (_, i) => i * 3 * minute,
        declined: () => 0.1,
      }),
  },
  {
    says: 'the same, on days when that bank declines every second card for an hour',
    events: (random, payments) =>
      ofCaller(random, payments, {
        id: 2n,
        bank: (r) => (r.chance(0.9) ? '411111' : banks(r, 50)),
        at: (_, i) => i * minute,
        declined: (i) => (i % 1440 < 60 ? 0.5 : 0.1),
      }),
  },
  {
    says: 'a seasonal burst of twenty payments a second',
    events: (random, payments) =>
      ofCaller(random, payments, {
        id: 3n,
        bank: (r) => banks(r, 300),
        at: (_, i) => i * 50,
        declined: () => 0.15,
      }),
  },
  {
    says: 'donations of one dollar',
    events: (random, payments) =>
      ofCaller(random, payments, {
        id: 4n,
        bank: (r) => banks(r, 20),
        changes: { isSmall: true },
        at: (_, i) => i * 20_000,
        declined: () => 0.2,
      }),
  },
  { says: 'renewals of saved cards, and those that failed once more', events: renewals },
  { says: 'a clerk who types dates and codes from the phone, wrongly at times', events: clerk },
  { says: 'payers at links, of whom many share a network', events: links },
];

function* renewals(random: Random, payments: number): Iterable<Event> {
  const suspects = [callerSuspect(5n)];
  const each = 1_000;
  for (let month = 0; month * each < payments; month += 1) {
    let left = Array.from({ length: each }, () =>
      card(random, banks(random, 5), { isSaved: true }),
    );
    for (const [run, declined] of [0.25, 0.75, 0.8].entries()) {
      const failed = [];
      for (const [i, attempt] of left.entries()) {
        const answer = answerOf(random, declined);
        const at = month * 30 * day + run * 2 * day + i * 200;
        yield { at, suspects, attempt, payer: attempt.number, answer };
        if (answer !== 'paid') failed.push(attempt);
      }
      left = failed;
    }
  }
}

function* clerk(random: Random, payments: number): Iterable<Event> {
  const suspects = [callerSuspect(6n)];
  for (let i = 0; i < payments; i += 1) {
    const right = card(random, banks(random, 10));
    let at = i * 2 * minute;
    // Once mistyped, it is more likely to be mistyped again.
    for (let share = 0.05; random.chance(share); share = 0.4) {
      const isDate = random.chance(0.6);
      const attempt = isDate ? { ...right, expiry: card(random, right.bin).expiry } : right;
      const answer = isDate ? 'refused' : 'wrong code';
      yield { at, suspects, attempt, payer: right.number, answer };
      at += 10_000;
    }
    const answer = answerOf(random, 0.08);
    yield { at, suspects, attempt: right, payer: right.number, answer };
  }
}

function* links(random: Random, payments: number): Iterable<Event> {
  for (let i = 0; i < payments; i += 1) {
    const address = random.chance(0.3)
      ? `203.0.${random.whole(0, 3)}.${random.whole(1, 254)}`
      : `10.${random.whole(0, 255)}.${random.whole(0, 255)}.7`;
    const suspects = pageSuspects({ businessId: 7n, id: BigInt(i) }, address);
    const bank = random.chance(0.5) ? '411111' : banks(random, 50);
    const isSmall = random.chance(0.1);
    yield* payer(random, suspects, card(random, bank, { isSmall }), i * 30_000, 0.12);
  }
}
