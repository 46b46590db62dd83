import assert from 'node:assert/strict';
import test from 'node:test';
import { crashing, Death } from '../crash-world.ts';
import {
  checkAll,
  fill,
  leftBehind,
  type RotationWorld,
  rotationKinds,
  rotationWorld,
  versions,
} from './rotation-world.ts';

for (const which of rotationKinds) {
  test(`a rotation (${which}) killed at any statement or commit is continued`, async (t) => {
    const w = await rotationWorld(t);
    await fill(w, 2n, 4);
    let deaths = 0;
    for (const moment of ['before', 'after'] as const) {
      for (let life = 1, died = true; died; life += 1) {
        const [before, finished] = [await versions(w), await finishedRotations(w)];
        died = await diesOf(w.rotateToTheEnd(which, crashing(w.db, life, moment)));
        deaths += died ? 1 : 0;
        await checkAll(w, await w.open());
        // One that died after its last word is finished; another call would be another rotation.
        if ((await finishedRotations(w)) === finished) await w.rotateToTheEnd(which);
        const after = { ...before, [which]: before[which] + 1 };
        assert.deepEqual(await versions(w), after, `died ${moment} step ${life}`);
        assert.equal((await leftBehind(w))[which], 0n, `died ${moment} step ${life}`);
        await checkAll(w, await w.open());
      }
    }
    assert.ok(deaths > 1, `only ${deaths} deaths`);
  });
}

async function finishedRotations({ db }: RotationWorld): Promise<bigint> {
  const [row] = await db.query<{ n: bigint }>(
    'select count(*) as n from vault_rotations where finished_at is not null',
  );
  return row!.n;
}

async function diesOf(work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    return false;
  } catch (fault) {
    if (fault instanceof Death) return true;
    throw fault;
  }
}
