import { luhnValid } from '../kernel/digits.ts';
import { areaCodes, firstNames, lastNames, places, streetNames } from './names.ts';
import type { Random } from './random.ts';

export type Person = {
  readonly customer: {
    readonly firstName: string;
    readonly lastName: string;
    readonly email: string;
    readonly phone: string;
    readonly address1: string;
    readonly city: string;
    readonly state: string;
    readonly postalCode: string;
  };
  readonly card: Card;
  /** True if the person's card is stored. */
  readonly keepsCard: boolean;
  /** The token of the stored card, once there is one. */
  token?: string;
};

export type Card = {
  readonly number: string;
  readonly expiryMonth: number;
  readonly expiryYear: number;
  readonly cvv: string;
};

/** The people whom the shop knows; each is somebody else. */
export type People = {
  /** Somebody who was here before, or else a new one. */
  known(random: Random): Person;
  stranger(random: Random): Person;
};

export function createPeople(year: number): People {
  const all: Person[] = [];
  const taken = new Set<string>();
  const stranger = (random: Random) => {
    const person = drawPerson(random, taken, year);
    all.push(person);
    return person;
  };
  return {
    stranger,
    known: (random) => (all.length === 0 ? stranger(random) : random.pick(all)),
  };
}

function drawPerson(random: Random, taken: Set<string>, year: number): Person {
  const firstName = random.pick(firstNames);
  const lastName = random.pick(lastNames);
  const mail = `${firstName}.${lastName}`.toLowerCase();
  const domain = random.pick(['example.com', 'example.net', 'example.org'] as const);
  const email = draw(taken, (n) => `${mail}${n === 0 ? '' : n + 1}@${domain}`);
  const phone = draw(taken, () => {
    const line = random.pick(mobileLines) + random.between(0, 9);
    return `${random.pick(areaCodes)}555${String(line).padStart(4, '0')}`;
  });
  const { city, postalCode } = random.weighted(places);
  const address1 = `${random.between(2, 480)} ${random.pick(streetNames)}`;
  return {
    customer: { firstName, lastName, email, phone, address1, city, state: 'ME', postalCode },
    card: drawCard(random, year),
    keepsCard: random.chance(0.35),
  };
}

/** In the sandbox the others are phones that take no texts, or carriers that fail. */
const mobileLines = [100, 120] as const;

/** The first that nobody has; if all are taken, one that somebody has. */
function draw(taken: Set<string>, attempt: (n: number) => string): string {
  let value = attempt(0);
  for (let n = 1; taken.has(value) && n < 500; n += 1) value = attempt(n);
  taken.add(value);
  return value;
}

/** First digits that gateways have for test cards: no bank gives out a number behind them. */
const ranges = [
  { prefix: '424242', length: 16, weight: 9 },
  { prefix: '401288', length: 16, weight: 4 },
  { prefix: '555555', length: 16, weight: 7 },
  { prefix: '222300', length: 16, weight: 2 },
  { prefix: '378282', length: 15, weight: 3 },
  { prefix: '601111', length: 16, weight: 2 },
] as const;

export function drawCard(random: Random, year: number): Card {
  const { prefix, length } = random.weighted(ranges);
  let digits: string = prefix;
  while (digits.length < length - 1) digits += String(random.between(0, 9));
  return {
    number: digits + checkDigit(digits),
    expiryMonth: random.between(1, 12),
    expiryYear: year + random.between(1, 4),
    cvv: String(random.between(0, 9999))
      .padStart(4, '0')
      .slice(length === 15 ? 0 : 1),
  };
}

function checkDigit(digits: string): string {
  return [...'0123456789'].find((last) => luhnValid(digits + last))!;
}
