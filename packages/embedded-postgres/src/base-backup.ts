import { createHash } from 'node:crypto';
import { open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { connectionLost, urlOf } from './connections.ts';
import { DatabaseError } from './database-error.ts';
import type { Names } from './names.ts';
import { unpackTar } from './unpack-tar.ts';

/** PostgreSQL's own tools look for a file of this name. */
const manifestName = 'backup_manifest';

/**
 * Copies a running cluster into an empty folder: PostgreSQL's own base backup, with the write-ahead log that it needs.
 * The server checks every page by its checksum on the way, and ends with a manifest of the checksums of all files.
 */
export async function baseBackup(
  socketFolder: string,
  names: Names,
  folder: string,
  received: (bytes: number) => void,
): Promise<void> {
  const { program, superuser } = names;
  const client = new pg.Client({
    connectionString: `${urlOf(socketFolder, superuser, names)}?replication=true`,
    application_name: `${program} backup`,
  });
  try {
    await client.connect();
    // Keeps the log until this connection ends, however long the copy takes.
    const slot = `${program}_backup_${process.pid}`;
    await client.query(`CREATE_REPLICATION_SLOT ${slot} TEMPORARY PHYSICAL RESERVE_WAL`);
    const receiving = receive(folder, program, received);
    client.on('error', receiving.fail);
    client.query(receiving);
    await receiving.done;
    await refuseDifferent(folder);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) && !connectionLost(error)) throw error;
    throw new DatabaseError(`PostgreSQL could not be copied: ${(error as Error).message}`);
  } finally {
    await client.end().catch(() => {});
  }
}

type Listed = { readonly path?: string; readonly size: number; readonly checksum: string };

/** Compares the files on the disk with the manifest. The log has checksums of its own, which recovery verifies. */
async function refuseDifferent(folder: string): Promise<void> {
  const text = await readFile(join(folder, manifestName), 'utf8');
  const { files } = JSON.parse(text, inLowerCase) as { files: readonly Listed[] };
  const check = async ({ path, size, checksum }: Listed) => {
    // Names that are no UTF-8 are written otherwise; PostgreSQL makes none.
    const file = join(folder, path ?? '');
    const found = path === undefined ? undefined : await hashOfFile(file).catch(() => undefined);
    if (found?.size === size && found.checksum === checksum) return;
    throw new DatabaseError(`the copy is not what PostgreSQL sent: ${file}`);
  };
  for (let at = 0; at < files.length; at += checkedAtOnce)
    await Promise.all(files.slice(at, at + checkedAtOnce).map(check));
}

const checkedAtOnce = 8;

/** A small database has many small files, and a stream for each takes longer than its bytes. */
async function hashOfFile(file: string): Promise<{ size: number; checksum: string }> {
  const handle = await open(file, 'r');
  try {
    const hash = createHash('sha256');
    const piece = Buffer.allocUnsafe(Math.min((await handle.stat()).size + 1, 1024 * 1024));
    for (let size = 0; ; ) {
      const { bytesRead } = await handle.read(piece, 0, piece.length, size);
      hash.update(piece.subarray(0, bytesRead));
      size += bytesRead;
      if (bytesRead < piece.length) return { size, checksum: hash.digest('hex') };
    }
  } finally {
    await handle.close();
  }
}

function inLowerCase(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key.toLowerCase(), one]));
}

/** Bytes that may wait to be written before the stream is paused. */
const mostWaiting = 8 * 1024 * 1024;

type Connection = {
  query(text: string): void;
  readonly stream: { pause(): void; resume(): void };
};

/** One `base_backup` on its connection; the driver calls the methods named `handle…`. */
function receive(folder: string, program: string, received: (bytes: number) => void) {
  let resolve!: () => void;
  let reject!: (error: unknown) => void;
  const done = new Promise<void>((yes, no) => {
    [resolve, reject] = [yes, no];
  });
  const archive = unpackTar(folder);
  const manifest: Buffer[] = [];
  let archives = 0;
  let isManifest = false;
  let waiting = 0;
  let writing: Promise<unknown> = Promise.resolve();
  // The caller of `done` gets the error.
  done.catch(() => {});
  // The replication grammar knows its keywords in capitals only.
  const command = `BASE_BACKUP (LABEL '${program}', CHECKPOINT 'fast', WAL true, MANIFEST 'yes',
    MANIFEST_CHECKSUMS 'SHA256')`;

  return {
    done,
    fail: (error: unknown) => reject(error),
    submit: (connection: unknown) => (connection as Connection).query(command),
    handleCopyData({ chunk }: { chunk: Buffer }, { stream }: Connection): void {
      // The first byte says what follows. The driver uses its buffer again for the next message.
      const kind = String.fromCharCode(chunk[0]!);
      if (kind === 'n') archives += 1;
      if (kind === 'n' && archives > 1) reject(new DatabaseError(tablespaces));
      if (kind === 'm') isManifest = true;
      if (kind !== 'd') return;
      const data = Buffer.from(chunk.subarray(1));
      if (isManifest) manifest.push(data);
      else write(data, stream);
    },
    handleError: (error: Error) => reject(error),
    handleReadyForQuery(): void {
      const finish = async () => {
        await writing;
        await archive.end();
        await writeFile(join(folder, manifestName), Buffer.concat(manifest), { mode: 0o600 });
      };
      finish().then(resolve, reject);
    },
    handleRowDescription() {},
    handleDataRow() {},
    handleCommandComplete() {},
    handlePortalSuspended() {},
    handleEmptyQuery() {},
    handleCopyInResponse() {},
  };

  function write(data: Buffer, stream: Connection['stream']): void {
    waiting += data.length;
    if (waiting > mostWaiting) stream.pause();
    writing = writing.then(async () => {
      await archive.take(data);
      received(data.length);
      waiting -= data.length;
      if (waiting <= mostWaiting / 2) stream.resume();
    });
    // A full disk rejects at once; the rest of the stream is dropped.
    writing.catch((error) => {
      reject(error);
      stream.resume();
    });
  }
}

const tablespaces =
  'the database has tablespaces outside of its folder, and a backup of that folder would lack them';
