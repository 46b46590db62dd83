import { constants } from 'node:fs';
import { link, mkdir, open, readFile, realpath, stat, unlink } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { keyBytes } from './cipher.ts';
import { holdKeys } from './held-keys.ts';
import type { KeyProvider } from './key-provider.ts';
import { keyLine, parseKeyLines } from './key-text.ts';
import { VaultError } from './vault-error.ts';

export type KeyFileOptions = {
  readonly file: string;
  /** The data folder: the keys must not lie in it, or be backed up with it. */
  readonly dataFolder: string;
  readonly live: boolean;
  readonly randomBytes: (count: number) => Buffer;
  readonly now: () => Date;
  /** Gets a sentence for the operator. */
  readonly say: (sentence: string) => void;
};

/** The keys in a file of ours: readable only by us, and append-only. */
export function keyFile(options: KeyFileOptions): KeyProvider {
  const { file, live, randomBytes, say } = options;
  const place = `the keys file ${file}`;
  return {
    ...holdKeys({ place, read }, randomBytes),

    async prepare({ mayMakeKeys }) {
      await refuseInsideDataFolder(options);
      if (!(await exists(file))) {
        if (!mayMakeKeys)
          throw missing('The database holds a vault, but its keys do not: bring back');
        if (live) {
          throw missing(
            'Live mode does not make its own keys: quittance vault make-keys does; or bring yours to',
          );
        }
        if (await makeKeysFile(options)) {
          say(
            `Made the first key of the vault in ${place}. Keep a copy of it apart from the backups ` +
              'of the database: without it nothing in the vault can be read.',
          );
        }
      }
      await checkWhoMayRead();
      await read();
    },

    async addKey() {
      const text = await readText();
      const id = newId(options);
      const line = keyLine(id, randomBytes(keyBytes), options.now());
      await append(text === '' || text.endsWith('\n') ? line : `\n${line}`);
      return id;
    },
  };

  async function read() {
    return parseKeyLines(await readText(), place);
  }

  async function readText(): Promise<string> {
    try {
      return await readFile(file, 'utf8');
    } catch (fault) {
      throw unreadable(fault);
    }
  }

  async function append(line: string): Promise<void> {
    try {
      // One write in append mode: a concurrent append stays whole.
      await writeDurably(file, constants.O_WRONLY | constants.O_APPEND, line);
    } catch (fault) {
      throw unreadable(fault);
    }
  }

  async function checkWhoMayRead(): Promise<void> {
    if (process.platform === 'win32') return; // Its mode says nothing about who may read.
    const { mode } = await stat(file);
    if ((mode & 0o077) === 0) return;
    const sentence = `Others can read or change ${place}: run chmod 600 on it.`;
    if (live) throw new VaultError('keys_exposed', sentence);
    say(sentence);
  }

  function missing(sentence: string): VaultError {
    return new VaultError('keys_missing', `${sentence} ${place}, or name where they are.`);
  }

  function unreadable(fault: unknown): VaultError {
    const { code = 'unknown error' } = fault as NodeJS.ErrnoException;
    return new VaultError('keys_unreadable', `No access to ${place} (${code}).`);
  }
}

/**
 * Writes a file with a first key, unless another process was faster; returns whether it did. The file appears whole and
 * flushed or not at all: a root key may be wrapped under its key a moment later.
 */
export async function makeKeysFile(
  options: Pick<KeyFileOptions, 'file' | 'dataFolder' | 'randomBytes' | 'now'>,
): Promise<boolean> {
  const { file, randomBytes, now } = options;
  await refuseInsideDataFolder(options);
  const folder = dirname(resolve(file));
  const draft = join(folder, `.keys-${randomBytes(8).toString('hex')}`);
  const line = keyLine(newId(options), randomBytes(keyBytes), now());
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeDurably(draft, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, line);
  } catch (fault) {
    const { code = 'unknown error' } = fault as NodeJS.ErrnoException;
    throw new VaultError('keys_unreadable', `Cannot make the keys file ${file} (${code}).`);
  }
  try {
    await link(draft, file);
    return true;
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw fault;
  } finally {
    await unlink(draft);
    // The faster process may not have flushed the folder yet.
    await syncFolder(folder);
  }
}

function newId({ randomBytes, now }: Pick<KeyFileOptions, 'randomBytes' | 'now'>): string {
  return `kek-${now().toISOString().slice(0, 10)}-${randomBytes(6).toString('hex')}`;
}

async function writeDurably(path: string, flags: number, text: string): Promise<void> {
  const handle = await open(path, flags, 0o600);
  try {
    await handle.write(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return; // Folders cannot be opened there.
  const handle = await open(folder, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function refuseInsideDataFolder({
  file,
  dataFolder,
}: Pick<KeyFileOptions, 'file' | 'dataFolder'>): Promise<void> {
  const way = relative(await truePath(dataFolder), await truePath(file));
  const isOutside = way === '../..' || way.startsWith(`..${sep}`) || isAbsolute(way);
  if (isOutside) return;
  throw new VaultError(
    'keys_misplaced',
    `The keys file ${file} lies inside the data folder: whoever copies the data would have the ` +
      'keys too. Move it elsewhere and name the place in QUITTANCE_KEYS.',
  );
}

/** The path without links, even if the file does not exist yet. */
async function truePath(path: string): Promise<string> {
  const full = resolve(path);
  try {
    return await realpath(full);
  } catch (fault) {
    const parent = dirname(full);
    if ((fault as NodeJS.ErrnoException).code !== 'ENOENT' || parent === full) throw fault;
    return join(await truePath(parent), relative(parent, full));
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw fault;
  }
}
