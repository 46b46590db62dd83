import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { refreshKeys } from '../../src/cli/refresh-keys.ts';
import { keyProvider } from '../../src/vault/key-provider.ts';
import { rotate, type WhichKey } from '../../src/vault/rotate.ts';
import { openDoor } from '../caller.ts';
import { type House, keyText, makeHouse } from '../world.ts';

const newKey = `new:${randomBytes(32).toString('base64')}`;

/** As an operator whose other hosts did not get the new key. */
async function replace(house: House, which: WhichKey): Promise<void> {
  const { now } = house.clock;
  const keys = { file: '', text: `${newKey},${keyText}`, dataFolder: '', live: false };
  const provider = keyProvider({ ...keys, randomBytes, now, say() {} });
  for (;;) {
    const wish = { sql: house.db, provider, randomBytes, now, fingerprinted: [] };
    const { finished, continueAt } = await rotate(wish, which);
    if (finished) return;
    if (continueAt) house.clock.setTo(continueAt);
  }
}

test('a process that lacks the newest key says so once, and is not ready when it needs that key', async (t) => {
  const house = await makeHouse(t);
  const world = await house.open();
  const door = await openDoor(world);
  t.after(door.close);
  const health = async () => {
    const answer = await fetch(`${door.baseUrl}/health`);
    return [answer.status, await answer.json()];
  };
  const look = refreshKeys(world);
  const errors = () => house.logged.filter((line) => line.includes('vault.not_refreshed'));
  const pass = async (times: number) => {
    for (let i = 0; i < times; i += 1) await look();
  };
  await pass(2);
  assert.deepEqual(errors(), []);

  await replace(house, 'kek');
  await pass(3);
  assert.equal(errors().length, 1);
  assert.match(errors()[0]!, /locked with the key new, which is not in QUITTANCE_KEK/);
  assert.deepEqual(await health(), [200, { status: 'ready' }]);

  await replace(house, 'root');
  await pass(3);
  assert.equal(errors().length, 1, errors().join(''));
  assert.deepEqual(await health(), [503, { status: 'the keys of the vault do not open' }]);
});
