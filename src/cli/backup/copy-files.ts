import { chown, copyFile, lstat, mkdir, open, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Bytes of all files below a folder. */
export async function sizeOf(folder: string): Promise<number> {
  let size = 0;
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    const found = await lstat(join(entry.parentPath, entry.name)).catch(() => undefined);
    size += found?.size ?? 0;
  }
  return size;
}

type Copying = {
  readonly skip?: ReadonlySet<string>;
  /** Takes the bytes of each file that was copied. */
  readonly copied?: (bytes: number) => void;
};

/** A folder with all that is in it, readable by its owner alone; root keeps owners as they are. */
export async function copyTree(
  from: string,
  to: string,
  { skip = new Set(), copied = () => {} }: Copying = {},
): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  await own(from, to);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (skip.has(entry.name)) continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await copyTree(source, target, { copied });
    else if (entry.isFile()) copied(await copyOne(source, target));
    else throw new Error(`${source} is no file`);
  }
}

async function copyOne(from: string, to: string): Promise<number> {
  try {
    await copyFile(from, to);
    await own(from, to);
    return (await lstat(to)).size;
  } catch (error) {
    // A file that was finished meanwhile was renamed; its row in the database has the new name.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return 0;
  }
}

/** Its whole lines: another process may be writing the next one. */
export async function copyLines(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  await copyFile(from, to);
  await own(from, to);
  const handle = await open(to, 'r+');
  try {
    let { size } = await handle.stat();
    const chunk = Buffer.alloc(64 * 1024);
    for (let end = -1; size > 0 && end === -1; ) {
      const start = Math.max(0, size - chunk.length);
      await handle.read(chunk, 0, size - start, start);
      end = chunk.subarray(0, size - start).lastIndexOf(0x0a);
      size = end === -1 ? start : start + end + 1;
    }
    await handle.truncate(size);
  } finally {
    await handle.close();
  }
}

/** For root: all of a copy belongs to whom the original belongs, since PostgreSQL runs as that user. */
export async function chownLike(from: string, to: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await lstat(from);
  await chown(to, uid, gid);
  for (const entry of await readdir(to, { recursive: true, withFileTypes: true })) {
    await chown(join(entry.parentPath, entry.name), uid, gid);
  }
}

async function own(from: string, to: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await lstat(from);
  await chown(to, uid, gid);
}
