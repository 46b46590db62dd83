import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { role } from './cluster.ts';
import type { Log } from './log.ts';
import { isAlive, readPostmasterFile } from './postmaster-file.ts';
import type { Runner } from './runner.ts';
import { startServer } from './server-process.ts';
import { isSocketFolderOf } from './socket-folder.ts';

/** What we hold of a running server: `ended` when it is gone, `leave` to let go of it. */
export type Hold = {
  owned: boolean;
  socketFolder: string;
  ended: Promise<void>;
  leave(): Promise<void>;
};

export type Place = {
  cluster: string;
  postgres: string;
  runner: Runner | undefined;
  settings: Record<string, string>;
  socketFolder: string;
  patienceMs: number;
  log: Log;
};

const stopMs = 20_000;

/** Joins the server that runs on this folder, or starts one. */
export async function joinOrStart(place: Place): Promise<Hold> {
  const { cluster, patienceMs } = place;
  let refusedSince: number | undefined;
  for (;;) {
    const joined = await join(cluster);
    if (joined) return joined;
    const started = await startServer(place);
    if (!('refused' in started)) return await own(place, started);

    // The last server's processes may still be at work, or another was quicker. PostgreSQL's own
    // lock is the judge; it is asked again, never removed.
    refusedSince ??= performance.now();
    if (performance.now() - refusedSince > patienceMs) {
      throw new Error(
        `the data in ${cluster} is held by a PostgreSQL that cannot be reached: ${started.refused}`,
      );
    }
    await delay(50);
  }
}

async function own(place: Place, server: { ended: Promise<void>; release(): void }): Promise<Hold> {
  const { socketFolder, log } = place;
  const leave = async () => {
    server.release();
    const waiting = new AbortController();
    const late = delay(stopMs, true, { signal: waiting.signal }).catch(() => false);
    const isLate = await Promise.race([server.ended.then(() => false), late]);
    waiting.abort();
    if (isLate) log.error('database.does_not_stop', { cluster: place.cluster });
  };
  try {
    const client = await enter(socketFolder);
    if (!client) throw new Error('PostgreSQL says that it is ready, but cannot be entered');
    await client.end();
  } catch (error) {
    await leave();
    throw error;
  }
  return { owned: true, socketFolder, ended: server.ended, leave };
}

async function join(cluster: string): Promise<Hold | undefined> {
  const file = await settled(cluster);
  if (file?.status !== 'ready') return undefined;
  const { socketFolder } = file;
  if (!(await isSocketFolderOf(cluster, socketFolder))) return undefined;
  const client = await enter(socketFolder);
  if (!client) return undefined;
  // The connection is kept: that it ends is how we learn that the server is gone.
  const ended = new Promise<void>((resolve) => client.once('end', () => resolve()));
  return { owned: false, socketFolder, ended, leave: () => client.end() };
}

/** Waits for a server that is coming or going: it will soon be one or the other. */
async function settled(cluster: string) {
  for (;;) {
    const file = await readPostmasterFile(cluster);
    if (!file || !['starting', 'stopping'].includes(file.status) || !isAlive(file.pid)) return file;
    await delay(20);
  }
}

/** A connection to a server whose database exists, or nothing where nobody answers. */
async function enter(socketFolder: string): Promise<pg.Client | undefined> {
  const client = new pg.Client({
    host: socketFolder,
    user: role,
    database: 'postgres',
    connectionTimeoutMillis: 5000,
    application_name: 'quittance supervisor',
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rowCount } = await client.query(`select from pg_database where datname = '${role}'`);
    if (rowCount === 0) await client.query(`create database ${role}`).catch(unlessMade);
    return client;
  } catch {
    await client.end().catch(() => {});
    return undefined;
  }
}

/** Several may find it missing at the same moment. */
function unlessMade(error: { code?: string }): void {
  if (error.code !== '42P04' && error.code !== '23505') throw error;
}
