import { setTimeout as delay } from 'node:timers/promises';
import { type Installation, killPostmaster } from './installation.ts';
import type { Supervised } from './processes.ts';
import type { Random } from './random.ts';
import { count } from './told.ts';

/** Kills so many times, now this, now that, at moments that nothing in the processes knows of. */
export async function killAll(
  installation: Installation,
  processes: readonly Supervised[],
  kills: number,
  random: Random,
  killed: Map<string, number>,
): Promise<void> {
  for (let done = 0; done < kills; ) {
    // Mostly in the middle of work, now and then while something starts.
    if (random.chance(0.8)) await Promise.all(processes.map((one) => one.untilReady()));
    await delay(random.whole(0, 1200));
    const victim = random.pick(victims);
    const service = processes.find(({ role }) => role === victim);
    const isDead = service ? service.kill() : await killPostmaster(installation);
    if (!isDead) continue;
    done += 1;
    count(killed, victim);
  }
}

const victims = ['all', 'all', 'serve', 'serve', 'postgres'] as const;
