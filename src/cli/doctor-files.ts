import { access, constants, lstat, readFile, stat, statfs } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { now } from '../build-world.ts';
import type { Config } from '../config.ts';
import { hourMs } from '../kernel/duration.ts';
import { parseKeyLines } from '../ports/vault/key-text.ts';
import { VaultError } from '../ports/vault/vault-error.ts';
import { readLastBackup } from './backup/last-backup.ts';
import { type Check, ok } from './doctor-checks.ts';

/* Checks of the files of the service: its data folder with what lies in it, and its keys. */

const least = 200_000_000;
const scarce = 2_000_000_000;

type FolderCheck = Check & {
  /** True if this user has no rights to the folder: then nothing about the service in it can be said. */
  readonly isShut?: true;
};

export async function checkDataFolder({ dataFolder }: Config): Promise<FolderCheck> {
  const about = 'data folder';
  const folder = await stat(dataFolder).catch((fault: NodeJS.ErrnoException) => fault.code);
  if (folder === 'EACCES') return shut(dataFolder, 'USER');
  if (typeof folder !== 'object' || !folder.isDirectory()) {
    const says = `${dataFolder} is no folder`;
    const remedy = 'set QUITTANCE_DATA to the folder of the service, or start the service once';
    return { about, verdict: 'wrong', says, remedy };
  }
  if (!(await isOpen(dataFolder, constants.R_OK | constants.W_OK | constants.X_OK))) {
    return shut(dataFolder, `'#${folder.uid}'`);
  }
  const log = await stat(join(dataFolder, 'log')).catch(() => undefined);
  if (log && !log.isDirectory()) {
    const says = `log in ${dataFolder} is not a folder, so no log is kept`;
    return { about, verdict: 'warning', says, remedy: `mv ${join(dataFolder, 'log')} elsewhere` };
  }
  if ((folder.mode & 0o077) !== 0) {
    const says = `${dataFolder} is open to other users of this machine`;
    return { about, verdict: 'warning', says, remedy: `chmod 700 ${dataFolder}` };
  }
  return ok(about, `${dataFolder} is for its owner alone`);
}

function shut(dataFolder: string, user: string): FolderCheck {
  return {
    about: 'data folder',
    verdict: 'wrong',
    says: `this user cannot see ${dataFolder}, nor the service that runs on it`,
    remedy: `run it as the user of the service: sudo -u ${user} quittance doctor`,
    isShut: true,
  };
}

async function isOpen(path: string, rights: number): Promise<boolean> {
  return await access(path, rights).then(
    () => true,
    () => false,
  );
}

export async function checkDisk({ dataFolder }: Config): Promise<Check> {
  const about = 'disk';
  const disk = await statfs(dataFolder).catch(() => undefined);
  if (!disk) return { about, verdict: 'wrong', says: `the disk of ${dataFolder} is not there` };
  const free = disk.bavail * disk.bsize;
  const says = `${Math.floor(free / 1_000_000)} MB are free`;
  const remedy = 'make room: PostgreSQL stops on a full disk, and payments with it';
  if (free < least) return { about, verdict: 'wrong', says, remedy };
  return free < scarce ? { about, verdict: 'warning', says, remedy } : ok(about, says);
}

export async function checkKeysFile(config: Config): Promise<Check> {
  const about = 'keys';
  const { keysFile, keyText, keyCommand, dataFolder } = config;
  if (keyCommand) return ok(about, 'they come from QUITTANCE_KEK_COMMAND');
  if (keyText) return ok(about, 'they come from QUITTANCE_KEK');
  const flaw = await flawInKeys(config);
  if (flaw) return { about, verdict: 'wrong', ...flaw };
  const file = await lstat(keysFile);
  if ((file.mode & 0o077) !== 0 && file.isFile()) {
    const says = `${keysFile} is open to other users of this machine`;
    return { about, verdict: 'warning', says, remedy: `chmod 600 ${keysFile}` };
  }
  if (!relative(dataFolder, keysFile).startsWith('..')) {
    const remedy = 'move it elsewhere and set QUITTANCE_KEYS: a copy of the folder has both';
    return { about, verdict: 'warning', says: `${keysFile} lies in the data folder`, remedy };
  }
  return ok(about, `${keysFile} is for its owner alone`);
}

/** The service runs as the owner of the data folder. */
async function flawInKeys({ keysFile, dataFolder }: Config) {
  const bringBack = 'set QUITTANCE_KEYS to the file, or bring it back from its copy';
  const file = await stat(keysFile).catch((fault: NodeJS.ErrnoException) => fault.code);
  if (file === 'ENOENT') return { says: `there is no keys file ${keysFile}`, remedy: bringBack };
  const folder = await stat(dataFolder).catch(() => undefined);
  const owner = folder ? `${folder.uid}` : 'USER';
  const remedy = `chown ${owner} ${keysFile} and chmod 600 ${keysFile}`;
  if (typeof file !== 'object') return { says: `${keysFile} cannot be reached: ${file}`, remedy };
  if (folder && !mayRead(file, folder)) {
    const says = `user ${owner}, who owns the data folder, cannot read ${keysFile} of user ${file.uid}`;
    return { says, remedy };
  }
  try {
    parseKeyLines(await readFile(keysFile, 'utf8'), `the keys file ${keysFile}`);
    return undefined;
  } catch (fault) {
    if (fault instanceof VaultError) return { says: fault.message, remedy: bringBack };
    const { code } = fault as NodeJS.ErrnoException;
    return { says: `${keysFile} cannot be read: ${code}`, remedy };
  }
}

type Owned = { readonly uid: number; readonly gid: number };

function mayRead(file: Owned & { readonly mode: number }, { uid, gid }: Owned): boolean {
  if (uid === 0) return true;
  if (file.uid === uid) return (file.mode & 0o400) !== 0;
  return (file.mode & (file.gid === gid ? 0o040 : 0o004)) !== 0;
}

const oldBackupMs = 36 * hourMs;

export async function checkBackup({ mode, dataFolder, databaseUrl }: Config): Promise<Check> {
  const about = 'backup';
  const last = await readLastBackup(dataFolder);
  const remedy = 'quittance backup FOLDER, daily: docs/operating/backup.md';
  const warning = (says: string): Check => ({ about, verdict: 'warning', says, remedy });
  if (last && 'flaw' in last) return warning(last.flaw);
  if (last && now().getTime() - Date.parse(last.madeAt) > oldBackupMs) {
    return warning(`the last one is of ${last.madeAt}`);
  }
  if (last && (await isGone(last.folder))) {
    return warning(`the last one was made at ${last.madeAt}, and ${last.folder} is gone`);
  }
  if (last) return ok(about, `the last one was made at ${last.madeAt}`);
  if (databaseUrl !== '') return ok(about, 'that of a database of your own cannot be seen here');
  if (mode !== 'live') return ok(about, 'none was made of this sandbox');
  return warning('none was ever made');
}

/** A folder that this user may not look into counts as there. */
async function isGone(folder: string): Promise<boolean> {
  return await stat(folder).then(
    (found) => !found.isDirectory(),
    (fault: NodeJS.ErrnoException) => fault.code === 'ENOENT',
  );
}
