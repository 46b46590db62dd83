import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { gone, makeUsedFolder, notes, postmaster, scratch, start } from '../../test/embedded.ts';
import { connect } from './connect.ts';
import { checkSafety } from './safety.ts';

test('the embedded database is safe, and the service is no superuser in it', async (t) => {
  const server = await start(t, join(await scratch(t), 'postgres'));
  const db = connect(server.url);
  assert.deepEqual(await checkSafety(db), []);
  const rows = await db.query('select current_user as role, current_database() as database');
  assert.deepEqual(rows, [{ role: 'quittance_service', database: 'quittance' }]);
  await db.close();
});

test('when the server is killed and started again, the same pool goes on', async (t) => {
  const folder = join(await scratch(t), 'postgres');
  await makeUsedFolder(folder);
  const server = await start(t, folder);
  const db = connect(server.url);
  await db.query(`insert into notes values ('second')`);
  const killed = await postmaster(folder);
  process.kill(killed, 'SIGKILL');
  await gone(killed);
  assert.deepEqual(await notes(db), ['first', 'second']);
  await db.close();
});
