import assert from 'node:assert/strict';
import test from 'node:test';
import { Secret } from '../../src/kernel/secret.ts';
import {
  checkAll,
  fill,
  leftBehind,
  rotationKinds,
  rotationWorld,
  versions,
} from './rotation-world.ts';

const apiKey = new Secret('qk_test_any');

for (const which of rotationKinds) {
  test(`a rotation (${which}) leaves nothing under the old key, and everything opens`, async (t) => {
    const w = await rotationWorld(t);
    const running = await fill(w);
    const hash = running.hashApiKey(apiKey)[0]!;
    const shuffle = running.derive('shuffle', 1n);
    const before = await versions(w);

    const reports = await w.rotateToTheEnd(which);
    const worked = w.steps.filter(({ done }) => done > 0);
    const isCounted = which !== 'kek' && which !== 'pepper';
    for (const { work, done } of worked) assert.equal(work, isCounted ? done : undefined);
    assert.equal(worked.length, which === 'pepper' ? 0 : 1);
    const after = await versions(w);
    assert.deepEqual(after, { ...before, [which]: before[which] + 1 });
    assert.equal((await leftBehind(w))[which], 0n);
    const [rotation] = await w.db.query('select number, moved, finished_at from vault_rotations');
    const moved = { kek: 1, root: 3 + 3, data: 21, fingerprint: 21, pepper: 0 }[which];
    assert.deepEqual(rotation, { number: 1, moved: BigInt(moved), finished_at: w.clock.time });
    assert.equal(
      reports.reduce((sum, report) => sum + report.moved, 0),
      moved,
    );

    for (const vault of [running, await w.open()]) {
      await vault.refresh();
      await checkAll(w, vault);
      await w.write(vault, 1n, `later${w.written.size}`);
      assert.ok(vault.hashApiKey(apiKey).some((one) => one.equals(hash)));
      assert.deepEqual(vault.derive('shuffle', 1n), shuffle);
    }
    assert.equal((await leftBehind(w))[which], 0n, 'new values went under an old key');
    await w.rotateToTheEnd(which);
    assert.deepEqual(await versions(w), { ...before, [which]: before[which] + 2 });
  });
}
