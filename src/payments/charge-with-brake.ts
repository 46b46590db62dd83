import { longestChargeMs } from '../base/longest-charge.ts';
import { Refusal } from '../base/refusal.ts';
import type { World } from '../world.ts';
import { findEarlier } from './again.ts';
import { charge } from './charge.ts';
import { countDeclines, declinesPerDay } from './declines.ts';
import type { Order } from './order.ts';
import type { Payment } from './payment.ts';

/** So many wait for a place, since each holds one of the requests that this process can take. */
const mostWaiting = 60;

/** Charges, but for a card that was declined too often today. */
export async function chargeWithBrake(world: World, order: Order): Promise<Payment> {
  const { business, source } = order;
  const isFree = !business.limited || source.method === 'bank' || order.against;
  if (isFree) return await charge(world, order);
  const fingerprints = world.vault.fingerprints(source.card.number);
  const tries = triesOf(world, fingerprints);
  if (tries.present >= declinesPerDay) {
    // What was made before needs no place.
    if (await findEarlier(world, order)) return await charge(world, order);
    if (tries.present >= declinesPerDay + mostWaiting) throw new Refusal('busy');
  }
  const giveUpAt = world.now().getTime() + longestChargeMs(world.config);
  tries.present += 1;
  try {
    const wish = { order, tries, fingerprints, giveUpAt };
    const place = tries.turn.then(() => takePlace(world, wish));
    tries.turn = place.catch(() => {});
    const hasPlace = await place;
    return await charge(world, order).finally(hasPlace ? () => giveBack(tries) : undefined);
  } finally {
    tries.present -= 1;
    if (tries.present === 0) tries.forget();
  }
}

/**
 * The tries of one card that are under way in this process. Each may be declined, so it takes a place before that
 * is known, and whoever finds none left waits until one has ended. Where several processes serve, each has places
 * of its own, and what they have in common is the table.
 */
type Tries = {
  underWay: number;
  /** Settles when the next of those under way has ended. */
  ended: PromiseWithResolvers<void>;
  /** Settles when whoever came last has a place, or is refused: one at a time looks. */
  turn: Promise<unknown>;
  /** Under way, or waiting for it. */
  present: number;
  readonly forget: () => void;
};

type Wish = {
  readonly order: Order;
  readonly tries: Tries;
  readonly fingerprints: readonly Buffer[];
  /** When every answer that was waited for must have come. */
  readonly giveUpAt: number;
};

const tried = new WeakMap<World['vault'], Map<string, Tries>>();

function triesOf({ vault }: World, fingerprints: readonly Buffer[]): Tries {
  const all = tried.get(vault) ?? new Map<string, Tries>();
  tried.set(vault, all);
  // Under the oldest key, whose version comes first: it stays the same when a new one is made.
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

/** False: it was made before, and needs none. */
async function takePlace(
  world: World,
  { order, tries, fingerprints, giveUpAt }: Wish,
): Promise<boolean> {
  for (;;) {
    // Before the table is looked at: whoever ends meanwhile may have been declined too late to be in it.
    const { underWay, ended } = tries;
    const declines = await countDeclines(world, fingerprints);
    if (declines + underWay < declinesPerDay) {
      tries.underWay += 1;
      return true;
    }
    const isTooOften = declines >= declinesPerDay;
    if (isTooOften || world.now().getTime() >= giveUpAt) {
      // A payment that was made before the brake came on keeps its answer: to refuse it would say that
      // nothing was charged.
      if (await findEarlier(world, order)) return false;
      throw new Refusal(isTooOften ? 'card_declined_too_often' : 'busy');
    }
    await ended.promise;
  }
}

function giveBack(tries: Tries): void {
  tries.underWay -= 1;
  tries.ended.resolve();
  tries.ended = Promise.withResolvers();
}
