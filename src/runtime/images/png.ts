import { promisify } from 'node:util';
import { crc32, deflate, inflate } from 'node:zlib';
import { type Flaw, flaw, type Parsed } from '../../kernel/parsed.ts';
import type { JudgeSize, ReadImage } from './image.ts';

/* PNG (ISO 15948): chunks with checksums, in them one stream of compressed rows. */

type Chunk = { readonly type: string; readonly data: Buffer };

const signature = Buffer.from('89504e470d0a1a0a', 'hex');

const broken = flaw('malformed', 'is a PNG image that is cut off or broken');
const trailing = flaw('malformed', 'has something behind the end of the image');
const animated = flaw('malformed', 'must be one image, without animation');
const unusual = flaw(
  'malformed',
  'must be a plain PNG image: 8 bits for each channel, not interlaced',
);

export function isPng(bytes: Buffer): boolean {
  return bytes.subarray(0, signature.length).equals(signature);
}

/** Samples of a pixel by color type: gray, color, palette, gray and color with alpha. */
const samplesOf: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const isPalette = 3;

export async function readPng(bytes: Buffer, judge: JudgeSize): Promise<Parsed<ReadImage>> {
  const chunks = chunksOf(bytes);
  if ('ok' in chunks) return chunks;
  const [header] = chunks;
  if (header?.type !== 'IHDR' || header.data.length !== 13) return broken;
  const [width, height] = [header.data.readUInt32BE(0), header.data.readUInt32BE(4)];
  const wrong = judge(width, height);
  if (wrong) return wrong;
  const [depth, color, compression, filter, interlace] = header.data.subarray(8);
  const samples = samplesOf[color!];
  if (depth !== 8 || !samples || compression || filter || interlace) return unusual;
  const colors = colorsOf(chunks, color!);
  if (!colors) return broken;
  const packed = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(dataOf));
  const rows = await rowsOf(packed, { height, length: 1 + width * samples });
  if (!rows) return broken;
  return {
    ok: true,
    value: {
      ...{ type: 'image/png', width, height },
      async clean() {
        const data = await promisify(deflate)(rows);
        const end = { type: 'IEND', data: Buffer.alloc(0) };
        const kept = [header, ...colors, { type: 'IDAT', data }, end];
        return Buffer.concat([signature, ...kept.map(written)]);
      },
    },
  };
}

const dataOf = ({ data }: Chunk): Buffer => data;

/** All of them, up to the end of the file, in an order that is allowed. */
function chunksOf(bytes: Buffer): Chunk[] | Flaw {
  const chunks: Chunk[] = [];
  for (let at = signature.length; ; ) {
    if (at + 12 > bytes.length) return broken;
    const end = at + 12 + bytes.readUInt32BE(at);
    if (end > bytes.length) return broken;
    const named = bytes.subarray(at + 4, end - 4);
    if (crc32(named) !== bytes.readUInt32BE(end - 4)) return broken;
    const type = named.subarray(0, 4).toString('latin1');
    if (!/^[a-zA-Z]{4}$/.test(type)) return broken;
    chunks.push({ type, data: named.subarray(4) });
    at = end;
    if (type !== 'IEND') continue;
    if (at < bytes.length) return trailing;
    const order = chunks.map((one) => one.type);
    if (order.includes('acTL')) return animated;
    // Critical chunks are understood; others are left out.
    const critical = order.filter((one) => one < 'a' || one === 'tRNS').join(' ');
    return /^IHDR (PLTE )?(tRNS )?(IDAT )+IEND$/.test(critical) ? chunks : broken;
  }
}

/** The palette and what is transparent; undefined if they do not fit. */
function colorsOf(chunks: readonly Chunk[], color: number): Chunk[] | undefined {
  const palette = chunks.find(({ type }) => type === 'PLTE');
  const clear = chunks.find(({ type }) => type === 'tRNS');
  const entries = color === isPalette ? (palette?.data.length ?? 0) / 3 : 0;
  if (color === isPalette && !(Number.isInteger(entries) && entries > 0 && entries <= 256)) return;
  const length = clear?.data.length ?? 0;
  const fits = { 0: length === 2, 2: length === 6, 3: length > 0 && length <= entries }[color];
  if (clear && !fits) return;
  return [color === isPalette && palette, clear].filter(
    (one) => one !== undefined && one !== false,
  );
}

type Rows = { readonly height: number; readonly length: number };

/** The rows unpacked, each with the filter before it; undefined if they are not exactly those of the image. */
async function rowsOf(packed: Buffer, { height, length }: Rows): Promise<Buffer | undefined> {
  const options = { maxOutputLength: height * length, info: true };
  const unpacked: unknown = await promisify(inflate)(packed, options).catch(() => undefined);
  if (!unpacked) return undefined;
  const { buffer, engine } = unpacked as { buffer: Buffer; engine: { bytesWritten: number } };
  if (buffer.length !== height * length || engine.bytesWritten !== packed.length) return undefined;
  for (let at = 0; at < buffer.length; at += length) if (buffer[at]! > 4) return undefined;
  return buffer;
}

function written({ type, data }: Chunk): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const around = Buffer.alloc(8);
  around.writeUInt32BE(data.length, 0);
  around.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([around.subarray(0, 4), named, around.subarray(4)]);
}
