import { longestChargeMs } from '../../../kernel/longest-charge.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import type { World } from '../../../world.ts';
import { findEarlier } from '../../again.ts';
import { charge } from '../../charge.ts';
import type { Charged } from '../../finish.ts';
import type { Order } from '../../order.ts';
import { type Payment, tookMoney } from '../../payment.ts';
import { countRefused, groupsOf, levelFor, limitsIn, raisedUntil, type Try } from './judge.ts';
import { dayMs, higher, type Level, smallCents } from './limits.ts';
import { createPaidCards, type PaidCards } from './paid-cards.ts';
import { createPlaces, type Place, type Places } from './places.ts';
import { changeSuspects, readSuspects, type SuspectRow } from './store.ts';
import type { Suspect, Trier } from './suspect.ts';
import { type News, tellOperator } from './tell-operator.ts';

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

/** What one process knows without asking the database. */
type Memory = {
  readonly paid: PaidCards;
  readonly places: Places;
  /** Suspects that may be raised: the table is read for each of their tries. The others cost no statement. */
  readonly known: Map<string, number>;
  slowed: number;
};
const memories = new WeakMap<World['vault'], Memory>();

function memoryOf({ vault }: World): Memory {
  const known = memories.get(vault);
  if (known) return known;
  const memory: Memory = {
    paid: createPaidCards(),
    places: createPlaces(),
    known: new Map(),
    slowed: 0,
  };
  memories.set(vault, memory);
  return memory;
}

/** Charges a card, unless its number is one of many that the same suspects try without success. */
export async function chargeWatched(world: World, order: Order): Promise<Charged> {
  const attempt = tryOf(order);
  const { trier } = order;
  if (!trier || !attempt) return await charge(world, order);
  const leave = await admit(world, order, { trier, attempt });
  if (!leave) return await charge(world, order); // a replay
  try {
    const payment = await charge(world, order);
    await noteOutcome(world, { trier, attempt }, payment);
    return payment;
  } finally {
    leave();
  }
}

type Tried = { readonly trier: Trier; readonly attempt: Try };

/** A younger token shelters nobody: making one asks no bank. */
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

/** Returns how to leave once its outcome is known; undefined for a replay, which needs no place. */
async function admit(world: World, order: Order, tried: Tried): Promise<(() => void) | undefined> {
  const memory = memoryOf(world);
  const giveUpAt = world.now().getTime() + longestChargeMs(world.config);
  let passed: Level = 'none';
  for (;;) {
    const freed = memory.places.freed();
    const seen = await look(world, memory, tried);
    if (seen.level === 'stop' && (await findEarlier(world, order))) return undefined;
    if (higher(passed, seen.level) !== passed) {
      await pass(world, memory, { trier: tried.trier, level: seen.level });
      passed = seen.level;
      continue;
    }
    const leave = memory.places.take(seen.places);
    if (leave) return leave;
    if (await findEarlier(world, order)) return undefined;
    if (world.now().getTime() >= giveUpAt) throw new Refusal('busy');
    await freed;
  }
}

/** Slows the try down, asks for a proof, or refuses it. No connection is held meanwhile. */
async function pass(
  world: World,
  memory: Memory,
  { trier, level }: { readonly trier: Trier; readonly level: Level },
): Promise<void> {
  if (level === 'stop') throw new Refusal('too_many_cards_tried');
  if (level === 'prove' && trier.prove && !(await trier.prove())) throw new Refusal('proof_wanted');
  if (memory.slowed >= mostSlowed) throw new Refusal('busy');
  memory.slowed += 1;
  await world.sleep(slowMs).finally(() => {
    memory.slowed -= 1;
  });
}

type Seen = { readonly level: Level; readonly places: readonly Place[] };

/** The table is read for suspects of pages, which read much already, and for callers of whom a card was refused. */
async function look(world: World, memory: Memory, { trier, attempt }: Tried): Promise<Seen> {
  const at = world.now().getTime();
  const doubtful = trier.suspects.filter(
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
  const places = trier.suspects.flatMap((suspect) =>
    groupsOf(suspect.kind, attempt).map((group) => {
      const score = byName.get(suspect.name)?.watched.groups[group]?.score ?? 0;
      return placeIn(suspect, group, score);
    }),
  );
  return { level, places };
}

function levelOf({ watched, kind }: SuspectRow, attempt: Try, at: number): Level {
  return levelFor(watched, kind, attempt, at);
}

/** As the score comes near the stop, fewer are asked about at once: each may be the one that reaches it. */
function placeIn({ name, kind }: Suspect, group: string, score: number): Place {
  const { slow, stop, atOnce } = limitsIn(kind, group);
  const left = score >= slow ? Math.max(1, Math.ceil(stop - score)) : atOnce;
  return { name: `${name} ${group}`, most: Math.min(left, atOnce) };
}

async function noteOutcome(
  world: World,
  { trier: { suspects }, attempt }: Tried,
  { state, outcomeCode, id }: Payment,
): Promise<void> {
  const memory = memoryOf(world);
  if (tookMoney(state)) for (const suspect of suspects) memory.paid.note(suspect, attempt);
  if (state !== 'declined' || harmless.has(outcomeCode)) return;
  const now = world.now();
  const refused = {
    ...attempt,
    wrongCodeOf: outcomeCode === 'incorrect_cvc' ? `${id}` : undefined,
  };
  const news = new Map<string, News>();
  const credits = new Map(suspects.map((one) => [one.name, memory.paid.take(one)]));
  await changeSuspects(world.db, suspects, now, ({ name, kind }, before) => {
    const own = credits.get(name) ?? new Map();
    const judged = countRefused(before, kind, refused, { credits: own, now: now.getTime() });
    for (const one of judged.news) news.set(`${name} ${one.group}`, { suspect: name, ...one });
    const until = raisedUntil(judged.watched, now.getTime());
    if (until !== undefined) memory.known.set(name, until);
    return { watched: judged.watched, raisedUntil: new Date(until ?? now.getTime()) };
  });
  await tellOperator(world, suspects, [...news.values()]);
}

const nameOf = ({ name }: Suspect) => name;
