import assert from 'node:assert/strict';
import test from 'node:test';
import { everyLife } from '../crash-world.ts';
import { steppingDatabase } from '../moments.ts';
import type { Size } from '../size.ts';
import {
  checkAll,
  fill,
  leftBehind,
  type RotationWorld,
  rotationKinds,
  rotationWorld,
  versions,
} from './rotation-world.ts';

export function testRotationDeaths(size?: Size): void {
  for (const which of rotationKinds) {
    test(`a rotation (${which}) killed at any statement or commit is continued`, async (t) => {
      const w = await rotationWorld(t);
      await fill(w, 2n, 4);
      await everyLife(
        { name: 'vault/rotation-deaths', size },
        {
          open: ({ atMoment }) => steppingDatabase(w.db, atMoment),
          before: async () => [await versions(w), await finishedRotations(w)] as const,
          act: (db) => w.rotateToTheEnd(which, db),
          async others([, finished]) {
            await checkAll(w, await w.open());
            // One that died after its last word is finished; another call would be another rotation.
            if ((await finishedRotations(w)) === finished) await w.rotateToTheEnd(which);
          },
          async judge([before]) {
            assert.deepEqual(await versions(w), { ...before, [which]: before[which] + 1 });
            assert.equal((await leftBehind(w))[which], 0n);
            await checkAll(w, await w.open());
          },
          alike: 2,
        },
      );
    });
  }
}

async function finishedRotations({ db }: RotationWorld): Promise<bigint> {
  const [row] = await db.query<{ n: bigint }>(
    'select count(*) as n from vault_rotations where finished_at is not null',
  );
  return row!.n;
}
