import { nextCutoff } from '../../kernel/ach-windows.ts';
import type { World } from '../../world.ts';
import { takeOutLocked } from './collect.ts';
import { restore } from './end-rejecting.ts';
import { type ClearingFile, leaseFrom } from './file.ts';
import { readFile } from './file-store.ts';
import { type FilePart, lockPart, postponePart, readDueParts } from './part-store.ts';
import { readFiledOf } from './queue.ts';

const atOnce = 100;

/**
 * Looks at the parts that are due, of one business or of all: a worker that lost its file may have changed one of its
 * parts just after another worker went on without it. Returns how many it looked at.
 */
export async function releaseStrays(world: World, only?: bigint): Promise<number> {
  let looked = 0;
  for (const part of await readDueParts(world.db, world.now(), atOnce, only)) {
    try {
      await look(world, part);
      looked += 1;
    } catch (error) {
      const { businessId, fileId } = part;
      world.log.error('ach.part_not_released', { businessId, objectId: fileId, error });
    }
  }
  return looked;
}

async function look(world: World, part: FilePart): Promise<void> {
  const now = world.now();
  const file = await readFile(world.db, { scope: part.scope, id: part.fileId });
  if (part.state === 'filed' && isWithout(file, part)) return await release(world, part);
  if (part.state === 'rejected' && isSent(file)) return await restore(world, part);
  await postponePart(world.db, part, now, leaseFrom(now));
}

/** The part's owner went on collecting after the next owner had listed the parts: this part is not in the file. */
function isWithout(file: ClearingFile | undefined, { round }: FilePart): boolean {
  return !file || (file.state !== 'collecting' && round < file.round);
}

/** A rejection that was undone: no part of this file is rejected. */
function isSent(file: ClearingFile | undefined): boolean {
  return file?.state === 'written' || file?.state === 'delivered';
}

/** The entries of a stray were never sent, and wait for the next cut-off. */
async function release(world: World, part: FilePart): Promise<void> {
  await world.db.begin(async (tx) => {
    const now = await lockPart(tx, part);
    if (now?.state !== 'filed') return;
    const entries = await readFiledOf(tx, part);
    await takeOutLocked(world, tx, part, entries, nextCutoff(world.now(), false));
  });
}
