import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { connected, makeUsedFolder, program, scratch, start } from '../test/fixture.ts';
import { startEmbedded } from './embedded-server.ts';

test('database, owner and superuser have the names that the program gives them', async (t) => {
  const folder = join(await scratch(t), 'postgres');
  const names = { database: 'data', owner: 'user', superuser: 'root' };
  const server = await startEmbedded({ folder, program, ...names });
  t.after(() => server.stop());
  const whoAndWhere = 'select current_user as role, current_database() as database';
  await connected(server.url, async (query) => {
    assert.deepEqual(await query(whoAndWhere), [{ role: 'user', database: 'data' }]);
  });
  await connected(server.adminUrl, async (query) => {
    assert.deepEqual(await query(whoAndWhere), [{ role: 'root', database: 'data' }]);
  });
});

test('names that need quotes, and an owner that is the superuser, are refused', async (t) => {
  const folder = join(await scratch(t), 'postgres');
  for (const names of [{ program: 'My App' }, { program: 'app', owner: 'postgres' }]) {
    await assert.rejects(startEmbedded({ folder, ...names }), /name/);
  }
  await assert.rejects(stat(folder), { code: 'ENOENT' });
});

test('the owner is no superuser, also in a database that belonged to the superuser', async (t) => {
  const folder = join(await scratch(t), 'postgres');
  await makeUsedFolder(folder);
  const first = await start(t, folder);
  await connected(first.adminUrl, async (query) => {
    await query(`alter database ${program} owner to postgres`);
    await query('alter table notes owner to postgres');
    await query('create table "Odd name" (n integer)');
    await query('create table halves (n integer) partition by hash (n)');
    await query('create table half partition of halves for values with (modulus 1, remainder 0)');
    await query(`drop role ${program}`);
  });
  await first.stop();

  const second = await start(t, folder);
  await connected(second.url, async (query) => {
    await query(`insert into notes values ('by the owner')`);
    await query('alter table notes add column more text');
    await query('alter table "Odd name" add column more text');
    await query('drop table half');
    await query('create table others (n integer)');
    const [right] = await query('select rolsuper from pg_roles where rolname = current_user');
    assert.deepEqual(right, { rolsuper: false });
    await assert.rejects(query(`copy notes from program 'id'`), { code: '42501' });
    await assert.rejects(query(`select pg_read_file('postmaster.pid')`), { code: '42501' });
  });
});
