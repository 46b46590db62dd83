import { buildWorld as buildRealWorld } from '../../src/build-world.ts';
import type { World } from '../../src/world.ts';
import { namedDatabase, namedFunctions, namedGather, namedMailboxes } from './named-points.ts';
import { atPoint } from './ordered-death.ts';
import { sabotageCalled } from './sabotages.ts';

export { elapsedMs, now } from '../../src/build-world.ts';

/** In place of the one in `src/build-world.ts`: the same world, in which every step goes by a named point. */
export async function buildWorld(options: Parameters<typeof buildRealWorld>[0]): Promise<World> {
  const world = await buildRealWorld({ ...options, db: namedDatabase(options.db, atPoint) });
  const processors = [...world.processors].map(
    ([name, processor]) => [name, namedFunctions(name, processor, atPoint)] as const,
  );
  const killable = {
    ...world,
    gather: namedGather(world.gather, atPoint),
    processors: new Map(processors),
    mailboxes: namedMailboxes(world.mailboxes, atPoint),
  };
  const sabotage = process.env.CAMPAIGN_SABOTAGE;
  return sabotage ? sabotageCalled(sabotage)()(killable) : killable;
}
