import { createHash } from 'node:crypto';
import { lstat, open, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hashOf, hashOfFile } from '../../runtime/hash-of-file.ts';
import { someAtOnce } from '../../runtime/some-at-once.ts';
import { ExpectedError, FileError } from '../command.ts';

/** A file below a folder, by its path from there. */
export type Listed = { readonly path: string; readonly size: number; readonly sha256: string };

export type Manifest = {
  readonly madeAt: string;
  /** The version of the program that made it. */
  readonly version: string;
  /** The last migration of the database in it. */
  readonly migration: string;
  readonly files: readonly Listed[];
};

const manifestFile = 'backup.json';

/** Lists all files with their checksums, and waits until they are safe on disk, with their folders. */
export async function listFiles(
  folder: string,
  listed: (bytes: number) => void,
  below = '',
): Promise<Listed[]> {
  const found: Listed[] = [];
  const files: string[] = [];
  for (const entry of await readdir(join(folder, below), { withFileTypes: true })) {
    const path = join(below, entry.name);
    if (entry.isDirectory()) found.push(...(await listFiles(folder, listed, path)));
    else if (entry.isFile()) files.push(path);
    else throw new ExpectedError(`a backup cannot hold ${join(folder, path)}, which is no file`);
  }
  // The disk makes several safe in about the time of one.
  await someAtOnce(files, async (path) => {
    const file = await listOne(folder, path);
    listed(file.size);
    return found.push(file);
  });
  await sync(join(folder, below));
  return found;
}

async function listOne(folder: string, path: string): Promise<Listed> {
  const handle = await open(join(folder, path), 'r');
  try {
    const found = await hashOf(handle);
    await handle.sync();
    return { path, ...found };
  } finally {
    await handle.close();
  }
}

/** Written last: it makes the backup whole. Its last line is the checksum of the lines above. */
export async function writeManifest(backup: string, manifest: Manifest): Promise<void> {
  const text = `${JSON.stringify(manifest, undefined, 1)}\n`;
  const draft = join(backup, `${manifestFile}.draft`);
  await writeFile(draft, `${text}${sumOf(text)}\n`, { mode: 0o600, flush: true });
  await rename(draft, join(backup, manifestFile));
  await sync(backup);
}

/** Refuses a folder that is no backup, or an incomplete one. */
export async function readManifest(backup: string): Promise<Manifest> {
  const text = await readFile(join(backup, manifestFile), 'utf8').catch(() => undefined);
  if (text === undefined) {
    throw new FileError(
      `${backup} is no backup, or not a whole one: it has no ${manifestFile}, which is written last`,
    );
  }
  const end = text.trimEnd().lastIndexOf('\n') + 1;
  if (sumOf(text.slice(0, end)) !== text.slice(end).trim()) {
    throw new FileError(`the list of the backup, ${join(backup, manifestFile)}, is damaged`);
  }
  return JSON.parse(text.slice(0, end)) as Manifest;
}

/** Checks that every file of the list exists and is unchanged. Other files are ignored. */
export async function refuseDamaged(
  folder: string,
  files: readonly Listed[],
  checked: (bytes: number) => void,
): Promise<void> {
  for (const { path, size, sha256 } of files) {
    const file = join(folder, path);
    const found = await lstat(file).catch(() => undefined);
    const isSame = found?.isFile() && found.size === size && (await hashOfFile(file)) === sha256;
    if (!isSame) throw new FileError(`the backup is damaged: ${file} is not what it was`);
    checked(size);
  }
}

function sumOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

export async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
