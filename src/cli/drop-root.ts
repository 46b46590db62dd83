import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { lchown, lstat, readdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Runner } from '#embedded-postgres';
import type { Config } from '../config.ts';
import type { Log } from '../kernel/log.ts';
import { ExpectedError } from './command.ts';
import { userOfData } from './data-folder.ts';

const program = join(import.meta.dirname, '../..');

/**
 * Before a service that was started as root opens anything: live mode refuses if no user owns the data, or if that user
 * could not go on with them. The sandbox makes the data that user's.
 */
export async function refuseRoot(config: Config): Promise<void> {
  if (process.getuid?.() !== 0 || config.mode !== 'live') return;
  const owner = await lstat(config.dataFolder).catch(() => undefined);
  if (!owner || owner.uid === 0) {
    throw new ExpectedError(
      `live mode does not run as root, and no other user owns the data folder ${config.dataFolder}: ${remedy}`,
    );
  }
  const user = (await userOfData(config.dataFolder))!;
  if (user.uid !== owner.uid) {
    throw new ExpectedError(
      `the data folder ${config.dataFolder} and the database in it belong to different users: ${remedy}`,
    );
  }
  const flaw = await whatIsShut(config, user);
  if (flaw) throw new ExpectedError(`live mode does not run as root, and ${flaw}: ${remedy}`);
}

const remedy =
  'make a user (useradd --system quittance), give it the data folder and the keys file (chown -R), and start as it';

/**
 * Call it before the process listens. Files that root made among the data so far go to the user that goes on with them.
 */
export async function dropRoot(config: Config, log: Log): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const user = await userOfData(config.dataFolder);
  if (!user) return stayRoot(log, 'there is no user to go on as');
  await giveData(config.dataFolder, user);
  if (config.mode !== 'live') await give(config.keysFile, user);
  const flaw = await whatIsShut(config, user);
  if (flaw && config.mode === 'live') throw new ExpectedError(`cannot go on without root: ${flaw}`);
  if (flaw) return stayRoot(log, flaw);
  leaveGroups(user);
  process.setgid!(user.gid);
  process.setuid!(user.uid);
  log.info('service.without_root', {
    message: `was started by root and gave up its rights: goes on as user ${user.uid}, who owns the data now`,
  });
}

function stayRoot(log: Log, reason: string): void {
  const warning = 'the service keeps the rights of root: live mode would refuse';
  log.warn('service.as_root', { reason, warning });
}

/** Takes the groups of the user itself, or none: root's would give much of it back. */
function leaveGroups({ uid, gid }: Runner): void {
  // Missing from the types; and a user without a name has none.
  const { initgroups } = process as { initgroups?: (user: number, group: number) => void };
  try {
    assert(initgroups);
    initgroups(uid, gid);
  } catch {
    process.setgroups!([gid]);
  }
}

/** Programs that PostgreSQL is run from stay root's, and the cluster has its owner. */
async function giveData(folder: string, user: Runner): Promise<void> {
  await give(folder, user);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.name === 'cluster' || entry.name === 'programs') continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await giveData(path, user);
    else await give(path, user);
  }
}

async function give(path: string, { uid, gid }: Runner): Promise<void> {
  const found = await lstat(path).catch(() => undefined);
  // A file with a second name is not ours alone to give.
  if (found?.uid !== 0) return;
  if (found.isDirectory() || (found.isFile() && found.nlink === 1)) await lchown(path, uid, gid);
}

/** Files that the user could not reach, as part of a sentence. */
async function whatIsShut(config: Config, user: Runner): Promise<string | undefined> {
  const usesKeysFile = config.keyText === '' && config.keyCommand === '';
  const needed: readonly (readonly [path: string, test: string])[] = [
    [join(program, 'src/main.ts'), '-r'],
    [join(program, 'migrations'), '-r'],
    [process.execPath, '-x'],
    [config.dataFolder, '-w'],
    ...(usesKeysFile ? [[config.keysFile, '-r'] as const] : []),
    ...(config.achFolder ? [[await nearest(resolve(config.achFolder)), '-w'] as const] : []),
    ...[config.achSftpKey, config.achSftpKnownHosts]
      .filter((file) => file !== '')
      .map((file) => [file, '-r'] as const),
  ];
  for (const [path, test] of needed) {
    if (!(await isOpen(path, test, user))) return `the user with id ${user.uid} cannot use ${path}`;
  }
  return undefined;
}

async function isOpen(path: string, test: string, user: Runner): Promise<boolean> {
  const options = { cwd: '/', env: {}, ...user };
  const run = promisify(execFile)('/bin/sh', ['-c', `test ${test} "$1"`, 'sh', path], options);
  return await run.then(
    () => true,
    () => false,
  );
}

async function nearest(folder: string): Promise<string> {
  const found = await lstat(folder).catch(() => undefined);
  return found ? folder : await nearest(dirname(folder));
}
