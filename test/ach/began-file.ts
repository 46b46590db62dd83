import { collect } from '../../src/ach/files/collect.ts';
import { type ClearingFile, leaseFrom } from '../../src/ach/files/file.ts';
import { insertFile } from '../../src/ach/files/file-store.ts';
import { bankDay, openWindow } from '../../src/kernel/ach-windows.ts';
import type { World } from '../../src/world.ts';

/** A file whose maker collected what waited, and fell silent over it. */
export async function beganFile(world: World, scope: bigint): Promise<ClearingFile> {
  const window = openWindow(world.now(), false)!;
  const fileOn = bankDay(window.cutoffAt).toString();
  const file: ClearingFile = {
    ...window,
    scope,
    id: await world.ids.next(scope),
    direction: 'out',
    state: 'collecting',
    name: `${fileOn.replaceAll('-', '')}-Z.ach`,
    fileOn,
    number: 20,
    environment: scope === 0n ? 'live' : 'sandbox',
    sha256: undefined,
    entryCount: 0,
    debitCents: 0n,
    creditCents: 0n,
    faults: [],
    resolveAt: leaseFrom(world.now()),
    round: 1,
    createdAt: world.now(),
    putAt: undefined,
    deliveredAt: undefined,
  };
  await insertFile(world.db, file);
  await collect(world, file);
  return file;
}
