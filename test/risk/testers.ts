import { callerSuspect, pageSuspects } from '../../src/payments/risk/card-testing/suspect.ts';
import type { Random } from '../campaign/random.ts';
import { card, type Event } from './honest-shops.ts';

/** Somebody who tests cards, and how many the bank may see before the stop. */
type Tester = {
  readonly says: string;
  /** Cards, or tries of one card, that reach the bank before all further ones are refused. */
  readonly atMost: number;
  events(random: Random): Iterable<Event & { readonly isHonest?: true }>;
};

const most = 3_000;
const minute = 60_000;
const caller = [callerSuspect(100n)];
const hour = 60 * minute;
/** One stolen card in thirty still pays. */
const foundOf = (random: Random) => (random.chance(1 / 30) ? 'paid' : 'refused');
const anyBank = (random: Random) => `5${String(random.whole(0, 99_999)).padStart(5, '0')}`;

function* tries(
  random: Random,
  make: (i: number) => Pick<Event, 'at' | 'suspects' | 'attempt'> & { readonly payer?: string },
): Iterable<Event> {
  for (let i = 0; i < most; i += 1) {
    yield { payer: 'one who tests', ...make(i), answer: foundOf(random) };
  }
}

const walk = (everyMs: number) => (random: Random) =>
  tries(random, (i) => ({ at: i * everyMs, suspects: caller, attempt: card(random, '424242') }));

export const testers: readonly Tester[] = [
  { says: 'walks through one bank, fast', atMost: 40, events: walk(20) },
  {
    says: 'walks through one bank, one card in ten minutes',
    atMost: 45,
    events: walk(10 * minute),
  },
  { says: 'walks through one bank, one card an hour', atMost: 90, events: walk(60 * minute) },
  {
    says: 'walks through one bank behind ten times as many honest payments',
    atMost: 60,
    *events(random) {
      for (const event of walk(minute)(random)) {
        for (let i = 0; i < 10; i += 1) {
          const attempt = card(random, anyBank(random));
          const answer = random.chance(0.9) ? 'paid' : 'refused';
          const payer = attempt.number;
          yield { at: event.at, suspects: caller, attempt, payer, answer, isHonest: true };
        }
        yield event;
      }
    },
  },
  {
    says: 'changes the bank after every ten cards',
    atMost: 130,
    events: (random) =>
      tries(random, (i) => ({
        at: i * 5_000,
        suspects: caller,
        attempt: card(random, String(500_000 + Math.floor(i / 10))),
      })),
  },
  {
    says: 'asks for one dollar, of any bank',
    atMost: 50,
    events: (random) =>
      tries(random, (i) => ({
        at: i * 5_000,
        suspects: caller,
        attempt: card(random, anyBank(random), { isSmall: true }),
      })),
  },
  {
    says: 'walks through the dates of number after number, five a day for each',
    atMost: 40,
    events: (random) => {
      let number = card(random, anyBank(random));
      return tries(random, (i) => {
        if (i % 5 === 0) number = card(random, anyBank(random));
        const { expiry } = card(random, number.bin);
        return { at: i * minute, suspects: caller, attempt: { ...number, expiry } };
      });
    },
  },
  {
    says: 'walks through the dates of one number for days, five a day',
    atMost: 25,
    *events(random) {
      const number = card(random, anyBank(random));
      for (let i = 0; i < most; i += 1) {
        const at = Math.floor(i / 5) * 24 * 60 * minute + (i % 5) * minute;
        const expiry = `${2030 + Math.floor(i / 12)}${String((i % 12) + 1).padStart(2, '0')}`;
        const attempt = { ...number, expiry };
        yield { at, suspects: caller, attempt, payer: 'one who tests', answer: 'refused' };
      }
    },
  },
  {
    says: 'charges tokens of cards saved beforehand',
    atMost: 260,
    events: (random) =>
      tries(random, (i) => ({
        at: i * 1_000,
        suspects: caller,
        attempt: card(random, anyBank(random), { isSaved: true }),
      })),
  },
  {
    says: 'tries any card at one link, from a thousand networks',
    atMost: 15,
    events: (random) =>
      tries(random, (i) => ({
        at: i * 5_000,
        suspects: pageSuspects({ businessId: 100n, id: 1n }, `10.${i % 250}.${i % 4}.9`),
        attempt: card(random, anyBank(random)),
      })),
  },
  {
    says: 'walks through one bank at ever new links, from one network',
    atMost: 35,
    events: (random) =>
      tries(random, (i) => ({
        at: i * 5_000,
        suspects: pageSuspects({ businessId: BigInt(i % 40), id: BigInt(i) }, `10.1.1.${i % 250}`),
        attempt: card(random, '424242'),
      })),
  },
  {
    says: 'walks through bank after bank, each until it is stopped',
    atMost: 70,
    *events(random) {
      // As if it knew: nobody else's cards count, so the 26th of a bank is refused.
      for (let i = 0; i < most; i += 1) {
        const attempt = card(random, String(500_000 + Math.floor(i / 25)));
        yield { at: i * 200, suspects: caller, attempt, payer: 'one who tests', answer: 'refused' };
      }
    },
  },
  {
    says: 'walks through the bank of most customers with made-up payers, while those go on paying',
    atMost: 60,
    events: (random) => amongCustomers(random, { perHour: 60, from: 0, everyMs: 10_000 }),
  },
  {
    says: 'the same, once the last customer has gone',
    atMost: 60,
    events: (random) => amongCustomers(random, { perHour: 8, from: 8, everyMs: minute }),
  },
  {
    says: "the same, at the customers' own pace",
    atMost: 60,
    events: (random) => amongCustomers(random, { perHour: 8, from: 8, everyMs: 8 * minute }),
  },
  {
    says: 'the same at a busy shop, which shelters one more stop at most',
    atMost: 75,
    events: (random) => amongCustomers(random, { perHour: 120, from: 8, everyMs: 20_000 }),
  },
];

/** Customers of one bank for some hours, and somebody who tests its cards from a certain hour on. */
function* amongCustomers(
  random: Random,
  { perHour, from, everyMs }: { perHour: number; from: number; everyMs: number },
): Iterable<Event & { readonly isHonest?: true }> {
  const bank = '424242';
  // Those who pay while it goes on, or until it begins.
  const until = from === 0 ? 12 * hour : from * hour;
  const events: (Event & { readonly isHonest?: true })[] = [];
  const pause = () => (-Math.log(1 - random.fraction()) * hour) / perHour;
  for (let at = pause(); at < until; at += pause()) {
    const attempt = card(random, bank);
    const answer = random.chance(0.9) ? 'paid' : 'refused';
    events.push({ at, suspects: caller, attempt, payer: attempt.number, answer, isHonest: true });
  }
  for (const event of walk(everyMs)(random)) {
    events.push({ ...event, at: from * hour + event.at, payer: event.attempt.number });
  }
  yield* events.toSorted((one, other) => one.at - other.at);
}
