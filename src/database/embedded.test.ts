import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readFile, rm, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { quickPlace } from '../../test/global-setup.ts';
import type { Database } from '../base/sql.ts';
import { connect, retryable } from './connect.ts';
import { startEmbedded } from './embedded.ts';
import { isAlive, readPostmasterFile } from './postmaster-file.ts';
import { checkSafety } from './safety.ts';

const quiet = { info() {}, warn() {}, error() {} };
const isRoot = process.getuid?.() === 0;
const rootOnly = isRoot ? false : 'SKIPPED: only root can start processes as another user';
const nobody = 65534;

async function scratch(t: TestContext): Promise<string> {
  const parent = await mkdtemp(join(await quickPlace(), 'quittance-embedded-'));
  t.after(() => rm(parent, { recursive: true, force: true }));
  return parent;
}

/** A folder with a database in which something is written, at rest. */
async function usedFolder(t: TestContext): Promise<string> {
  const folder = join(await scratch(t), 'postgres');
  const server = await startEmbedded({ folder, log: quiet });
  const db = connect(server.url);
  await db.query('create table notes (note text primary key)');
  await db.query(`insert into notes values ('first')`);
  await db.close();
  await server.stop();
  return folder;
}

async function notes(db: Database): Promise<string[]> {
  const rows = await patiently(() =>
    db.query<{ note: string }>('select note from notes order by note'),
  );
  return rows.map(({ note }) => note);
}

/** What a caller would do: try again while the server is away. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!retryable(error)) throw error;
      await delay(20);
    }
  }
}

async function postmaster(folder: string): Promise<number> {
  const file = await readPostmasterFile(join(folder, 'cluster'));
  assert(file, 'no server runs');
  return file.pid;
}

async function gone(pid: number): Promise<void> {
  while (isAlive(pid) && !(await isZombie(pid))) await delay(20);
}

/** Dead, but not yet noticed by its parent. */
async function isZombie(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ') Z');
  return status.includes(') Z');
}

type Event = { event: string; url?: string; owned?: boolean; message?: string };

/** Another process with the same database. */
function other(t: TestContext, folder: string, uid?: number, ...wishes: string[]) {
  const script = join(import.meta.dirname, '../../test/database-process.ts');
  const child: ChildProcess = spawn(process.execPath, [script, folder, ...wishes], {
    stdio: ['pipe', 'pipe', 'inherit'],
    ...(uid === undefined ? {} : { uid, gid: uid, cwd: '/' }),
  });
  t.after(() => child.kill('SIGKILL'));
  const events: Event[] = [];
  const waiting = new Set<() => void>();
  const notify = () => {
    for (const look of waiting) look();
  };
  createInterface({ input: child.stdout! }).on('line', (line) => {
    events.push(JSON.parse(line));
    notify();
  });
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));

  async function event(name: string): Promise<Event> {
    const seen = Promise.withResolvers<Event>();
    const look = () => {
      const found = events.find((candidate) => candidate.event === name);
      if (found) seen.resolve(found);
    };
    waiting.add(look);
    look();
    void closed.then(() => seen.reject(new Error(`${name} never came: ${JSON.stringify(events)}`)));
    return await seen.promise;
  }

  return {
    event,
    kill: async () => {
      child.kill('SIGKILL');
      await closed;
    },
    stop: async () => {
      child.stdin!.end();
      await closed;
    },
  };
}

test('the first start makes a safe database behind a private socket, later ones find it', async (t) => {
  const folder = join(await scratch(t), 'deep', 'postgres');
  const first = await startEmbedded({ folder, log: quiet });
  const db = connect(first.url);
  assert(first.owned);
  assert.deepEqual(await checkSafety(db), []);
  const [facts] = await db.query(
    `select current_setting('listen_addresses') as addresses, current_setting('server_encoding') as encoding,
       (select datcollate || ' ' || datlocprovider::text from pg_database where datname = current_database())
       as locale, current_user as role, current_database() as database`,
  );
  assert.deepEqual(facts, {
    addresses: '',
    encoding: 'UTF8',
    locale: 'C b',
    role: 'quittance',
    database: 'quittance',
  });
  const { mode, uid } = await stat(first.socketFolder);
  assert.equal(mode & 0o777, 0o700);
  assert.equal(uid, (await stat(join(folder, 'cluster'))).uid);
  assert.equal(uid === 0, false);
  await db.query('create table kept (n integer)');
  await db.close();
  await first.stop();
  await assert.rejects(stat(first.socketFolder), { code: 'ENOENT' });

  const second = await startEmbedded({ folder, log: quiet });
  const again = connect(second.url);
  assert.equal(second.url, first.url);
  assert.deepEqual(await again.query('select from kept'), []);
  await again.close();
  await second.stop();
});

test('when the server is killed it is started again, and the same pool goes on', async (t) => {
  const folder = await usedFolder(t);
  const server = await startEmbedded({ folder, log: quiet });
  t.after(() => server.stop());
  const db = connect(server.url);
  await db.query(`insert into notes values ('second')`);
  const killed = await postmaster(folder);
  process.kill(killed, 'SIGKILL');
  await gone(killed);
  assert.deepEqual(await notes(db), ['first', 'second']);
  assert.notEqual(await postmaster(folder), killed);
  assert(server.owned);
  await db.close();
});

test('the server ends with its owner, and what was committed is there at the next start', async (t) => {
  const folder = await usedFolder(t);
  const owner = other(t, folder);
  const { url } = await owner.event('up');
  const db = connect(url!);
  await db.query(`insert into notes values ('second')`);
  const pid = await postmaster(folder);
  await owner.kill();
  // At once: the last server's processes may still be there.
  const server = await startEmbedded({ folder, log: quiet });
  assert(server.owned);
  assert.notEqual(await postmaster(folder), pid);
  await gone(pid);
  assert.deepEqual(await notes(db), ['first', 'second']);
  await db.close();
  await server.stop();
});

test('a killed owner leaves no server behind', async (t) => {
  const folder = await usedFolder(t);
  const owner = other(t, folder);
  await owner.event('up');
  const pid = await postmaster(folder);
  await owner.kill();
  await gone(pid);
});

test('owner and server killed together are survived', async (t) => {
  const folder = await usedFolder(t);
  const owner = other(t, folder);
  const { url } = await owner.event('up');
  const db = connect(url!);
  await db.query(`insert into notes values ('second')`);
  process.kill(await postmaster(folder), 'SIGKILL');
  await owner.kill();
  const server = await startEmbedded({ folder, log: quiet });
  assert.deepEqual(await notes(db), ['first', 'second']);
  await db.close();
  await server.stop();
});

test('a second process joins, and takes over when the owner dies', async (t) => {
  const folder = await usedFolder(t);
  const owner = other(t, folder);
  await owner.event('up');
  const pid = await postmaster(folder);
  const server = await startEmbedded({ folder, log: quiet });
  assert.equal(server.owned, false);
  assert.equal(await postmaster(folder), pid);
  const db = connect(server.url);
  await db.query(`insert into notes values ('second')`);
  await owner.kill();
  await gone(pid);
  assert.deepEqual(await notes(db), ['first', 'second']);
  assert(server.owned);
  await db.close();
  await server.stop();
});

test('a process that joined takes over when the owner stops, and leaves without stopping it before', async (t) => {
  const folder = await usedFolder(t);
  const owner = other(t, folder);
  const { url } = await owner.event('up');
  const guest = await startEmbedded({ folder, log: quiet });
  const stayer = await startEmbedded({ folder, log: quiet });
  const pid = await postmaster(folder);
  await guest.stop();
  assert.equal(await postmaster(folder), pid);
  await owner.stop();
  const db = connect(url!);
  assert.deepEqual(await notes(db), ['first']);
  assert(stayer.owned);
  await db.close();
  await stayer.stop();
});

test('of many that start at once on an empty folder one owns the server and all can use it', async (t) => {
  const folder = join(await scratch(t), 'postgres');
  const all = await Promise.all([
    ...Array.from({ length: 3 }, () => startEmbedded({ folder, log: quiet })),
    ...[1, 2].map(async () => {
      const process = other(t, folder);
      const { owned, url } = await process.event('up');
      return { owned: owned!, url: url!, stop: process.stop };
    }),
  ]);
  assert.equal(all.filter(({ owned }) => owned).length, 1);
  const pids = new Set<number>();
  for (const { url } of all) {
    const db = connect(url, { size: 1 });
    const [row] = await db.query<{ pid: string }>(
      `select split_part(pg_read_file('postmaster.pid'), e'\\n', 1) as pid`,
    );
    pids.add(Number(row!.pid));
    await db.close();
  }
  assert.deepEqual([...pids], [await postmaster(folder)]);
  for (const server of all.filter(({ owned }) => !owned)) await server.stop();
  for (const server of all.filter(({ owned }) => owned)) await server.stop();
});

test('a server that cannot be reached is left alone, and named', async (t) => {
  const folder = await usedFolder(t);
  const server = await startEmbedded({ folder, log: quiet });
  const pid = await postmaster(folder);
  await unlink(join(server.socketFolder, '.s.PGSQL.5432'));
  const second = startEmbedded({ folder, log: quiet, patienceSeconds: 1 });
  await assert.rejects(second, /held by a PostgreSQL that cannot be reached/);
  assert.equal(await postmaster(folder), pid);
  await server.stop();
});

test('a copy of a folder in use is not taken for the folder', async (t) => {
  const folder = await usedFolder(t);
  const server = await startEmbedded({ folder, log: quiet });
  const copy = join(await scratch(t), 'postgres');
  cpSync(folder, copy, { recursive: true });
  const { uid, gid } = await stat(join(folder, 'cluster'));
  if (isRoot) await giveAway(join(copy, 'cluster'), uid, gid);
  const second = startEmbedded({ folder: copy, log: quiet, patienceSeconds: 1 });
  await assert.rejects(second, /held by a PostgreSQL that cannot be reached/);
  await server.stop();
});

async function giveAway(path: string, uid: number, gid: number): Promise<void> {
  const { readdir } = await import('node:fs/promises');
  await chown(path, uid, gid);
  for (const name of await readdir(path, { recursive: true }))
    await chown(join(path, name), uid, gid);
}

test('root: the data lies in the stated folder, below one that nobody else can enter', {
  skip: rootOnly,
}, async (t) => {
  const parent = await scratch(t);
  await chmod(parent, 0o700);
  const folder = join(parent, 'data', 'postgres');
  const server = await startEmbedded({ folder, log: quiet });
  const pid = await postmaster(folder);
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const { uid, ino } = await stat(join(folder, 'cluster'));
  assert.notEqual(uid, 0);
  assert.match(status, new RegExp(`^Uid:\\t${uid}\\t${uid}\\t${uid}\\t`, 'm'));
  assert.match(status, /^Groups:\t\s*$/m);
  assert.equal((await stat(`/proc/${pid}/cwd`)).ino, ino);
  await server.stop();
});

test('root: a folder that belongs to somebody is used as that user', {
  skip: rootOnly,
}, async (t) => {
  const parent = await scratch(t);
  const folder = join(parent, 'postgres');
  await mkdir(folder);
  await chown(folder, nobody, nobody);
  const server = await startEmbedded({ folder, log: quiet });
  assert.equal((await stat(join(folder, 'cluster'))).uid, nobody);
  await server.stop();
});

test('root: an ordinary user starts it, and is survived by a start as root', {
  skip: rootOnly,
}, async (t) => {
  const parent = await scratch(t);
  if (!(await isOpen(t))) return;
  await chown(parent, nobody, nobody);
  const folder = join(parent, 'postgres');
  const owner = other(t, folder, nobody);
  assert.equal((await owner.event('up')).owned, true);
  const pid = await postmaster(folder);
  await owner.kill();
  const server = await startEmbedded({ folder, log: quiet });
  assert.equal((await stat(join(folder, 'cluster'))).uid, nobody);
  await gone(pid);
  await server.stop();
});

test('root: the number of a dead server may be that of a thread', { skip: rootOnly }, async (t) => {
  const parent = await scratch(t);
  if (!(await isOpen(t))) return;
  await chown(parent, nobody, nobody);
  const folder = join(parent, 'postgres');
  const first = other(t, folder, nobody);
  await first.event('up');
  await first.stop();
  const second = other(t, folder, nobody, '--stale-thread');
  assert.equal((await second.event('up')).owned, true);
  await second.stop();
});

test("root: another user's database is refused in words", { skip: rootOnly }, async (t) => {
  if (!(await isOpen(t))) return;
  const folder = await usedFolder(t);
  await chmod(join(folder, '..'), 0o755);
  await chown(folder, nobody, nobody);
  const stranger = other(t, folder, nobody);
  const { message } = await stranger.event('failed');
  assert.match(message!, /belongs to the user with id \d+: start as that user or as root/);
});

/** Another user must be able to run this checkout. */
async function isOpen(t: TestContext): Promise<boolean> {
  const child = spawn(process.execPath, ['--check', import.meta.filename], {
    uid: nobody,
    gid: nobody,
    cwd: '/',
    stdio: 'ignore',
  });
  const code = await new Promise((resolve) => {
    child.once('error', resolve);
    child.once('close', resolve);
  });
  if (code !== 0) t.skip('SKIPPED: other users cannot enter the folder of this checkout');
  return code === 0;
}
