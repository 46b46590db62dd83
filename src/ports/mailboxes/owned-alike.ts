import { lchown, mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/*
 * A command that root runs writes files of a service that runs as another user. New files and folders get the owner of
 * the folder above, otherwise the service could not enter them.
 */

/** Creates a folder that only its owner can enter, with missing parents. */
export async function makeFolder(path: string): Promise<void> {
  const highest = await mkdir(path, { recursive: true, mode: 0o700 });
  if (highest === undefined || !isRoot()) return;
  const first = resolve(highest);
  const made = [resolve(path)];
  while (made[0]!.length > first.length) made.unshift(dirname(made[0]!));
  for (const folder of made) await ownAlike(folder);
}

/** A file or folder that was just created. */
export async function ownAlike(path: string): Promise<void> {
  if (!isRoot()) return;
  const { uid, gid } = await stat(dirname(path));
  await lchown(path, uid, gid);
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}
