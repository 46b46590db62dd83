import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';

/** Writes the files of an archive, as PostgreSQL streams it, below a folder. Chunks may end anywhere. */
export type Unpacking = {
  take(chunk: Buffer): Promise<void>;
  /** Throws where the archive was cut off. */
  end(): Promise<void>;
};

const block = 512;

export function unpackTar(folder: string): Unpacking {
  let rest: Buffer = Buffer.alloc(0);
  let file: FileHandle | undefined;
  /** Bytes of the file that are still to come, and of the padding behind it. */
  let left = 0;
  let padding = 0;

  return { take, end };

  async function take(chunk: Buffer): Promise<void> {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (;;) {
      if (left > 0) {
        if (rest.length === 0) return;
        const part = rest.subarray(0, left);
        await file!.writeFile(part);
        rest = rest.subarray(part.length);
        left -= part.length;
        if (left > 0) return;
        await closeFile();
      } else if (padding > 0) {
        if (rest.length < padding) return;
        rest = rest.subarray(padding);
        padding = 0;
      } else {
        if (rest.length < block) return;
        const header = rest.subarray(0, block);
        rest = rest.subarray(block);
        await begin(header);
      }
    }
  }

  async function begin(header: Buffer): Promise<void> {
    // Two empty blocks end an archive.
    if (header.every((byte) => byte === 0)) return;
    const name = textAt(header, 0, 100);
    const type = String.fromCharCode(header[156]!);
    const path = join(folder, pathIn(name));
    if (type === '5') {
      await mkdir(path, { recursive: true, mode: 0o700 });
      return;
    }
    if (type !== '0' && type !== '\0') throw new Error(`a backup cannot hold ${name}`);
    left = sizeIn(header);
    padding = (block - (left % block)) % block;
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    file = await open(path, 'w', 0o600);
    if (left === 0) await closeFile();
  }

  async function closeFile(): Promise<void> {
    await file?.close();
    file = undefined;
  }

  async function end(): Promise<void> {
    const isCut = left > 0 || padding > 0 || rest.length > 0;
    await closeFile();
    if (isCut) throw new Error('the archive was cut off');
  }
}

function pathIn(name: string): string {
  const path = normalize(name);
  if (path.startsWith('/') || path.split('/').includes('..')) {
    throw new Error(`the archive names a file outside of it: ${name}`);
  }
  return path;
}

function textAt(header: Buffer, at: number, length: number): string {
  const field = header.subarray(at, at + length);
  const end = field.indexOf(0);
  return field.toString('utf8', 0, end === -1 ? length : end);
}

/** In octal; a size with no room for that is binary, and begins with the highest bit. */
function sizeIn(header: Buffer): number {
  if ((header[124]! & 0x80) !== 0) return Number(header.readBigUInt64BE(128));
  return Number.parseInt(textAt(header, 124, 12).trim(), 8);
}
