import type { World } from '../src/world.ts';

/**
 * Whoever waits for another request would pass the clock: its patience would be over before the database has answered the
 * other one. So it asks the database before each turn, and no time passes.
 */
export function patient(world: World): World {
  return {
    ...world,
    async sleep() {
      await world.db.query('select');
    },
  };
}
