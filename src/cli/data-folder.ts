import { chmod, chown, lstat, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { chooseRunner, type Runner } from '#embedded-postgres';
import type { Config } from '../config.ts';

/** Files that this program puts there. */
const ours =
  /^(?:postgres|ach|log|running|restoring|simulated-bank\.jsonl.*|first-start\.json.*|last-backup\.json.*|keys\.json)$/;

/**
 * The data folder is for its owner alone. A folder that holds anything else is left as it is: it may be a home folder.
 * Started as root in the sandbox, it is given to the user that PostgreSQL runs as; in live mode its owner is set by the operator.
 */
export async function prepareDataFolder({ dataFolder, databaseUrl, mode }: Config): Promise<void> {
  const made = await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  const folder = await lstat(dataFolder);
  if (!folder.isDirectory()) return;
  const isRoot = process.getuid?.() === 0;
  const isOurs = folder.uid === process.getuid?.() || isRoot;
  const holdsOurs =
    made !== undefined || (await readdir(dataFolder)).every((name) => ours.test(name));
  if (!isOurs || !holdsOurs) return;
  if ((folder.mode & 0o077) !== 0) await chmod(dataFolder, 0o700);
  if (!isRoot) return;
  const postgres = join(dataFolder, 'postgres');
  if (folder.uid === 0) {
    if (mode === 'live') return;
    const user = await userOfData(dataFolder);
    if (user) await chown(dataFolder, user.uid, user.gid);
    return;
  }
  // So that PostgreSQL runs as the owner of the data folder, and not as some other user.
  if (databaseUrl || (await mkdir(postgres, { recursive: true, mode: 0o700 })) === undefined)
    return;
  await chown(postgres, folder.uid, folder.gid);
}

/** For root: whose rights are enough for the data. */
export async function userOfData(dataFolder: string): Promise<Runner | undefined> {
  const postgres = join(dataFolder, 'postgres');
  const cluster = join(postgres, 'cluster');
  const isMade = await lstat(cluster).catch(() => undefined);
  const owner = await lstat(dataFolder).catch(() => undefined);
  if (!isMade && owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return await chooseRunner(postgres, cluster).catch(() => undefined);
}
