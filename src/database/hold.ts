import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { role } from './cluster.ts';
import { DatabaseFault } from './database-fault.ts';
import { isAlive, readPostmasterFile } from './postmaster-file.ts';
import { type ServerOrder, type ServerProcess, startServer } from './server-process.ts';
import { claimFolder, isSocketFolderOf, makeSocketFolder } from './socket-folder.ts';
import { socketGone } from './socket-watch.ts';

/** What we hold of a running server: `ended` when it is gone, `leave` to let go of it. */
export type Hold = {
  owned: boolean;
  socketFolder: string;
  ended: Promise<void>;
  leave(): Promise<void>;
};

export type Place = Omit<ServerOrder, 'socketFolder'> & {
  /** Where the socket was last; whoever starts the server next listens there again. */
  socketFolder: string | undefined;
  patienceMs: number;
  /** How often the owner of a server looks whether its socket is still there. */
  lookEveryMs: number;
};

const comingOrGoing = ['starting', 'stopping'];
const stopMs = 20_000;

/**
 * Joins the server that runs on this folder, or starts one. Whether one runs is for PostgreSQL's own
 * lock to say: it is asked again and again, and never removed.
 */
export async function joinOrStart(place: Place, signal: AbortSignal): Promise<Hold> {
  const { cluster, patienceMs } = place;
  const begun = performance.now();
  for (;;) {
    const joined = await join(cluster);
    if (joined) return joined;
    signal.throwIfAborted();
    const socketFolder = await listeningPlace(place);
    const started = await startServer({ ...place, socketFolder });
    if (!('refused' in started)) return await own(place, started, socketFolder);

    const status = (await readPostmasterFile(cluster))?.status;
    // Recovery after a crash takes its time, also that of another process's server.
    const limit = status === 'starting' ? 10 * patienceMs : patienceMs;
    if (performance.now() - begun > limit) {
      throw new DatabaseFault(
        `the data in ${cluster} is held by a PostgreSQL that cannot be reached: ${started.refused}`,
      );
    }
    await delay(50, undefined, { signal });
  }
}

async function listeningPlace({ cluster, runner, socketFolder }: Place): Promise<string> {
  if (socketFolder === undefined) return await makeSocketFolder(cluster, runner);
  if (await claimFolder(socketFolder, runner)) return socketFolder;
  throw new DatabaseFault(`the socket's folder ${socketFolder} was taken away`);
}

async function own(place: Place, server: ServerProcess, socketFolder: string): Promise<Hold> {
  const over = new AbortController();
  const leave = async () => {
    over.abort();
    server.release();
    const waiting = new AbortController();
    const late = delay(stopMs, true, { signal: waiting.signal }).catch(() => false);
    const isLate = await Promise.race([server.ended.then(() => false), late]);
    waiting.abort();
    if (isLate) place.log.error('database.does_not_stop', { folder: place.cluster });
  };
  try {
    const client = await enter(socketFolder);
    await client.end();
  } catch (error) {
    await leave();
    throw error;
  }
  void server.ended.then(() => over.abort());
  void socketGone(socketFolder, place.lookEveryMs, over.signal).then((isGone) => {
    if (!isGone) return;
    // A server that nobody can enter is as good as none: it is stopped, and started again as one that is gone.
    place.log.warn('database.socket_gone', { folder: socketFolder });
    server.release();
  });
  return { owned: true, socketFolder, ended: server.ended, leave };
}

async function join(cluster: string): Promise<Hold | undefined> {
  const file = await settled(cluster);
  if (file?.status !== 'ready' || !(await isSocketFolderOf(cluster, file.socketFolder))) {
    return undefined;
  }
  const client = await enter(file.socketFolder).catch(() => undefined);
  if (!client) return undefined;
  // The connection is kept: that it ends is how we learn that the server is gone.
  const ended = new Promise<void>((resolve) => client.once('end', () => resolve()));
  return { owned: false, socketFolder: file.socketFolder, ended, leave: () => client.end() };
}

/** A server that is coming or going will soon be one or the other. */
async function settled(cluster: string) {
  for (let tries = 0; ; tries += 1) {
    const file = await readPostmasterFile(cluster);
    if (!file || !comingOrGoing.includes(file.status) || !isAlive(file.pid)) return file;
    if (tries === 100) return file;
    await delay(10);
  }
}

/** A connection to a server whose database exists. */
async function enter(socketFolder: string): Promise<pg.Client> {
  const client = new pg.Client({
    host: socketFolder,
    port: 5432,
    user: role,
    database: 'postgres',
    connectionTimeoutMillis: 5000,
    application_name: 'quittance supervisor',
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const found = await client.query('select from pg_database where datname = $1', [role]);
    if (found.rowCount === 0) await client.query(`create database ${role}`).catch(unlessMade);
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
}

/** Several may find it missing at the same moment. */
function unlessMade(error: { code?: string }): void {
  if (error.code !== '42P04' && error.code !== '23505') throw error;
}
