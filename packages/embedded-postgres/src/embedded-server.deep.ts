import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, readdir, rm, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import {
  connected,
  copyFolder,
  gone,
  makeUsedFolder,
  notes,
  otherProcess,
  ownership,
  postmaster,
  program,
  scratch,
  start,
  until,
  write,
} from '../test/fixture.ts';
import { NoDatabaseError } from './database-error.ts';
import { startEmbedded } from './embedded-server.ts';

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
  assert(first.owned);
  const rows = await connected(first.url, async (query) => {
    await query('create table kept (n integer)');
    return await query(
      `select current_setting('listen_addresses') as addresses,
         current_setting('server_encoding') as encoding, datcollate as collation,
         current_user as role, datname as database, current_setting('fsync') as fsync,
         current_setting('full_page_writes') as full_page_writes,
         current_setting('synchronous_commit') as synchronous_commit,
         current_setting('data_checksums') as data_checksums
       from pg_database where datname = current_database()`,
    );
  });
  assert.deepEqual(rows, [
    {
      addresses: '',
      encoding: 'UTF8',
      collation: 'C',
      role: program,
      database: program,
      fsync: 'on',
      full_page_writes: 'on',
      synchronous_commit: 'on',
      data_checksums: 'on',
    },
  ]);
  const { mode, uid } = await stat(first.socketFolder);
  assert.equal(mode & 0o777, 0o700);
  assert.equal(uid, (await stat(join(folder, 'cluster'))).uid);
  assert.notEqual(uid, 0);
  await first.stop();
  await assert.rejects(stat(first.socketFolder), { code: 'ENOENT' });

  const second = await start(t, folder);
  assert.equal(second.url, first.url);
  await connected(second.url, async (query) => {
    assert.deepEqual(await query('select from kept'), []);
  });
  await second.stop();
});

test('where no database may be made, a folder without one is refused and left alone', async (t) => {
  const folder = join(await scratch(t), 'postgres');
  const server = startEmbedded({ folder, program, mayMake: false });
  await assert.rejects(server, NoDatabaseError);
  await assert.rejects(stat(folder), { code: 'ENOENT' });
});

test('a backup of a running server is a folder that starts, with all that was committed', async (t) => {
  const folder = await usedFolder(t);
  const server = await start(t, folder);
  await write(server.url, 'second');
  const copy = join(await scratch(t), 'postgres');
  await mkdir(join(copy, 'cluster'), { recursive: true, mode: 0o700 });
  let received = 0;
  await server.backUp(join(copy, 'cluster'), (bytes) => {
    received += bytes;
  });
  assert.ok(received > 1_000_000, `${received} bytes`);
  await write(server.url, 'third');
  const { uid, gid } = await stat(join(folder, 'cluster'));
  execFileSync('chown', ['-R', `${uid}:${gid}`, copy]);
  const second = await start(t, copy);
  assert.deepEqual(await notes(second.url), ['first', 'second']);
});

test('a first start that was killed half way is begun anew', async (t) => {
  const folder = join(await scratch(t), 'postgres');
  const first = otherProcess(t, folder);
  await until(async () => (await readdir(folder).catch(() => [])).length > 0);
  await first.kill();
  await ownership(await start(t, folder));
  // Left to itself, initdb goes on for a moment; its folder is removed by a later start.
  const names = await readdir(folder);
  assert(names.includes('cluster'));
});

test('when the server is killed it is started again, and the same address goes on', async (t) => {
  const folder = await usedFolder(t);
  const server = await start(t, folder);
  await write(server.url, 'second');
  const killed = await postmaster(folder);
  const bornAt = await bornOf(folder);
  process.kill(killed, 'SIGKILL');
  await gone(killed);
  // Not by its number: a machine gives those again. A backend of the former may answer for a moment.
  await until(async () => (await bornOf(folder).catch(() => bornAt)) !== bornAt);
  assert.deepEqual(await notes(server.url), ['first', 'second']);
  await ownership(server);
});

test('when its socket is taken away the server is started again, and a process that joined goes on', async (t) => {
  const folder = await usedFolder(t);
  const events: string[] = [];
  const hear = (event: string) => void events.push(event);
  const log = { info: hear, warn: hear, error: hear };
  const server = await startEmbedded({ folder, program, log, lookEverySeconds: 0.05 });
  t.after(() => server.stop());
  const joined = await start(t, folder);
  const bornAt = await bornOf(folder);
  await rm(server.socketFolder, { recursive: true });
  assert.deepEqual(await notes(joined.url), ['first']);
  assert.notEqual(await bornOf(folder), bornAt);
  await server.stop();
  // Stopping a server logs no second one.
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
  await write(url!, 'second');
  const pid = await postmaster(folder);
  await owner.kill();
  const server = await start(t, folder);
  await ownership(server);
  assert.notEqual(await postmaster(folder), pid);
  // The old server may not have let go of its socket's folder yet; then the new one has another.
  assert.deepEqual(await notes(server.url), ['first', 'second']);
});

test('owner and server killed together are survived', async (t) => {
  const folder = await usedFolder(t);
  const owner = otherProcess(t, folder);
  const { url } = await owner.event('up');
  await write(url!, 'second');
  process.kill(await postmaster(folder), 'SIGKILL');
  await owner.kill();
  const server = await start(t, folder);
  assert(server.owned);
  assert.deepEqual(await notes(server.url), ['first', 'second']);
});

test('a second process joins, and takes over when the owner is killed', async (t) => {
  const folder = await usedFolder(t);
  const owner = otherProcess(t, folder);
  await owner.event('up');
  const pid = await postmaster(folder);
  const server = await start(t, folder);
  assert.equal(server.owned, false);
  assert.equal(await postmaster(folder), pid);
  await write(server.url, 'second');
  await owner.kill();
  await gone(pid);
  assert.deepEqual(await notes(server.url), ['first', 'second']);
  await ownership(server);
});

test('a process that joined may leave, and takes over when the owner stops', async (t) => {
  const folder = await usedFolder(t);
  const owner = otherProcess(t, folder);
  const { url } = await owner.event('up');
  const leaver = await start(t, folder);
  const stayer = await start(t, folder);
  const pid = await postmaster(folder);
  await leaver.stop();
  assert.equal(await postmaster(folder), pid);
  await owner.stop();
  assert.deepEqual(await notes(url!), ['first']);
  await ownership(stayer);
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
    const admin = url!.replace(`${program}@`, 'postgres@');
    const [row] = await connected(admin, (query) =>
      query<{ pid: string }>(`select split_part(pg_read_file('postmaster.pid'), e'\\n', 1) as pid`),
    );
    pids.add(Number(row!.pid));
  }
  assert.deepEqual([...pids], [await postmaster(folder)]);
  for (const other of others) await other.kill();
});

test('a server that cannot be reached is left alone, and named', async (t) => {
  const folder = await usedFolder(t);
  // Its owner does not look.
  const server = await startEmbedded({ folder, program, lookEverySeconds: 600 });
  t.after(() => server.stop());
  const pid = await postmaster(folder);
  await unlink(join(server.socketFolder, '.s.PGSQL.5432'));
  const second = startEmbedded({ folder, program, patienceSeconds: 0.5 });
  await assert.rejects(second, /held by a PostgreSQL that cannot be reached/);
  assert.equal(await postmaster(folder), pid);
});

test('a copy of a folder in use is not taken for that folder', async (t) => {
  const folder = await usedFolder(t);
  await start(t, folder);
  const copy = join(await scratch(t), 'postgres');
  copyFolder(folder, copy);
  const second = startEmbedded({ folder: copy, program, patienceSeconds: 0.5 });
  await assert.rejects(second, /held by a PostgreSQL that cannot be reached/);
});

test('a cluster of another version is named, and left alone', async (t) => {
  const folder = await usedFolder(t);
  await writeFile(join(folder, 'cluster', 'PG_VERSION'), '14\n');
  const server = startEmbedded({ folder, program });
  await assert.rejects(server, /was made by PostgreSQL 14; these programs are version \d+/);
});

test('a refused setting is reported in the words of the server', async (t) => {
  const folder = await usedFolder(t);
  const settings = { shared_buffers: 'much' };
  const server = startEmbedded({ folder, program, settings });
  await assert.rejects(server, /did not start: .*shared_buffers.*much/);
});

/** When the server that runs wrote its file. */
async function bornOf(folder: string): Promise<string> {
  const { ino, mtimeMs } = await stat(join(folder, 'cluster/postmaster.pid'));
  return `${ino} ${mtimeMs}`;
}
