import { recordAct } from '../../records/audit-log.ts';
import type { World } from '../../world.ts';
import { type ClearingFile, LostFile, leaseFrom } from './file.ts';
import { changeFile } from './file-store.ts';
import {
  type FilePart,
  isPartOpen,
  lockPart,
  readParts,
  rejectPart,
  restorePart,
} from './part-store.ts';

/**
 * Decides about a file that is being rejected: each business, in a transaction of its own, marks its part, after which
 * nothing in it settles. If an entry has settled or come back meanwhile, the bank did take the file, and it returns to
 * its former state. An entry that is final stays final, so two workers at once decide alike.
 */
export async function endRejecting(world: World, file: ClearingFile): Promise<ClearingFile> {
  const parts = await readParts(world.db, file);
  for (const part of parts) {
    if (await mark(world, part, file.resolveAt)) continue;
    for (const each of parts) await restore(world, each);
    return await notRejected(world, file);
  }
  const lease = leaseFrom(world.now());
  const rejected = await changeFile(world.db, file, { state: 'rejected', resolveAt: lease });
  if (!rejected) throw new LostFile();
  return rejected; // committed: from here on nothing in it settles
}

/** False: an entry has settled or come back. */
async function mark(world: World, part: FilePart, lookAt: Date | undefined): Promise<boolean> {
  return await world.db.begin(async (tx) => {
    const now = await lockPart(tx, part);
    if (!now) throw new LostFile();
    if (now.state !== 'rejected' && !(await isPartOpen(tx, part))) return false;
    await rejectPart(tx, part, lookAt);
    return true;
  });
}

/** A part whose file was not rejected is as before. */
export async function restore(world: World, part: FilePart): Promise<void> {
  await world.db.begin(async (tx) => {
    // A statement of its own: only the next one sees the changes it waited for.
    await lockPart(tx, part);
    await restorePart(tx, part, leaseFrom(world.now()));
  });
}

async function notRejected(world: World, file: ClearingFile): Promise<ClearingFile> {
  const at = world.now();
  const { scope: businessId, id, name, deliveredAt } = file;
  const change = deliveredAt
    ? ({ state: 'delivered', resolveAt: undefined } as const)
    : ({ state: 'written', resolveAt: leaseFrom(at) } as const);
  return await world.db.begin(async (tx) => {
    const changed = await changeFile(tx, file, change);
    if (!changed) throw new LostFile();
    const facts = { name, reason: 'something in it has settled or come back' };
    const object = `ach_file:${id}`;
    await recordAct(tx, {
      businessId,
      actor: 'system',
      act: 'ach_file.not_rejected',
      object,
      facts,
      at,
    });
    return changed;
  });
}
