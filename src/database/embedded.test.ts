import assert from 'node:assert/strict';
import { readdir, rm, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import {
  copyFolder,
  gone,
  makeUsedFolder,
  notes,
  otherProcess,
  ownership,
  postmaster,
  quiet,
  scratch,
  start,
  until,
} from '../../test/embedded.ts';
import { connect } from './connect.ts';
import { startEmbedded } from './embedded.ts';
import { checkSafety } from './safety.ts';

const used = join(await scratch({ after }), 'postgres');
await makeUsedFolder(used);

async function usedFolder(t: TestContext): Promise<string> {
  const folder = join(await scratch(t), 'postgres');
  copyFolder(used, folder);
  return folder;
}

test('the first start makes a safe database behind a private socket, later ones find it', async (t) => {
  const folder = join(await scratch(t), 'deep', 'postgres');
  const first = await start(t, folder);
  const db = connect(first.url);
  assert(first.owned);
  assert.deepEqual(await checkSafety(db), []);
  const [facts] = await db.query(
    `select current_setting('listen_addresses') as addresses,
       current_setting('server_encoding') as encoding, datcollate as collation,
       current_user as role, datname as database
     from pg_database where datname = current_database()`,
  );
  assert.deepEqual(facts, {
    addresses: '',
    encoding: 'UTF8',
    collation: 'C',
    role: 'quittance',
    database: 'quittance',
  });
  const { mode, uid } = await stat(first.socketFolder);
  assert.equal(mode & 0o777, 0o700);
  assert.equal(uid, (await stat(join(folder, 'cluster'))).uid);
  assert.notEqual(uid, 0);
  await db.query('create table kept (n integer)');
  await db.close();
  await first.stop();
  await assert.rejects(stat(first.socketFolder), { code: 'ENOENT' });

  const second = await start(t, folder);
  const again = connect(second.url);
  assert.equal(second.url, first.url);
  assert.deepEqual(await again.query('select from kept'), []);
  await again.close();
  await second.stop();
});

test('a first start that was killed half way is begun anew', async (t) => {
  const folder = join(await scratch(t), 'postgres');
  const first = otherProcess(t, folder);
  await until(async () => (await readdir(folder).catch(() => [])).length > 0);
  await first.kill();
  const server = await start(t, folder);
  assert(server.owned);
  // Left to itself, initdb goes on for a moment; its folder is removed by a later start.
  const names = await readdir(folder);
  assert(names.includes('cluster'));
});

test('when the server is killed it is started again, and the same pool goes on', async (t) => {
  const folder = await usedFolder(t);
  const server = await start(t, folder);
  const db = connect(server.url);
  await db.query(`insert into notes values ('second')`);
  const killed = await postmaster(folder);
  const bornAt = await bornOf(folder);
  process.kill(killed, 'SIGKILL');
  await gone(killed);
  assert.deepEqual(await notes(db), ['first', 'second']);
  // Not by its number: a machine gives those again.
  assert.notEqual(await bornOf(folder), bornAt);
  await ownership(server);
  await db.close();
});

test('when its socket is taken away the server is started again, and whoever joined goes on', async (t) => {
  const folder = await usedFolder(t);
  const events: string[] = [];
  const hear = (event: string) => void events.push(event);
  const log = { info: hear, warn: hear, error: hear };
  const server = await startEmbedded({ folder, log, lookEverySeconds: 0.05 });
  t.after(() => server.stop());
  const joined = await start(t, folder);
  const bornAt = await bornOf(folder);
  await rm(server.socketFolder, { recursive: true });
  const db = connect(joined.url);
  assert.deepEqual(await notes(db), ['first']);
  assert.notEqual(await bornOf(folder), bornAt);
  await db.close();
  await server.stop();
  // And not of a server that is stopped.
  assert.equal(events.filter((event) => event === 'database.socket_gone').length, 1);
});

test('a killed owner takes its server along', async (t) => {
  const folder = await usedFolder(t);
  const owner = otherProcess(t, folder);
  await owner.event('up');
  const pid = await postmaster(folder);
  await owner.kill();
  await gone(pid);
});

test('right after its owner was killed a folder is used again, and has all that was committed', async (t) => {
  const folder = await usedFolder(t);
  const owner = otherProcess(t, folder);
  const { url } = await owner.event('up');
  const db = connect(url!);
  await db.query(`insert into notes values ('second')`);
  await db.close();
  const pid = await postmaster(folder);
  await owner.kill();
  const server = await start(t, folder);
  assert(server.owned);
  assert.notEqual(await postmaster(folder), pid);
  // The old server may not have let go of its socket's folder yet; then the new one has another.
  const again = connect(server.url);
  assert.deepEqual(await notes(again), ['first', 'second']);
  await again.close();
});

test('owner and server killed together are survived', async (t) => {
  const folder = await usedFolder(t);
  const owner = otherProcess(t, folder);
  const { url } = await owner.event('up');
  const db = connect(url!);
  await db.query(`insert into notes values ('second')`);
  await db.close();
  process.kill(await postmaster(folder), 'SIGKILL');
  await owner.kill();
  const server = await start(t, folder);
  assert(server.owned);
  const again = connect(server.url);
  assert.deepEqual(await notes(again), ['first', 'second']);
  await again.close();
});

test('a second process joins, and takes over when the owner is killed', async (t) => {
  const folder = await usedFolder(t);
  const owner = otherProcess(t, folder);
  await owner.event('up');
  const pid = await postmaster(folder);
  const server = await start(t, folder);
  assert.equal(server.owned, false);
  assert.equal(await postmaster(folder), pid);
  const db = connect(server.url);
  await db.query(`insert into notes values ('second')`);
  await owner.kill();
  await gone(pid);
  assert.deepEqual(await notes(db), ['first', 'second']);
  await ownership(server);
  await db.close();
});

test('whoever joined may leave, and takes over when the owner stops', async (t) => {
  const folder = await usedFolder(t);
  const owner = otherProcess(t, folder);
  const { url } = await owner.event('up');
  const leaver = await start(t, folder);
  const stayer = await start(t, folder);
  const pid = await postmaster(folder);
  await leaver.stop();
  assert.equal(await postmaster(folder), pid);
  await owner.stop();
  const db = connect(url!);
  assert.deepEqual(await notes(db), ['first']);
  await ownership(stayer);
  await db.close();
});

test('of many that start at once on an empty folder one owns the server, and all use it', async (t) => {
  const folder = join(await scratch(t), 'postgres');
  const others = [1, 2].map(() => otherProcess(t, folder));
  const all = await Promise.all([
    ...[1, 2, 3].map(() => start(t, folder)),
    ...others.map((other) => other.event('up')),
  ]);
  assert.equal(all.filter(({ owned }) => owned).length, 1);
  const pids = new Set<number>();
  for (const { url } of all) {
    const db = connect(url!, { size: 1 });
    const [row] = await db.query<{ pid: string }>(
      `select split_part(pg_read_file('postmaster.pid'), e'\\n', 1) as pid`,
    );
    pids.add(Number(row!.pid));
    await db.close();
  }
  assert.deepEqual([...pids], [await postmaster(folder)]);
  for (const other of others) await other.kill();
});

test('a server that cannot be reached is left alone, and named', async (t) => {
  const folder = await usedFolder(t);
  // Its owner does not look.
  const server = await startEmbedded({ folder, log: quiet, lookEverySeconds: 600 });
  t.after(() => server.stop());
  const pid = await postmaster(folder);
  await unlink(join(server.socketFolder, '.s.PGSQL.5432'));
  const second = startEmbedded({ folder, log: quiet, patienceSeconds: 0.5 });
  await assert.rejects(second, /held by a PostgreSQL that cannot be reached/);
  assert.equal(await postmaster(folder), pid);
});

test('a copy of a folder in use is not taken for that folder', async (t) => {
  const folder = await usedFolder(t);
  await start(t, folder);
  const copy = join(await scratch(t), 'postgres');
  copyFolder(folder, copy);
  const second = startEmbedded({ folder: copy, log: quiet, patienceSeconds: 0.5 });
  await assert.rejects(second, /held by a PostgreSQL that cannot be reached/);
});

test('a cluster of another version is named, and left alone', async (t) => {
  const folder = await usedFolder(t);
  await writeFile(join(folder, 'cluster', 'PG_VERSION'), '14\n');
  const server = startEmbedded({ folder, log: quiet });
  await assert.rejects(server, /was made by PostgreSQL 14; these programs are version \d+/);
});

test('settings that the server refuses are said in its words', async (t) => {
  const folder = await usedFolder(t);
  const settings = { shared_buffers: 'much' };
  const server = startEmbedded({ folder, log: quiet, settings });
  await assert.rejects(server, /did not start: .*shared_buffers.*much/);
});

/** When the server that runs wrote its file. */
async function bornOf(folder: string): Promise<string> {
  const { ino, mtimeMs } = await stat(join(folder, 'cluster/postmaster.pid'));
  return `${ino} ${mtimeMs}`;
}
