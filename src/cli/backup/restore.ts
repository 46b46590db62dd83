import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isAlive } from '#embedded-postgres';
import { now } from '../../build-world.ts';
import type { Config } from '../../config.ts';
import { type Command, ExpectedError, type Sink } from '../command.ts';
import { operator } from '../data-command.ts';
import { howFar, moveNumbersOn, remainingSteps } from '../database.ts';
import { openDatabase } from '../open-database.ts';
import { logOf } from '../open-installation.ts';
import { showProgress } from '../show-progress.ts';
import { verbatim } from '../values.ts';
import { positional, readWords, usageOf } from '../words.ts';
import { copyTree } from './copy-files.ts';
import { readManifest, refuseDamaged, sync } from './manifest.ts';
import {
  dataName,
  holderOf,
  isThere,
  logName,
  namesIn,
  refuseNested,
  refuseOwnServer,
  restoringName,
} from './places.ts';

const words = { folder: positional('DIR', verbatim(4000)), by: howFar };

export const restore: Command = {
  doc:
    'Makes the data folder from a backup of quittance backup, and does what database restored does. The data folder must ' +
    'be missing or empty. The keys of that time are needed.',
  usage: usageOf(words),
  async run(config, given, { print, err }) {
    const options = readWords(words, given);
    const folder = resolve(options.folder);
    const { dataFolder } = config;
    refuseOwnServer(config, 'restore');
    const { files, madeAt } = await readManifest(folder);
    await refuseNested(folder, dataFolder);
    await refuseTaken(dataFolder);
    const progress = showProgress('restore', { to: err });
    const restoring = join(dataFolder, restoringName);
    const staged = join(restoring, dataName);
    const make = async () => {
      const bytes = files.reduce((sum, { size }) => sum + size, 0);
      progress.step('bytes of the backup checked', 1, 4, bytes);
      await refuseDamaged(join(folder, dataName), files, progress.did);
      await begin(dataFolder, restoring);
      progress.step('bytes copied', 2, 4, bytes);
      await copyTree(join(folder, dataName), staged, { copied: progress.did });
      progress.step('bytes of the copy checked', 3, 4, bytes);
      await refuseDamaged(staged, files, progress.did);
      progress.step('start of the database', 4, 4);
      const done = await bringUp({ ...config, dataFolder: staged }, options.by, err);
      await putInPlace(staged, dataFolder);
      return done;
    };
    const done = await make().finally(progress.end);
    print(`The data of ${madeAt} are in ${dataFolder}. ${remainingSteps(done)}`);
    return undefined;
  },
};

/** Only an empty folder, also with the log of a start, or one in which a restore was cut off. */
async function refuseTaken(dataFolder: string): Promise<void> {
  const holder = await holderOf(dataFolder);
  if (holder !== undefined) {
    throw new ExpectedError(
      `the data folder ${dataFolder} is in use by process ${holder}: stop all services and commands first`,
    );
  }
  const names = (await namesIn(dataFolder)).filter((name) => name !== logName);
  if (names.includes(restoringName)) return await refuseBusy(dataFolder);
  if (names.length === 0) return;
  throw new ExpectedError(
    `there are data in ${dataFolder}: restore overwrites none; move them away, or name another QUITTANCE_DATA`,
  );
}

async function refuseBusy(dataFolder: string): Promise<void> {
  const file = join(dataFolder, restoringName, 'pid');
  const pid = Number(await readFile(file, 'utf8').catch(() => ''));
  if (pid > 0 && pid !== process.pid && isAlive(pid)) {
    throw new ExpectedError(`process ${pid} is restoring into ${dataFolder}`);
  }
}

/** Deletes everything that an interrupted restore had put in its place. */
async function begin(dataFolder: string, restoring: string): Promise<void> {
  await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  if (await isThere(restoring)) {
    for (const name of await namesIn(dataFolder)) {
      if (name !== restoringName && name !== logName)
        await rm(join(dataFolder, name), { recursive: true });
    }
    await rm(restoring, { recursive: true });
  }
  await mkdir(restoring, { mode: 0o700 });
  await writeFile(join(restoring, 'pid'), String(process.pid));
  await sync(dataFolder);
}

/** Before anybody can start on it: the tables of this version, and no number of the lost time again. */
async function bringUp(config: Config, by: number | undefined, err: Sink) {
  const log = logOf({ ...config, logLevel: 'error' }, err);
  const { db, close } = await openDatabase({ config, log, maySetUp: true });
  try {
    return await moveNumbersOn(db, { by, actor: operator(), at: now() });
  } finally {
    await close();
  }
}

/** The database last: a service that starts before that finds a restore that is not finished. */
async function putInPlace(staged: string, dataFolder: string): Promise<void> {
  const names = await namesIn(staged);
  const last = names.filter((name) => name === 'postgres');
  for (const name of [...names.filter((one) => one !== 'postgres'), ...last]) {
    await rename(join(staged, name), join(dataFolder, name));
  }
  await sync(dataFolder);
  await rm(join(dataFolder, restoringName), { recursive: true });
}
