import { currencies } from '../../../../src/kernel/currency.ts';
import { Secret } from '../../../../src/kernel/secret.ts';
import { walletKinds } from '../../../../src/ports/processors/authentication.ts';
import { type DeclineCode, declines } from '../../../../src/ports/processors/declines.ts';

/**
 * The format between the simulated bank and its callers: JSON, with cents as text. Both sides read what they receive by
 * the same tables and trust nothing in it.
 */
export type Read<T> = (value: unknown) => T;
type Shape = Readonly<Record<string, Read<unknown>>>;
export type Of<S extends Shape> = {
  readonly [K in keyof S]: S[K] extends Read<infer T> ? T : never;
};

class Malformed extends Error {}

const text: Read<string> = (value) => (typeof value === 'string' ? value : wrong());
const secret: Read<Secret> = (value) => new Secret(text(value));
const truth: Read<boolean> = (value) => (typeof value === 'boolean' ? value : wrong());
const cents: Read<bigint> = (value) => BigInt(/^-?\d{1,15}$/.exec(text(value))?.[0] ?? wrong());
const count: Read<number> = (value) =>
  typeof value === 'number' && Number.isSafeInteger(value) ? value : wrong();
const moment: Read<Date> = (value) => {
  const at = new Date(text(value));
  return Number.isNaN(at.getTime()) ? wrong() : at;
};
const declineCode: Read<DeclineCode> = (value) =>
  Object.hasOwn(declines, text(value)) ? (value as DeclineCode) : wrong();

const currency = oneOf(...currencies);

export const readers = { text, truth, count, cents };

export const requests = {
  charge: {
    reference: text,
    amountCents: cents,
    currency,
    capture: truth,
    allowPartial: truth,
    card: object({
      number: secret,
      expiryMonth: count,
      expiryYear: count,
      cvv: maybe(secret),
      holder: text,
      address: text,
      postalCode: text,
    }),
    authentication: maybe(
      object({
        version: text,
        status: oneOf('authenticated', 'attempted'),
        eci: text,
        cryptogram: secret,
        dsTransactionId: text,
        serverTransactionId: maybe(text),
      }),
    ),
    wallet: maybe(
      object({
        kind: oneOf(...walletKinds),
        form: oneOf('device_number'),
        cryptogram: secret,
        eci: maybe(text),
      }),
    ),
    statementDescriptor: maybe(text),
    gateway: maybe(object({ id: text, passkey: maybe(secret) })),
    simulatedAt: maybe(moment),
  },
  followUp: {
    reference: text,
    kind: oneOf('capture', 'void', 'refund'),
    chargeReference: text,
    chargeId: text,
    amountCents: cents,
    currency,
  },
  reference: { reference: text },
  batch: { reference: text, items: list(object({ reference: text, cents })) },
  customer: { code: text },
} as const;

const person = {
  code: text,
  firstName: text,
  lastName: text,
  email: text,
  phone: text,
  address1: text,
  address2: text,
  city: text,
  stateCode: text,
  postalCode: text,
  countryCode: text,
};

export const answers = {
  approved: {
    reference: text,
    processorId: text,
    amountCents: cents,
    currency: maybe(text),
    authorizationCode: text,
  },
  declined: {
    reference: text,
    processorId: text,
    currency: maybe(text),
    code: declineCode,
    message: text,
  },
  rejected: { message: text },
  canceled: { reference: text },
  not_found: {},
  unknown: { reason: text },
  closed: { reference: text, processorId: text, count, cents },
  found: person,
} as const;

type Answers = { [K in keyof typeof answers]: { outcome: K } & Of<(typeof answers)[K]> };
export type AnswerNamed<K extends keyof Answers> = K extends unknown ? Answers[K] : never;

/** Reveals secrets: this is for the wire and nothing else. */
export function writeJson(value: unknown): string {
  return JSON.stringify(value, (_, one) => {
    if (typeof one === 'bigint') return String(one);
    return one === undefined ? null : one;
  });
}

/** The parts of a card or gateway account that a request carries, in plain. */
export function inPlain(part: Secret | undefined): string | undefined {
  return part?.reveal();
}

/** Undefined if the body does not have this shape; further fields do no harm. */
export function readJson<S extends Shape>(body: string, shape: S): Of<S> | undefined {
  return attempt(() => object(shape)(JSON.parse(body)));
}

/** An answer that has one of these outcomes. */
export function readAnswer<K extends keyof Answers>(
  body: string,
  outcomes: readonly K[],
): AnswerNamed<K> | undefined {
  return attempt(() => {
    const raw = record(JSON.parse(body));
    const outcome = oneOf(...outcomes)(raw.outcome);
    const fields: Shape = answers[outcome];
    return { outcome, ...object(fields)(raw) } as unknown as AnswerNamed<K>;
  });
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof Malformed || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

export function object<S extends Shape>(shape: S): Read<Of<S>> {
  return (value) => {
    const raw = record(value);
    const fields = Object.entries(shape).map(([name, read]) => {
      return [name, read(Object.hasOwn(raw, name) ? raw[name] : undefined)] as const;
    });
    return Object.fromEntries(fields) as Of<S>;
  };
}

export function maybe<T>(read: Read<T>): Read<T | undefined> {
  return (value) => (value === null || value === undefined ? undefined : read(value));
}

export function oneOf<const W extends string>(...words: readonly W[]): Read<W> {
  return (value) => words.find((word) => word === value) ?? wrong();
}

function list<T>(read: Read<T>): Read<readonly T[]> {
  return (value) => (Array.isArray(value) ? value.map(read) : wrong());
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) wrong();
  return value as Readonly<Record<string, unknown>>;
}

function wrong(): never {
  throw new Malformed();
}
