import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refreshKeys } from '../../src/cli/start.ts';
import { keyProvider } from '../../src/ports/vault/key-provider.ts';
import { rotate, type WhichKey } from '../../src/ports/vault/rotate.ts';
import { version } from '../../src/runtime/version.ts';
import type { World } from '../../src/world.ts';
import { openDoor } from '../caller.ts';
import { type Fixture, keyText, makeFixture } from '../fixture.ts';

/** As an operator whose other hosts did not get the new key. */
async function replace(
  fixture: Fixture,
  { now, randomBytes }: World,
  newKey: string,
  which: WhichKey,
): Promise<void> {
  const keys = { file: '', text: `${newKey},${keyText}`, dataFolder: '', live: false };
  const provider = keyProvider({ ...keys, randomBytes, now, say() {} });
  for (;;) {
    const options = { sql: fixture.db, provider, randomBytes, now, fingerprinted: [] };
    const { finished, continueAt } = await rotate(options, which);
    if (finished) return;
    if (continueAt) fixture.clock.setTo(continueAt);
  }
}

test('a process that lacks the newest key says so once, and is not ready when it needs that key', async (t) => {
  const fixture = await makeFixture(t);
  const world = await fixture.open();
  const door = await openDoor(world);
  t.after(door.close);
  const health = async () => {
    const answer = await fetch(`${door.baseUrl}/health`);
    return [answer.status, await answer.json()];
  };
  const look = refreshKeys(world);
  const errors = () => fixture.logged.filter((line) => line.includes('vault.not_refreshed'));
  const pass = async (times: number) => {
    for (let i = 0; i < times; i += 1) await look();
  };
  await pass(2);
  assert.deepEqual(errors(), []);

  const newKey = `new:${world.randomBytes(32).toString('base64')}`;
  await replace(fixture, world, newKey, 'kek');
  await pass(3);
  assert.equal(errors().length, 1);
  assert.match(errors()[0]!, /locked with the key new, which is not in QUITTANCE_KEK/);
  assert.deepEqual(await health(), [200, { status: 'ready', version }]);

  await replace(fixture, world, newKey, 'root');
  await pass(3);
  assert.equal(errors().length, 1, errors().join(''));
  assert.deepEqual(await health(), [503, { status: 'the keys of the vault do not open', version }]);
});
