import { dayMs } from '../../../kernel/duration.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import type { World } from '../../../world.ts';
import type { Order } from '../../order.ts';
import { type Payment, tookMoney } from '../../payment.ts';
import { findEarlier } from '../../replay.ts';
import type { Admission } from '../admit.ts';
import { alertOperator, type News } from './alert-operator.ts';
import { countRefused, groupsOf, levelFor, limitsIn, type Try } from './judge.ts';
import { higher, type Level, smallCents } from './limits.ts';
import { createPaidCards, type PaidCards } from './paid-cards.ts';
import { changeTo, isProbeDue, takeProbe, withAnswer } from './stops.ts';
import { changeSuspects, readSuspects, type SuspectRow } from './store.ts';
import type { Suspect, Tester } from './suspect.ts';

/** Reasons that say nothing against the number, its date or its code. */
const harmless: ReadonlySet<string | undefined> = new Set([
  'insufficient_funds',
  'limit_exceeded',
  'processing_error',
  'authentication_required',
  'rejected',
]);

const slowMs = 2_000;
/** The most requests that one process delays at a time. */
const mostSlowed = 30;

/** The knowledge of one process, without asking the database. */
export type TestingMemory = {
  readonly paid: PaidCards;
  readonly places: Places;
  /** Suspects that may be raised: the table is read for each of their tries. The others cost no statement. */
  readonly known: Map<string, number>;
  slowed: number;
};

export function createTestingMemory(): TestingMemory {
  return { paid: createPaidCards(), places: createPlaces(), known: new Map(), slowed: 0 };
}

/** A number that is one of many which the same suspects try without success waits, has to prove work, or is refused. */
export async function enterTestingLimit(
  world: World,
  order: Order,
  giveUpAt: number,
): Promise<Admission> {
  const attempt = tryOf(order);
  const { tester } = order;
  if (!tester || !attempt) return undefined;
  return await admit(world, order, { tester, attempt, payer: payerOf(order, tester) }, giveUpAt);
}

type Tried = { readonly tester: Tester; readonly attempt: Try; readonly payer: string };

/** Tells payers apart: a link has one; callers name them as well as they know them. */
function payerOf({ contact, customerId, payerIp }: Order, { suspects }: Tester): string {
  const link = suspects.find(({ kind }) => kind === 'link');
  if (link) return link.name;
  const { email, phone, firstName, lastName, postalCode } = contact;
  const name = `${firstName} ${lastName} ${postalCode}`.trim();
  return email || phone || name || `${customerId ?? payerIp ?? ''}`;
}

/** A younger token is no shelter: making one involves no bank. */
const savedAfterMs = 7 * dayMs;

function tryOf({ source, amountCents, askedAt }: Order): Try | undefined {
  if (source.method !== 'card') return undefined;
  const { expiryYear, expiryMonth } = source.card;
  // Nobody tries numbers by a payload that a wallet sealed.
  if (expiryMonth === undefined) return undefined;
  return {
    number: source.fingerprint.toString('hex', 0, 8),
    bin: source.bin,
    expiry: `${expiryYear}${String(expiryMonth).padStart(2, '0')}`,
    isSmall: amountCents < smallCents,
    isSaved:
      source.storedAt !== undefined &&
      askedAt.getTime() - source.storedAt.getTime() >= savedAfterMs,
  };
}

async function admit(
  world: World,
  order: Order,
  tried: Tried,
  giveUpAt: number,
): Promise<Admission> {
  const memory = world.charges.testing;
  let passed: Level = 'none';
  for (;;) {
    const freed = memory.places.freed();
    const seen = await readLevels(world, memory, tried);
    if (seen.level === 'stop' && passed !== 'stop' && (await findEarlier(world, order))) {
      return 'replay';
    }
    if (higher(passed, seen.level) !== passed) {
      await (seen.level === 'stop'
        ? passStop(world, tried, seen.rows)
        : delayOrProve(world, memory, { tester: tried.tester, level: seen.level }));
      passed = seen.level;
      continue;
    }
    const leave = memory.places.take(seen.places);
    if (leave) {
      const outcome = { ...tried, isProbe: passed === 'stop' };
      return { leave, report: (payment) => countOutcome(world, outcome, payment) };
    }
    if (await findEarlier(world, order)) return 'replay';
    if (world.now().getTime() >= giveUpAt) throw new Refusal('busy');
    await freed;
  }
}

/** Lets a single try pass now and then, after the proof that the page was asked for. */
async function passStop(
  world: World,
  { tester, attempt }: Tried,
  rows: readonly SuspectRow[],
): Promise<void> {
  const at = world.now().getTime();
  const stopped = rows.filter((row) => levelOf(row, attempt, at) === 'stop');
  if (!stopped.every(({ watched, kind }) => isProbeDue(watched, kind, attempt, at))) {
    throw new Refusal('too_many_cards_tried');
  }
  if (tester.prove && !(await tester.prove())) throw new Refusal('proof_wanted');
  if (!(await takeProbe(world, stopped, attempt))) throw new Refusal('too_many_cards_tried');
}

/** Slows the try down, or asks for a proof. No connection is held meanwhile. */
async function delayOrProve(
  world: World,
  memory: TestingMemory,
  { tester, level }: { readonly tester: Tester; readonly level: Level },
): Promise<void> {
  if (level === 'prove' && tester.prove && !(await tester.prove()))
    throw new Refusal('proof_wanted');
  if (memory.slowed >= mostSlowed) throw new Refusal('busy');
  memory.slowed += 1;
  await world.sleep(slowMs).finally(() => {
    memory.slowed -= 1;
  });
}

type Seen = {
  readonly level: Level;
  readonly places: readonly Place[];
  readonly rows: readonly SuspectRow[];
};

/** The table is read for suspects of pages, which read much already, and for callers of whom a card was refused. */
async function readLevels(
  world: World,
  memory: TestingMemory,
  { tester, attempt }: Tried,
): Promise<Seen> {
  const at = world.now().getTime();
  const doubtful = tester.suspects.filter(
    ({ kind, name }) => kind !== 'caller' || (memory.known.get(name) ?? 0) > at,
  );
  const rows = doubtful.length > 0 ? await readSuspects(world.db, doubtful.map(nameOf)) : [];
  const byName = new Map(rows.map((row) => [row.name, row]));
  for (const { name } of doubtful) {
    // Another process may have changed it, or a person released it.
    const raised = byName.get(name)?.raisedUntil.getTime() ?? 0;
    if (raised > at) memory.known.set(name, raised);
    else memory.known.delete(name);
  }
  const level = rows.map((row) => levelOf(row, attempt, at)).reduce(higher, 'none');
  const places = tester.suspects.flatMap((suspect) =>
    groupsOf(suspect.kind, attempt).map((group) => {
      const score = byName.get(suspect.name)?.watched.groups[group]?.score ?? 0;
      return placeIn(suspect, group, score);
    }),
  );
  return { level, places, rows };
}

function levelOf({ watched, kind }: SuspectRow, attempt: Try, at: number): Level {
  return levelFor(watched, kind, attempt, at);
}

/** As the score comes near the stop, fewer cards are charged at once: each may be the one that reaches it. */
function placeIn({ name, kind }: Suspect, group: string, score: number): Place {
  const { slow, stop, atOnce } = limitsIn(kind, group);
  const left = score >= slow ? Math.max(1, Math.ceil(stop - score)) : atOnce;
  return { name: `${name} ${group}`, most: Math.min(left, atOnce) };
}

async function countOutcome(
  world: World,
  // A probe passed a stop.
  { tester: { suspects }, attempt, payer, isProbe }: Tried & { readonly isProbe: boolean },
  { state, outcomeCode: code, id }: Payment,
): Promise<void> {
  const memory = world.charges.testing;
  const at = world.now();
  const now = at.getTime();
  const hasPaid = tookMoney(state);
  if (hasPaid) memory.paid.note(suspects, attempt, now);
  const isRefused = state === 'declined' && !harmless.has(code);
  if (!isRefused && !(hasPaid && isProbe)) return;
  const refused = {
    ...attempt,
    wrongCodeOf: code === 'incorrect_cvc' ? `${id}` : undefined,
    excuse: isRefused ? memory.paid.excuseFor(suspects, { attempt, payer, code }, now) : 'none',
  } as const;
  const news = new Map<string, News>();
  const credits = new Map(
    isRefused ? suspects.map((one) => [one.name, memory.paid.take(one)]) : [],
  );
  await changeSuspects(world.db, suspects, at, ({ name, kind }, before) => {
    const { watched, ended } = isProbe
      ? withAnswer(before, kind, { attempt, hasPaid, now })
      : { watched: before, ended: [] };
    const own = credits.get(name) ?? new Map();
    const judged = isRefused
      ? countRefused(watched, kind, refused, { credits: own, now })
      : { watched, news: [] };
    const rest = ended.map((group) => ({ group, level: 'none' }) as const);
    for (const one of [...rest, ...judged.news]) {
      news.set(`${name} ${one.group}`, { suspect: name, ...one });
    }
    const change = changeTo(judged.watched, at);
    if (change.raisedUntil > at) memory.known.set(name, change.raisedUntil.getTime());
    return change;
  });
  await alertOperator(world, suspects, [...news.values()]);
}

const nameOf = ({ name }: Suspect) => name;

/**
 * Cards that this process is charging now, by suspect and group: each of them may be refused. It bounds the tries that
 * pass before the first answer is known.
 */
export type Places = {
  /** Takes one place in each, or in none. */
  take(wanted: readonly Place[]): (() => void) | undefined;
  /** Settles when the next place becomes free. */
  freed(): Promise<void>;
};
export type Place = { readonly name: string; readonly most: number };

function createPlaces(): Places {
  const taken = new Map<string, number>();
  let nextFree = Promise.withResolvers<void>();

  return {
    take(wanted) {
      if (wanted.some(({ name, most }) => (taken.get(name) ?? 0) >= most)) return undefined;
      for (const { name } of wanted) taken.set(name, (taken.get(name) ?? 0) + 1);
      return () => {
        for (const { name } of wanted) leave(name);
        nextFree.resolve();
        nextFree = Promise.withResolvers();
      };
    },
    freed: () => nextFree.promise,
  };

  function leave(name: string): void {
    const left = (taken.get(name) ?? 0) - 1;
    if (left > 0) taken.set(name, left);
    else taken.delete(name);
  }
}
