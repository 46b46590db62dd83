import { longestChargeMs } from '../../kernel/longest-charge.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { World } from '../../world.ts';
import { charge } from '../charge.ts';
import type { Charged } from '../finish.ts';
import type { Order } from '../order.ts';
import { identityOf } from '../proof.ts';
import { findEarlier } from '../replay.ts';
import { chargeWatched } from './card-testing/charge-watched.ts';
import { countDeclines, declinesPerDay } from './declines.ts';

/** The most requests that may wait for a place: each occupies one of the requests that this process can handle. */
const mostWaiting = 60;

/** Charges, unless the card was declined too often today, or is one of many that are being tested. */
export async function chargeWithinLimit(world: World, order: Order): Promise<Charged> {
  const { business, source } = order;
  const isFree = !business.limited || source.method === 'bank' || order.against;
  if (isFree) return await charge(world, order);
  const fingerprints = world.vault.fingerprints(identityOf(source));
  const tries = triesOf(world, fingerprints);
  if (tries.present >= declinesPerDay) {
    // A replay needs no place.
    if (await findEarlier(world, order)) return await charge(world, order);
    if (tries.present >= declinesPerDay + mostWaiting) throw new Refusal('busy');
  }
  const giveUpAt = world.now().getTime() + longestChargeMs(world.config);
  tries.present += 1;
  try {
    const request = { order, tries, fingerprints, giveUpAt };
    const place = tries.turn.then(() => takePlace(world, request));
    tries.turn = place.catch(() => {});
    const hasPlace = await place;
    return await chargeWatched(world, order).finally(
      hasPlace ? () => leavePlace(tries) : undefined,
    );
  } finally {
    tries.present -= 1;
    if (tries.present === 0) tries.forget();
  }
}

/**
 * The attempts to charge one card in this process. Each may be declined, so it takes a place before its outcome is
 * known; when no place is left, a request waits until an attempt ends. Each process has places of its own; the counts
 * of declines in the table are shared.
 */
type Tries = {
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
  /** When every awaited answer must have arrived. */
  readonly giveUpAt: number;
};

const tried = new WeakMap<World['vault'], Map<string, Tries>>();

function triesOf({ vault }: World, fingerprints: readonly Buffer[]): Tries {
  const all = tried.get(vault) ?? new Map<string, Tries>();
  tried.set(vault, all);
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

/** False: it is a replay and needs no place. */
async function takePlace(
  world: World,
  { order, tries, fingerprints, giveUpAt }: PlaceRequest,
): Promise<boolean> {
  for (;;) {
    // Read before the table: an attempt that ends in between may be declined too late to be in the table.
    const { underWay, ended } = tries;
    const declines = await countDeclines(world, fingerprints);
    if (declines + underWay < declinesPerDay) {
      tries.underWay += 1;
      return true;
    }
    const isTooOften = declines >= declinesPerDay;
    if (isTooOften || world.now().getTime() >= giveUpAt) {
      // A payment from before the limit was switched on keeps its answer: a refusal would say that nothing was charged.
      if (await findEarlier(world, order)) return false;
      throw new Refusal(isTooOften ? 'card_declined_too_often' : 'busy');
    }
    await ended.promise;
  }
}

function leavePlace(tries: Tries): void {
  tries.underWay -= 1;
  tries.ended.resolve();
  tries.ended = Promise.withResolvers();
}
