import { mkdir, realpath } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { baseBackup } from './base-backup.ts';
import { findBinaries } from './binaries.ts';
import { clusterOf, ensureCluster, hasCluster } from './cluster.ts';
import { urlOf } from './connections.ts';
import { DatabaseError, NoDatabaseError } from './database-error.ts';
import { type Hold, joinOrStart, type Place } from './hold.ts';
import { type Log, silent } from './log.ts';
import { type NameOptions, namesOf, type SettingNames } from './names.ts';
import { chooseRunner } from './runner.ts';
import { serverSettings } from './server-settings.ts';

export type EmbeddedOptions = NameOptions & {
  /** The folder of the database; made if it is missing. */
  readonly folder: string;
  readonly log?: Log;
  /** Settings of the server, in place of this package's or of PostgreSQL's own. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Another folder with `postgres` and `initdb`, 15 or newer. */
  readonly binaries?: string | undefined;
  readonly settingNames?: SettingNames;
  /** How long to wait for a folder that is held by a server that cannot be reached: 60. */
  readonly patienceSeconds?: number;
  /** How often the owner of the server looks whether its socket is still there: 2. */
  readonly lookEverySeconds?: number;
  /** How long a server may refuse connections while nothing recovers it: 10. */
  readonly stuckAfterSeconds?: number;
  /** False: throws `NoDatabaseError` where there is no database, instead of making one. */
  readonly mayMake?: boolean;
};

export type EmbeddedServer = {
  /** For the program: as the owner of the tables, who is no superuser. */
  readonly url: string;
  /** As the superuser, for work on the whole cluster. */
  readonly adminUrl: string;
  readonly socketFolder: string;
  /** True when this process started the server; false when it joined a running one. */
  readonly owned: boolean;
  /** Copies the running cluster into an empty folder; `received` takes the bytes as they are written there. */
  backUp(folder: string, received?: (bytes: number) => void): Promise<void>;
  stop(): Promise<void>;
};

/**
 * Starts a PostgreSQL server, or joins the one that runs on this folder. The server lives as long as the process that
 * started it. Each process with the folder starts it again when it dies or cannot be reached any more, until `stop`.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  if (process.platform === 'win32') {
    const server = options.settingNames?.server;
    const advice = server === undefined ? '' : `: name a server with ${server}`;
    throw new DatabaseError(`the embedded PostgreSQL needs Unix${advice}`);
  }
  const place = await prepare(options);
  const { names } = place;
  const stopping = new AbortController();
  let hold = await take(place, stopping.signal);
  const { socketFolder } = hold;
  const kept = keep(place, hold, stopping.signal, (next) => {
    hold = next;
  });
  let stopped: Promise<void> | undefined;

  return {
    url: urlOf(socketFolder, names.owner, names),
    adminUrl: urlOf(socketFolder, names.superuser, names),
    socketFolder,
    get owned() {
      return hold.owned;
    },
    backUp: (folder, received = () => {}) => baseBackup(socketFolder, names, folder, received),
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
  const { log = silent, settingNames = {}, binaries: named } = options;
  const { patienceSeconds = 60, lookEverySeconds = 2, stuckAfterSeconds = 10 } = options;
  const names = namesOf(options);
  if (options.mayMake ?? true) await mkdir(options.folder, { recursive: true });
  else await refuseMissing(options.folder);
  const folder = await realpath(options.folder);
  const cluster = clusterOf(folder);
  const runner = await chooseRunner(folder, cluster);
  const { program, superuser } = names;
  const binaries = await findBinaries({ named, folder, runner, program, settingNames });
  if (await ensureCluster({ folder, cluster, binaries, runner, superuser })) {
    log.info('database.made', { folder: cluster, version: binaries.major });
  }
  return {
    cluster,
    names,
    postgres: binaries.postgres,
    runner,
    settings: { ...serverSettings(program), ...options.settings },
    socketFolder: undefined,
    patienceMs: patienceSeconds * 1000,
    lookEveryMs: lookEverySeconds * 1000,
    stuckAfterMs: stuckAfterSeconds * 1000,
    log,
  };
}

async function refuseMissing(folder: string): Promise<void> {
  if (!(await hasCluster(folder))) throw new NoDatabaseError(`there is no database in ${folder}`);
}

async function take(place: Place, signal: AbortSignal): Promise<Hold> {
  const hold = await joinOrStart(place, signal);
  // The address that callers connect to stays the same until `stop`.
  place.socketFolder ??= hold.socketFolder;
  if (hold.socketFolder !== place.socketFolder) {
    await hold.leave();
    throw new DatabaseError(
      `the database listens at ${hold.socketFolder} now: start this process again`,
    );
  }
  place.log.info(hold.owned ? 'database.started' : 'database.joined', { folder: place.cluster });
  return hold;
}

/** Takes the server again whenever it is gone, until `signal` comes. */
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
