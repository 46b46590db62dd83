import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { adminClient, connectionLost } from './connections.ts';
import { DatabaseError } from './database-error.ts';
import type { Names } from './names.ts';
import { ensureOwner } from './owner-role.ts';
import { isAlive, readPostmasterFile } from './postmaster-file.ts';
import { stuckInRecovery } from './recovery-watch.ts';
import { type ServerOrder, type ServerProcess, startServer } from './server-process.ts';
import { claimFolder, isSocketFolderOf, makeSocketFolder, socketGone } from './socket-folder.ts';

/** Our use of a running server: `ended` resolves when the server is gone, `leave` ends our use. */
export type Hold = {
  owned: boolean;
  socketFolder: string;
  ended: Promise<void>;
  leave(): Promise<void>;
};

export type Place = Omit<ServerOrder, 'socketFolder'> & {
  /** The last folder of the socket; the next start listens there again. */
  socketFolder: string | undefined;
  patienceMs: number;
  /** How often the owner of a server looks whether its socket is still there. */
  lookEveryMs: number;
};

const comingOrGoing = ['starting', 'stopping'];
const stopMs = 20_000;

/**
 * Joins the server that runs on this folder, or starts one. Only PostgreSQL's own lock decides whether one runs: we
 * try again until it does, and never remove the lock.
 */
export async function joinOrStart(place: Place, signal: AbortSignal): Promise<Hold> {
  const { cluster, names, patienceMs } = place;
  const begun = performance.now();
  for (;;) {
    const joined = await join(cluster, names);
    if (joined) return joined;
    signal.throwIfAborted();
    const socketFolder = await listeningPlace(place);
    const started = await startServer({ ...place, socketFolder });
    if (!('refused' in started)) return await own(place, started, socketFolder);

    const status = (await readPostmasterFile(cluster))?.status;
    // Recovery after a crash takes its time, also that of another process's server.
    const limit = status === 'starting' ? 10 * patienceMs : patienceMs;
    if (performance.now() - begun > limit) {
      throw new DatabaseError(
        `the data in ${cluster} is held by a PostgreSQL that cannot be reached: ${started.refused}`,
      );
    }
    await delay(50, undefined, { signal });
  }
}

async function listeningPlace({ cluster, names, runner, socketFolder }: Place): Promise<string> {
  if (socketFolder === undefined) return await makeSocketFolder(cluster, names.program, runner);
  if (await claimFolder(socketFolder, runner)) return socketFolder;
  throw new DatabaseError(`the socket's folder ${socketFolder} was taken away`);
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
    await firstEntry(place, server, socketFolder);
  } catch (error) {
    await leave();
    throw error;
  }
  void server.ended.then(() => over.abort());
  const { names, stuckAfterMs: patienceMs, lookEveryMs: everyMs } = place;
  const watched = { socketFolder, names, postmaster: server.pid, everyMs, patienceMs };
  void stuckInRecovery(watched, over.signal).then((isStuck) => {
    if (!isStuck) return;
    const message = 'it refuses connections, and nothing recovers it: look after the disk';
    place.log.error('database.stuck', { folder: place.cluster, message });
    server.release();
  });
  void socketGone(socketFolder, place.lookEveryMs, over.signal).then((isGone) => {
    if (!isGone) return;
    // Nobody can connect to it any more: it is stopped, and started again like a server that is gone.
    place.log.warn('database.socket_gone', { folder: socketFolder });
    server.release();
  });
  return { owned: true, socketFolder, ended: server.ended, leave };
}

/** Tries again while the server runs: a machine may stand still for longer than a connection is waited for. */
async function firstEntry({ names, patienceMs }: Place, server: ServerProcess, folder: string) {
  const begun = performance.now();
  for (;;) {
    try {
      const client = await enter(folder, names);
      return await client.end();
    } catch (error) {
      const isOver = performance.now() - begun > patienceMs || !isAlive(server.pid);
      if (isOver || !connectionLost(error)) throw error;
      await delay(50);
    }
  }
}

async function join(cluster: string, names: Names): Promise<Hold | undefined> {
  const file = await settled(cluster);
  if (
    file?.status !== 'ready' ||
    !(await isSocketFolderOf(cluster, names.program, file.socketFolder))
  ) {
    return undefined;
  }
  const client = await enter(file.socketFolder, names).catch(() => undefined);
  if (!client) return undefined;
  // We keep the connection: its end tells us that the server is gone.
  const ended = new Promise<void>((resolve) => client.once('end', () => resolve()));
  return { owned: false, socketFolder: file.socketFolder, ended, leave: () => client.end() };
}

/** Waits a second at most for a server that is starting or stopping. */
async function settled(cluster: string) {
  for (let tries = 0; ; tries += 1) {
    const file = await readPostmasterFile(cluster);
    if (!file || !comingOrGoing.includes(file.status) || !isAlive(file.pid)) return file;
    if (tries === 100) return file;
    await delay(10);
  }
}

/** A connection to a server whose database and owner exist. */
async function enter(socketFolder: string, names: Names): Promise<pg.Client> {
  const client = adminClient(socketFolder, names);
  try {
    await client.connect();
    await ensureOwner(client, socketFolder, names);
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
}
