import type { World } from '../world.ts';

/** Above every id that a business can give out. */
const firstId = 2n ** 62n;
/** As long as the shortest sealed value. */
const nothing = Buffer.alloc(28);

/**
 * The world of a dry run: its ids advance no counter, and it seals nothing, as sealing would make the key of a new
 * business. Rows under these ids are never committed.
 */
export function dryWorld(world: World): World {
  let last = firstId;
  const next = () => {
    last += 1n;
    return last;
  };
  const seal: World['vault']['seal'] = async (record) => ({
    ...record,
    keyVersion: 0,
    sealed: nothing,
  });
  return { ...world, ids: { next }, vault: { ...world.vault, seal } };
}
