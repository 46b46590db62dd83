import { setTimeout as delay } from 'node:timers/promises';
import { count } from './client-log.ts';
import type { Deaths } from './deaths.ts';
import { type Installation, killPostmaster } from './installation.ts';
import type { Order } from './ordered-death.ts';
import type { Supervised } from './processes.ts';
import type { Random } from './random.ts';

export type Killing = {
  readonly installation: Installation;
  readonly services: readonly Supervised[];
  readonly bank: Supervised | undefined;
  readonly deaths: Deaths;
  readonly random: Random;
  /** How many are to die at named points. */
  readonly kills: number;
  /** Those that died at moments that nothing in the processes knows of. */
  readonly elsewhere: Map<string, number>;
  /** How many purchases were begun until now. */
  readonly purchases: () => number;
  /** Only at this point, when there is one to look at. */
  readonly at: string | undefined;
};

/**
 * So many deaths at named points: first at every point at which nobody died yet, as they come by, and then at
 * points and passings that are drawn. Between them services, bank and database die at any moment at all.
 */
export async function killAll(killing: Killing): Promise<void> {
  const { services, deaths, random, kills } = killing;
  let fruitless = 0;
  // Where nobody died yet is soon passed, or seldom: then whoever comes by, in the middle of whatever else.
  deaths.setStanding(() => {
    if (killing.at !== undefined) return { at: killing.at, but: [], passing: random.whole(1, 3) };
    const isSeldom = fruitless >= 2 || random.chance(0.15);
    return isSeldom ? deaths.untouched() : undefined;
  });
  while (deaths.total() < kills) {
    // Mostly in the middle of work, now and then while the other one starts.
    if (random.chance(0.5)) await Promise.all(services.map((one) => one.untilReady()));
    if (random.chance(0.12)) await killAnywhere(killing);
    const victim = random.pick(services);
    await victim.untilReady();
    await delay(random.whole(0, 400));
    const isWalking = fruitless < 2 || random.chance(0.2);
    const order = isWalking ? deaths.untouched() : drawn(killing);
    const died = await dieBy(killing, victim, (killing.at && deaths.standing()) || order);
    if (!died) victim.order(deaths.standing());
    if (isWalking) fruitless = died ? 0 : fruitless + 1;
  }
  deaths.setStanding(() => undefined);
  for (const one of services) one.order(undefined);
}

/** So many purchases pass the points that they pass at all. */
const patience = 40;

/** Whether it did: others, of whom we know nothing here, die by orders too. */
async function dieBy({ purchases }: Killing, victim: Supervised, order: Order): Promise<boolean> {
  const before = purchases();
  victim.order(order);
  while (victim.isReady()) {
    if (purchases() - before > patience) return false;
    await delay(10);
  }
  return true;
}

/** Points that are passed seldom are waited for in vain, so half die at any moment: mostly where most passes. */
function drawn({ deaths, random }: Killing): Order {
  const all = [...deaths.byPoint];
  if (all.length === 0) return deaths.untouched();
  if (random.chance(0.5)) return { but: [], passing: random.whole(1, 400) };
  const least = Math.min(...deaths.byPoint.values());
  // Half of the rest where the fewest died, else anywhere.
  const few = all.filter(([, times]) => times === least);
  const [at] = random.pick(random.chance(0.5) ? few : all);
  return { at, but: [], passing: random.whole(1, 6) };
}

async function killAnywhere(killing: Killing): Promise<void> {
  const { installation, services, bank, random, elsewhere } = killing;
  const victim = random.pick(['service', 'service', 'bank', 'bank', 'postgres'] as const);
  await delay(random.whole(0, 300));
  const process = victim === 'bank' ? bank : random.pick(services);
  const isDead = victim === 'postgres' ? await killPostmaster(installation) : process?.kill();
  if (isDead) count(elsewhere, victim === 'service' ? process!.name : victim);
}
