import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { officeOf } from '../cli/office.ts';
import { freshDatabase } from '../database.ts';
import { scratch } from '../embedded.ts';

test('the key-encryption key is replaced in two runs, and the audit log records it', async (t) => {
  const folder = await scratch(t);
  const { url } = await freshDatabase(t);
  const { ask, run } = officeOf({
    HOME: folder,
    DATABASE_URL: url,
    QUITTANCE_DATA: join(folder, 'data'),
    QUITTANCE_KEYS: join(folder, 'keys.json'),
  });
  assert.equal((await run('migrate')).code, 0);
  const announced = await run('vault', 'rotate', 'kek');
  assert.equal(announced.code, 0);
  assert.match(
    announced.out,
    /Nothing is locked with it yet[\s\S]*copy .*keys\.json to every other host/,
  );
  const locked = await run('vault', 'rotate', 'kek');
  assert.equal(locked.code, 0);
  assert.match(locked.out, /backups of the database[\s\S]*lock a new one away\.\n$/);
  const [rotated] = await ask('audit', 'list', '--business', '0');
  assert.deepEqual([rotated.act, rotated.object], ['vault.rotated', 'vault:kek']);
  assert.deepEqual(rotated.facts, { number: 1, finished: true, moved: 1, unreadable: 0 });
  assert.match(rotated.actor, /^operator(?::.+)?$/);
});
