import {
  callerSuspect,
  pageSuspects,
  type Suspect,
} from '../../src/payments/risk/card-testing/suspect.ts';
import type { Random } from '../campaign/random.ts';
import { answerOf, card, type Event } from './honest-shops.ts';
import type { Answer } from './watch.ts';

/** Hours in which many honest cards are refused at once, and none of their payers may be. */
type Scene = {
  readonly says: string;
  events(random: Random): readonly Event[];
  /** The share of good cards that may be refused, where nothing is known of the time before; 0 unless it is given. */
  readonly mayRefuse?: number;
  /** When the process starts, which remembers no card that paid before. */
  readonly startsAt?: number;
};

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const bins = Array.from({ length: 10 }, (_, i) => `41000${i}`);

type Flow = {
  readonly from?: number;
  readonly lasts: number;
  readonly perMinute: number;
  /** Of the i-th payer. */
  readonly suspects: (random: Random, i: number) => readonly Suspect[];
  readonly bank?: (random: Random) => string;
  readonly declined?: number;
  readonly small?: number;
  /** The share of payers who come with a card that paid here before. */
  readonly returning?: number;
  /** True while every card is declined, by its bank or by the gateway. */
  readonly isDown?: (at: number, bin: string, i: number) => boolean;
};

/** Payers by chance, each of whom tries up to three times, in the order of time. */
function flow(random: Random, of: Flow): Event[] {
  const { from = 0, bank = (r: Random) => r.pick(bins), declined = 0.1 } = of;
  const events: Event[] = [];
  const known: Event[] = [];
  let at = from;
  for (let i = 0; ; i += 1) {
    at += (-Math.log(1 - random.fraction()) * minute) / of.perMinute;
    if (at > from + of.lasts) break;
    const isBack = known.length > 0 && random.chance(of.returning ?? 0.2);
    const isSmall = random.chance(of.small ?? 0);
    const suspects = of.suspects(random, i);
    let attempt = isBack ? random.pick(known).attempt : card(random, bank(random), { isSmall });
    const payer = attempt.number;
    for (let tries = 0; tries < 3; tries += 1) {
      const time = at + tries * 40 * second;
      const isDown = of.isDown?.(time, attempt.bin, i) === true;
      const answer: Answer = isDown ? 'refused' : answerOf(random, tries > 0 ? 0.5 : declined);
      const event = { at: time, suspects, attempt, payer, answer };
      events.push(event);
      if (answer === 'paid') known.push(event);
      if (answer === 'paid' || random.chance(0.5)) break;
      if (random.chance(0.4)) attempt = card(random, bank(random), { isSmall });
    }
  }
  return events.toSorted((one, other) => one.at - other.at);
}

const caller = () => [callerSuspect(200n)];
const between = (from: number, to: number) => (at: number) => at >= from && at < to;

/** So many new payers, one after the other. */
function inTurn(
  random: Random,
  count: number,
  of: { from: number; every: number; bank: (i: number) => string; answer: (i: number) => Answer },
): Event[] {
  return Array.from({ length: count }, (_, i) => {
    const attempt = card(random, of.bank(i));
    const at = of.from + i * of.every;
    return { at, suspects: caller(), attempt, payer: attempt.number, answer: of.answer(i) };
  });
}

const paid = (): Answer => 'paid';
const refused = (): Answer => 'refused';

/** Ordinary payments, and then nobody but the customers of a bank that is down; the same with another bank. */
function twoBanks(random: Random): Event[] {
  const [one, two, ...others] = bins as [string, string, ...string[]];
  const half = 30 * minute;
  return [
    ...inTurn(random, 300, {
      from: 0,
      every: 5 * second,
      bank: (i) => bins[i % 10]!,
      answer: (i) => (i % 9 === 8 ? 'refused' : 'paid'),
    }),
    ...inTurn(random, 40, { from: half, every: half / 40, bank: () => one, answer: refused }),
    ...inTurn(random, 30, { from: 2 * half, every: 30 * second, bank: () => one, answer: paid }),
    ...inTurn(random, 40, { from: 3 * half, every: half / 40, bank: () => two, answer: refused }),
    ...inTurn(random, 20, {
      from: 4 * half,
      every: 30 * second,
      bank: (i) => others[i % 8]!,
      answer: paid,
    }),
  ];
}

const atPages = (businesses: number, address: (random: Random) => string) => {
  return (random: Random, i: number) =>
    pageSuspects(
      { businessId: BigInt(300 + random.whole(1, businesses)), id: BigInt(i) },
      address(random),
    );
};
const mainBank = (share: number) => (random: Random) =>
  random.chance(share) ? '411111' : random.pick(bins);

/** A busy shop, of which one bank declines everything for half an hour. */
const oneBank: Scene['events'] = (random) =>
  flow(random, {
    lasts: 4 * hour,
    perMinute: 10,
    suspects: caller,
    isDown: (at, bin) => bin === bins[0] && between(2 * hour, 2.5 * hour)(at),
  });

export const honestScenes: readonly Scene[] = [
  {
    says: 'one bank down for half an hour, and then another, with 40 customers each',
    events: twoBanks,
  },
  {
    says: 'a bank that declines everything for half an hour at a busy shop',
    events: oneBank,
  },
  {
    says: 'two banks at once that decline everything for an hour, at a shop near both',
    events: (random) =>
      flow(random, {
        lasts: 6 * hour,
        perMinute: 2,
        suspects: caller,
        bank: (r) => (r.chance(0.8) ? r.pick(bins.slice(0, 2)) : r.pick(bins)),
        isDown: (at, bin) => bins.slice(0, 2).includes(bin) && between(3 * hour, 4 * hour)(at),
      }),
  },
  {
    says: 'a gateway that declines everything for half an hour',
    events: (random) =>
      flow(random, {
        lasts: 4 * hour,
        perMinute: 6,
        suspects: caller,
        isDown: between(2 * hour, 2.5 * hour),
      }),
  },
  {
    says: 'a gateway that declines everything for half an hour, at a shop of small amounts',
    events: (random) =>
      flow(random, {
        lasts: 4 * hour,
        perMinute: 3,
        small: 0.9,
        suspects: caller,
        isDown: between(2 * hour, 2.5 * hour),
      }),
  },
  {
    says: 'a campus behind one address, where the bank of most is down for twenty minutes',
    events: (random) =>
      flow(random, {
        lasts: 4 * hour,
        perMinute: 3,
        declined: 0.25,
        small: 0.1,
        suspects: atPages(8, () => '192.0.2.7'),
        bank: mainBank(0.6),
        isDown: (at, bin) => bin === '411111' && between(2 * hour, 2 * hour + 20 * minute)(at),
      }),
  },
  {
    says: "a mobile carrier's shared address, and one shop in forty whose gateway is down",
    events: (random) =>
      flow(random, {
        lasts: 1.5 * hour,
        perMinute: 25,
        declined: 0.25,
        small: 0.2,
        suspects: atPages(40, () => '198.51.100.4'),
        isDown: (at, _, i) => i % 40 === 0 && between(0.5 * hour, hour)(at),
      }),
  },
  {
    says: 'a donation drive of one dollar each, a quarter declined',
    events: (random) =>
      flow(random, {
        lasts: 0.5 * hour,
        perMinute: 60,
        declined: 0.25,
        small: 0.95,
        returning: 0.02,
        suspects: caller,
      }),
  },
  {
    says: 'a ticket sale of six minutes, a third declined, during which a bank is down',
    events: (random) =>
      flow(random, {
        lasts: 6 * minute,
        perMinute: 400,
        declined: 0.33,
        returning: 0.02,
        suspects: caller,
        bank: mainBank(0.2),
        isDown: (at, bin) => bin === '411111' && between(3 * minute, 4 * minute)(at),
      }),
  },
  {
    says: 'a bank that declines everything from the moment the process starts',
    startsAt: 2 * hour,
    mayRefuse: 0.03,
    events: oneBank,
  },
  {
    says: 'a gateway that declines everything for three hours at a shop of new customers',
    mayRefuse: 0.2,
    events: (random) =>
      flow(random, {
        lasts: 12 * hour,
        perMinute: 4,
        returning: 0,
        suspects: caller,
        isDown: between(2 * hour, 5 * hour),
      }),
  },
];
