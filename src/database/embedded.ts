import { mkdir, realpath, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findBinaries } from './binaries.ts';
import { ensureCluster, role } from './cluster.ts';
import { type Hold, joinOrStart, type Place } from './hold.ts';
import type { Log } from './log.ts';
import { chooseRunner } from './runner.ts';
import { serverSettings } from './server-settings.ts';
import { makeSocketFolder } from './socket-folder.ts';

export type EmbeddedOptions = {
  /** Where the database lives; made if it is missing. */
  folder: string;
  log: Log;
  settings?: Record<string, string>;
  /** Another folder with `postgres` and `initdb`, 15 or newer. */
  binaries?: string | undefined;
  /** How long the folder may be held by a server that cannot be reached. */
  patienceSeconds?: number;
};

export type EmbeddedServer = {
  url: string;
  /** Whether this process started it; otherwise it joined one that was running. */
  readonly owned: boolean;
  socketFolder: string;
  stop(): Promise<void>;
};

/**
 * A PostgreSQL of our own. It lives as long as the process that started it; a process that joined
 * starts it again when that one goes, and both start it again when it dies.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  if (process.platform === 'win32') {
    throw new Error('the embedded PostgreSQL needs Unix: name a server with DATABASE_URL');
  }
  const place = await prepare(options);
  let hold = await take(place);
  let isStopping = false;
  const stopping = new AbortController();
  const kept = keep();

  async function keep(): Promise<void> {
    for (;;) {
      await Promise.race([hold.ended, aborted(stopping.signal)]);
      if (isStopping) return;
      place.log.warn('database.gone', { folder: place.cluster });
      for (let pauseMs = 50; !isStopping; pauseMs = Math.min(pauseMs * 2, 5000)) {
        try {
          hold = await take(place);
          break;
        } catch (error) {
          place.log.error('database.not_started', { error });
          await delay(pauseMs, undefined, { signal: stopping.signal }).catch(() => {});
        }
      }
    }
  }

  async function stop(): Promise<void> {
    isStopping = true;
    stopping.abort();
    await kept;
    await hold.leave();
    if (hold.owned) await rmdir(place.socketFolder).catch(() => {});
  }

  return {
    url: `postgresql://${role}@${encodeURIComponent(place.socketFolder)}/${role}`,
    get owned() {
      return hold.owned;
    },
    socketFolder: place.socketFolder,
    stop,
  };
}

async function prepare(options: EmbeddedOptions): Promise<Place> {
  const { log, settings = {}, patienceSeconds = 60 } = options;
  await mkdir(options.folder, { recursive: true });
  const folder = await realpath(options.folder);
  const cluster = join(folder, 'cluster');
  const runner = await chooseRunner(folder, cluster);
  const binaries = await findBinaries({ named: options.binaries, folder, runner });
  if (await ensureCluster({ folder, cluster, binaries, runner })) {
    log.info('database.made', { folder: cluster, version: binaries.major });
  }
  const socketFolder = await makeSocketFolder(cluster, runner);
  const all = {
    ...serverSettings(),
    unix_socket_directories: `"${socketFolder}"`,
    ...settings,
  };
  const patienceMs = patienceSeconds * 1000;
  const { postgres } = binaries;
  return { cluster, postgres, runner, settings: all, socketFolder, patienceMs, log };
}

async function take(place: Place): Promise<Hold> {
  const hold = await joinOrStart(place);
  const { socketFolder, owned } = hold;
  // The other process may have chosen another place for the socket (TMPDIR). Whoever starts the
  // server next listens there, so that nobody has to learn a new address.
  if (socketFolder !== place.socketFolder) {
    await rmdir(place.socketFolder).catch(() => {});
    place.socketFolder = socketFolder;
    place.settings['unix_socket_directories'] = `"${socketFolder}"`;
  }
  place.log.info(owned ? 'database.started' : 'database.joined', { folder: place.cluster });
  return hold;
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
}
