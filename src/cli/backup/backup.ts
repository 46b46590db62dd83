import { mkdir, readdir, readFile, rename, rm, statfs } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Log } from '#embedded-postgres';
import { now } from '../../build-world.ts';
import type { Config } from '../../config.ts';
import { connect } from '../../database/connect.ts';
import { startEmbedded } from '../../database/embedded.ts';
import { lastMigration } from '../../database/migrate.ts';
import type { Progress } from '../../kernel/progress.ts';
import { version } from '../../runtime/version.ts';
import { type Command, ExpectedError, FileError, type Sink } from '../command.ts';
import { logOf } from '../open-installation.ts';
import { showProgress } from '../show-progress.ts';
import { verbatim } from '../values.ts';
import { flag, positional, readWords, usageOf } from '../words.ts';
import { chownLike, copyLines, copyTree, sizeOf } from './copy-files.ts';
import { recordBackup } from './last-backup.ts';
import { listFiles, writeManifest } from './manifest.ts';
import {
  bookName,
  clusterBelow,
  dataName,
  holderOf,
  isThere,
  namesIn,
  refuseNested,
  refuseOwnServer,
  unfinishedName,
} from './places.ts';

const words = { folder: positional('DIR', verbatim(4000)), stopped: flag };

export const backup: Command = {
  doc:
    'Copies the data folder into a new one while the service runs: the embedded database, the book of the simulated bank ' +
    'and the files to and from the bank, but not the keys file. The copy is started once and listed with checksums. ' +
    'With --stopped the files are copied without the database; that is refused while a process uses it.',
  usage: usageOf(words),
  async run(config, given, { print, err }) {
    const options = readWords(words, given);
    const folder = resolve(options.folder);
    const { dataFolder } = config;
    refuseOwnServer(config, 'backup');
    if (!(await isThere(clusterBelow(dataFolder)))) {
      throw new ExpectedError(`there is no database in ${dataFolder}: is QUITTANCE_DATA right?`);
    }
    await refuseNested(folder, dataFolder);
    await refuseTaken(folder);
    await refuseTablespaces(dataFolder);

    await mkdir(folder, { recursive: true, mode: 0o700 });
    await refuseSmall(folder, dataFolder);
    const unfinished = join(folder, unfinishedName);
    await mkdir(unfinished, { mode: 0o700 });
    const progress = showProgress('backup', { to: err });
    const make = async () => {
      progress.step('copy', 1, 3, await sizeOf(clusterBelow(dataFolder)));
      await copyData({ config, to: unfinished, isStopped: options.stopped, progress, err });
      progress.step('start of the copy', 2, 3);
      const migration = await tryOut(config, unfinished, err);
      progress.step('bytes with their checksums', 3, 3, await sizeOf(unfinished));
      return { migration, files: await listFiles(unfinished, progress.did) };
    };
    const { migration, files } = await make().finally(progress.end);
    await rename(unfinished, join(folder, dataName));
    const madeAt = now().toISOString();
    await writeManifest(folder, { madeAt, version, migration, files });
    await recordBackup(dataFolder, { madeAt, folder });
    print(whatIsWhere(config, folder, files.length));
    return undefined;
  },
};

async function refuseTaken(folder: string): Promise<void> {
  const names = await namesIn(folder);
  if (names.length === 0) return;
  const why = names.includes(unfinishedName)
    ? 'holds a backup that was not finished: remove it'
    : 'is not empty: empty it';
  throw new FileError(`${folder} ${why}, or name another folder`);
}

async function refuseTablespaces(dataFolder: string): Promise<void> {
  const found = await readdir(join(clusterBelow(dataFolder), 'pg_tblspc'));
  if (found.length === 0) return;
  throw new ExpectedError(
    'the database has tablespaces outside of the data folder, and a backup of the folder would lack them',
  );
}

async function refuseSmall(folder: string, dataFolder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const needed = await sizeOf(dataFolder);
  if (bavail * bsize > needed) return;
  throw new ExpectedError(`there is no room in ${folder} for the ${needed} bytes of the data`);
}

type Copying = {
  readonly config: Config;
  readonly to: string;
  readonly isStopped: boolean;
  readonly progress: Progress;
  readonly err: Sink;
};

/**
 * The bank's book and the files come after the database: charges that the bank has and the database lacks are found by
 * `database restored` and `reconcile`; the other way round money would be missing.
 */
async function copyData({ config, to, isStopped, progress, err }: Copying): Promise<void> {
  const { dataFolder } = config;
  const [from, cluster] = [clusterBelow(dataFolder), clusterBelow(to)];
  await mkdir(cluster, { recursive: true, mode: 0o700 });
  if (isStopped) await copyAtRest(dataFolder, cluster, progress);
  else await copyRunning(config, cluster, progress, err);
  await chownLike(from, cluster);
  const book = join(dataFolder, bookName);
  if (await isThere(book)) await copyLines(book, join(to, bookName));
  const ach = join(dataFolder, 'ach');
  if (config.achFolder === '' && (await isThere(ach))) await copyTree(ach, join(to, 'ach'));
}

async function copyRunning(
  config: Config,
  cluster: string,
  { did }: Progress,
  err: Sink,
): Promise<void> {
  const server = await open(config, config.dataFolder, err);
  try {
    await server.backUp(cluster, did);
  } finally {
    await server.stop();
  }
}

/** Files of running servers, and files that PostgreSQL makes anew. */
const ofProcesses = new Set(['postmaster.pid', 'postmaster.opts', 'pg_stat_tmp']);

async function copyAtRest(dataFolder: string, cluster: string, { did }: Progress): Promise<void> {
  const from = clusterBelow(dataFolder);
  const before = await standOf(dataFolder);
  await copyTree(from, cluster, { skip: ofProcesses, copied: did });
  await mkdir(join(cluster, 'pg_stat_tmp'), { mode: 0o700 });
  if (!before.equals(await standOf(dataFolder))) {
    throw new ExpectedError('the database was started while it was copied: this copy is not whole');
  }
}

/** Changes with every start, stop and checkpoint. */
async function standOf(dataFolder: string): Promise<Buffer> {
  const holder = await holderOf(dataFolder);
  if (holder !== undefined) {
    throw new ExpectedError(
      `the database in ${dataFolder} is held by process ${holder}: stop all services and commands, or leave out --stopped`,
    );
  }
  return await readFile(join(clusterBelow(dataFolder), 'global/pg_control'));
}

/** Starts the copy, so that it recovers, and reads its last migration: the list is then made of a database at rest. */
async function tryOut(config: Config, data: string, err: Sink): Promise<string> {
  const server = await open(config, data, err);
  const db = connect(server.url, { size: 1 });
  try {
    return await lastMigration(db);
  } finally {
    await db.close();
    await server.stop();
    await rm(join(data, 'postgres/programs'), { recursive: true, force: true });
  }
}

async function open(config: Config, data: string, err: Sink) {
  const log: Log = logOf({ ...config, logLevel: 'error' }, err);
  const binaries = config.postgresBinaries || undefined;
  return await startEmbedded({ folder: join(data, 'postgres'), log, binaries, mayMake: false });
}

function whatIsWhere(config: Config, folder: string, files: number): string {
  const apart = [
    config.keyText || config.keyCommand
      ? 'The keys of the vault are not in it: they come from QUITTANCE_KEK or QUITTANCE_KEK_COMMAND.'
      : `The keys are not in it: keep a copy of ${config.keysFile} elsewhere. Without it no stored number can be read.`,
    config.achFolder &&
      `The files of ACH_FOLDER, ${config.achFolder}, are not in it: copy them too.`,
    config.simulatorUrl && 'The book of the bank that SIMULATOR_URL names is not in it.',
  ];
  const sentences = apart.filter((sentence) => sentence !== '').join('\n');
  return `The backup in ${folder} is whole: ${files} files, started once and listed in backup.json.\n${sentences}`;
}
