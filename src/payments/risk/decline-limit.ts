import { Refusal } from '../../kernel/refusal.ts';
import { bytea, date, int4 } from '../../runtime/column.ts';
import { table } from '../../runtime/table.ts';
import type { World } from '../../world.ts';
import type { Order } from '../order.ts';
import { findEarlier } from '../replay.ts';
import { identityOf } from '../source.ts';
import type { Admission } from './admit.ts';

/** The most requests that may wait for a place: each occupies one of the requests that this process can handle. */
const mostWaiting = 60;

/** A card that was declined too often today is not tried again. `giveUpAt`: when every awaited answer must have arrived. */
export async function enterDeclineLimit(
  world: World,
  order: Order,
  giveUpAt: number,
): Promise<Admission> {
  if (order.source.method === 'bank') return undefined;
  const fingerprints = world.vault.fingerprints(identityOf(order.source));
  const tries = triesOf(world, fingerprints);
  if (tries.present >= declinesPerDay) {
    // A replay needs no place.
    if (await findEarlier(world, order)) return 'replay';
    if (tries.present >= declinesPerDay + mostWaiting) throw new Refusal('busy');
  }
  tries.present += 1;
  const place = tries.turn.then(() => takePlace(world, { order, tries, fingerprints, giveUpAt }));
  tries.turn = place.catch(() => {});
  const admitted = await place.catch((error: unknown) => {
    leaveQueue(tries);
    throw error;
  });
  if (admitted === 'replay') leaveQueue(tries);
  return admitted;
}

function leaveQueue(tries: Tries): void {
  tries.present -= 1;
  if (tries.present === 0) tries.forget();
}

/**
 * The attempts to charge one card in this process. Each may be declined, so it takes a place before its outcome is
 * known; when no place is left, a request waits until an attempt ends. Each process has places of its own; the counts
 * of declines in the table are shared.
 */
export type Tries = {
  underWay: number;
  /** Settles when the next attempt ends. */
  ended: PromiseWithResolvers<void>;
  /** Settles when the last request in the queue has a place or is refused: requests look at the table one at a time. */
  turn: Promise<unknown>;
  /** In progress, or waiting. */
  present: number;
  readonly forget: () => void;
};

type PlaceRequest = {
  readonly order: Order;
  readonly tries: Tries;
  readonly fingerprints: readonly Buffer[];
  readonly giveUpAt: number;
};

function triesOf({ charges: { tries: all } }: World, fingerprints: readonly Buffer[]): Tries {
  // By the oldest fingerprint, which sorts first by its version: it stays the same when a new key is made.
  const name = fingerprints.map((fingerprint) => fingerprint.toString('hex')).sort()[0]!;
  const known = all.get(name);
  if (known) return known;
  const tries: Tries = {
    underWay: 0,
    ended: Promise.withResolvers(),
    turn: Promise.resolve(),
    present: 0,
    forget: () => all.delete(name),
  };
  all.set(name, tries);
  return tries;
}

async function takePlace(
  world: World,
  { order, tries, fingerprints, giveUpAt }: PlaceRequest,
): Promise<Admission> {
  for (;;) {
    // Read before the table: an attempt that ends in between may be declined too late to be in the table.
    const { underWay, ended } = tries;
    const declines = await countDeclines(world, fingerprints);
    if (declines + underWay < declinesPerDay) {
      tries.underWay += 1;
      return { leave: () => leavePlace(tries) };
    }
    const isTooOften = declines >= declinesPerDay;
    if (isTooOften || world.now().getTime() >= giveUpAt) {
      // A payment from before the limit was switched on keeps its answer: a refusal would say that nothing was charged.
      if (await findEarlier(world, order)) return 'replay';
      throw new Refusal(isTooOften ? 'card_declined_too_often' : 'busy');
    }
    await ended.promise;
  }
}

function leavePlace(tries: Tries): void {
  tries.underWay -= 1;
  tries.ended.resolve();
  tries.ended = Promise.withResolvers();
  leaveQueue(tries);
}

/*
 * The limit on card testing: a card that was declined this often on a day, at any business with limits on, is refused
 * until tomorrow. Days are UTC, since the count is for all businesses.
 */
const declinesPerDay = 5;

const cardDeclines = table('card_declines', {
  fingerprint: bytea,
  declinedOn: date,
  declines: int4,
});
const declineCount = cardDeclines.pick('declines');

/** Today's declines, under every fingerprint of a card: fingerprints made by older keys are not replaced. */
async function countDeclines(world: World, fingerprints: readonly Buffer[]): Promise<number> {
  const counted = await declineCount.readRow(
    world.db,
    `select coalesce(sum(declines), 0)::integer as declines from card_declines
     where fingerprint = any ($1::bytea[]) and declined_on = $2`,
    [fingerprints, today(world)],
  );
  return counted.declines;
}

/** The table has another partition key, so this is not written in the payment's transaction. */
export async function countDecline(world: World, { business, source }: Order): Promise<void> {
  if (!business.limited) return;
  await cardDeclines.insert(
    world.db,
    [{ fingerprint: source.fingerprint, declinedOn: today(world), declines: 1 }],
    'on conflict (fingerprint, declined_on) do update set declines = card_declines.declines + 1',
  );
}

export async function deleteOldDeclines(world: World): Promise<void> {
  await world.db.query('delete from card_declines where declined_on < $1', [today(world)]);
}

function today(world: World): string {
  return world.now().toISOString().slice(0, 10);
}
