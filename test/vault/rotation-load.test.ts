import assert from 'node:assert/strict';
import test from 'node:test';
import type { Vault } from '../../src/ports/vault/vault.ts';
import {
  checkAll,
  fill,
  graceMs,
  leftBehind,
  type RotationWorld,
  rotationKinds,
  rotationWorld,
} from './rotation-world.ts';
import { replaceToken } from './scratch-tokens.ts';

for (const which of rotationKinds) {
  test(`a rotation (${which}) loses nothing while others write, replace and read`, async (t) => {
    const w = await rotationWorld(t);
    await fill(w);
    const fresh = await w.open();
    const startedAt = w.clock.time;
    // Never hears of any new key.
    const stale = await w.open({ now: () => startedAt });
    const others = startOthers(w, fresh, stale);
    for (let round = 0; round < 3 || others.acts() <= 20; round += 1) {
      // Two operators at once; and the clock moves on, whether they are finished or not.
      await Promise.all([w.rotate(which), w.rotate(which)]);
      w.clock.time = new Date(w.clock.time.getTime() + graceMs);
      await fresh.refresh();
    }
    await others.stop();

    // One is under way, and past some businesses for which there were late writers after that.
    await w.rotateToTheEnd(which);
    await w.rotateToTheEnd(which);
    assert.equal((await leftBehind(w))[which], 0n);
    for (const vault of [fresh, await w.open()]) {
      await vault.refresh();
      await checkAll(w, vault);
    }
  });
}

/** Writers of new tokens, replacers of old ones, and readers who look whether what they wrote is there. */
function startOthers(w: RotationWorld, fresh: Vault, stale: Vault) {
  let isOver = false;
  let counted = 0;
  const work: Promise<void>[] = [];
  const repeat = (once: (n: number) => Promise<void>) => {
    work.push(
      (async () => {
        for (let n = 0; !isOver; n += 1) {
          await once(n);
          counted += 1;
        }
      })(),
    );
  };
  for (const [name, vault] of Object.entries({ fresh, stale })) {
    repeat((n) => w.write(vault, BigInt(1 + (n % 5)), `${name}${n}`));
    repeat(async (n) => {
      const token = w.written.get(`${1 + (n % 3)} ${name === 'fresh' ? 't1' : 't2'}`)!;
      const value = `${name} ${n}`;
      await replaceToken(w.db, vault, token, value);
      assert.equal((await fresh.open(w.db, token.name)).reveal(), value);
      assert.equal((await stale.open(w.db, token.name)).reveal(), value);
      token.value = value;
    });
  }
  return {
    /** So many were beside the rotation. */
    acts: () => counted,
    async stop() {
      isOver = true;
      await Promise.all(work);
    },
  };
}
