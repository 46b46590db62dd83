import { mkdir, realpath } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { findBinaries } from './binaries.ts';
import { clusterOf, ensureCluster, hasCluster, role } from './cluster.ts';
import { DatabaseFault, NoDatabase } from './database-fault.ts';
import { type Hold, joinOrStart, type Place } from './hold.ts';
import type { Log } from './log.ts';
import { chooseRunner } from './runner.ts';
import { serverSettings } from './server-settings.ts';

export type EmbeddedOptions = {
  /** Where the database lives; made if it is missing. */
  folder: string;
  log: Log;
  settings?: Readonly<Record<string, string>>;
  /** Another folder with `postgres` and `initdb`, 15 or newer. */
  binaries?: string | undefined;
  /** How long the folder may be held by a server that cannot be reached. */
  patienceSeconds?: number;
  /** How often the owner of the server looks whether its socket is still there. */
  lookEverySeconds?: number;
  /** Whether a database may be made where there is none: yes, unless it is said. */
  mayMake?: boolean;
};

export type EmbeddedServer = {
  readonly url: string;
  readonly socketFolder: string;
  /** Whether this process started it; otherwise it joined one that was running. */
  readonly owned: boolean;
  stop(): Promise<void>;
};

/**
 * A PostgreSQL of our own. It lives as long as the process that started it; a process that joined
 * starts it again when that one goes, and both start it again when it dies or can no longer be entered.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  if (process.platform === 'win32') {
    throw new DatabaseFault('the embedded PostgreSQL needs Unix: name a server with DATABASE_URL');
  }
  const place = await prepare(options);
  const stopping = new AbortController();
  let hold = await take(place, stopping.signal);
  const { socketFolder } = hold;
  const kept = keep(place, hold, stopping.signal, (next) => {
    hold = next;
  });
  let stopped: Promise<void> | undefined;

  return {
    url: `postgresql://${role}@${encodeURIComponent(socketFolder)}/${role}`,
    socketFolder,
    get owned() {
      return hold.owned;
    },
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };

  async function stop(): Promise<void> {
    stopping.abort();
    await kept;
    await hold.leave();
  }
}

async function prepare(options: EmbeddedOptions): Promise<Place> {
  const { log, patienceSeconds = 60, lookEverySeconds = 2 } = options;
  if (options.mayMake ?? true) await mkdir(options.folder, { recursive: true });
  else await refuseMissing(options.folder);
  const folder = await realpath(options.folder);
  const cluster = clusterOf(folder);
  const runner = await chooseRunner(folder, cluster);
  const binaries = await findBinaries({ named: options.binaries, folder, runner });
  if (await ensureCluster({ folder, cluster, binaries, runner })) {
    log.info('database.made', { folder: cluster, version: binaries.major });
  }
  const settings = { ...serverSettings(), ...options.settings };
  return {
    cluster,
    postgres: binaries.postgres,
    runner,
    settings,
    socketFolder: undefined,
    patienceMs: patienceSeconds * 1000,
    lookEveryMs: lookEverySeconds * 1000,
    log,
  };
}

async function refuseMissing(folder: string): Promise<void> {
  if (!(await hasCluster(folder))) throw new NoDatabase(`there is no database in ${folder}`);
}

async function take(place: Place, signal: AbortSignal): Promise<Hold> {
  const hold = await joinOrStart(place, signal);
  // The address that our pools know stays the same as long as we live.
  place.socketFolder ??= hold.socketFolder;
  if (hold.socketFolder !== place.socketFolder) {
    await hold.leave();
    throw new DatabaseFault(
      `the database listens at ${hold.socketFolder} now: start this process again`,
    );
  }
  place.log.info(hold.owned ? 'database.started' : 'database.joined', { folder: place.cluster });
  return hold;
}

/** Sees to it that there is a server until we are told to stop. */
async function keep(
  place: Place,
  first: Hold,
  signal: AbortSignal,
  onTaken: (hold: Hold) => void,
): Promise<void> {
  const stopped = new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  let hold = first;
  let pauseMs = 50;
  for (;;) {
    await Promise.race([hold.ended, stopped]);
    if (signal.aborted) return;
    place.log.warn('database.gone', { folder: place.cluster });
    for (;;) {
      try {
        hold = await take(place, signal);
        onTaken(hold);
        pauseMs = 50;
        break;
      } catch (error) {
        if (signal.aborted) return;
        place.log.error('database.not_started', { error, folder: place.cluster });
        await delay(pauseMs, undefined, { signal }).catch(() => {});
        pauseMs = Math.min(pauseMs * 2, 5000);
      }
    }
  }
}
