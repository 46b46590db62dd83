import { crc32, deflateSync } from 'node:zlib';

/* Images as files, and files that only look like images. */

export type Drawing = {
  readonly width?: number;
  readonly height?: number;
  /** 2: RGB; 3: a palette of two colors; 6: RGB with alpha. */
  readonly kind?: 0 | 2 | 3 | 4 | 6;
  readonly depth?: number;
  readonly interlace?: number;
  /** Chunks before the rows. */
  readonly more?: readonly Buffer[];
  /** In the place of the rows. */
  readonly rows?: Buffer;
};

const samples = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 } as const;
const signature = Buffer.from('89504e470d0a1a0a', 'hex');
const end = chunk('IEND');

export function chunk(type: string, data: Buffer | string = ''): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), Buffer.from(data)]);
  const around = Buffer.alloc(8);
  around.writeUInt32BE(named.length - 4, 0);
  around.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([around.subarray(0, 4), named, around.subarray(4)]);
}

/** A PNG with a blue rectangle. */
export function png(drawing: Drawing = {}): Buffer {
  const { width = 64, height = 32, kind = 2, depth = 8, interlace = 0, more = [] } = drawing;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, kind, 0, 0, interlace], 8);
  const palette = kind === 3 ? [chunk('PLTE', Buffer.from([31, 79, 216, 255, 255, 255]))] : [];
  const rows = drawing.rows ?? deflateSync(rowsOf(width, height, samples[kind]));
  const parts = [chunk('IHDR', header), ...palette, ...more, chunk('IDAT', rows), end];
  return Buffer.concat([signature, ...parts]);
}

/** Rows without a filter; half of them are transparent where there is alpha. */
export function rowsOf(width: number, height: number, wide: number): Buffer {
  const row = Buffer.alloc(1 + width * wide);
  const pixel = [[0], [90, 128], [31, 79, 216], [31, 79, 216, 128]][wide - 1]!;
  for (let x = 0; x < width; x += 1) row.set(pixel, 1 + x * wide);
  return Buffer.concat(Array.from({ length: height }, () => row));
}

/** 32 by 24 pixels, with a color profile. */
export const jpeg = Buffer.from(
  [
    '/9j/4AAQSkZJRgABAQAAAQABAAD/4gHYSUNDX1BST0ZJTEUAAQEAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAAEAAAAAAABh',
    'Y3NwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAA9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    'AAAAAAAAAAAAAAAAAAAAAAAAAAlkZXNjAAAA8AAAACRyWFlaAAABFAAAABRnWFlaAAABKAAAABRiWFlaAAABPAAAABR3dHB0AAAB',
    'UAAAABRyVFJDAAABZAAAAChnVFJDAAABZAAAAChiVFJDAAABZAAAAChjcHJ0AAABjAAAADxtbHVjAAAAAAAAAAEAAAAMZW5VUwAA',
    'AAgAAAAcAHMAUgBHAEJYWVogAAAAAAAAb6IAADj1AAADkFhZWiAAAAAAAABimQAAt4UAABjaWFlaIAAAAAAAACSgAAAPhAAAts9Y',
    'WVogAAAAAAAA9tYAAQAAAADTLXBhcmEAAAAAAAQAAAACZmYAAPKnAAANWQAAE9AAAApbAAAAAAAAAABtbHVjAAAAAAAAAAEAAAAM',
    'ZW5VUwAAACAAAAAcAEcAbwBvAGcAbABlACAASQBuAGMALgAgADIAMAAxADb/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcg',
    'LikxMC4pLSwzOko+MzZGNywtQFdBRkxOUlNSMj5aYVpQYEpRUk//2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09P',
    'T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT0//wAARCAAYACADASIAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAAAAUH',
    '/8QAGhABAAEFAAAAAAAAAAAAAAAAAAIFFlSj0v/EABcBAQEBAQAAAAAAAAAAAAAAAAAEAwX/xAAdEQABBAIDAAAAAAAAAAAAAAAB',
    'AAIDEQQSMTJB/9oADAMBAAIRAxEAPwCCt2lXcHdDpEbY72Zkvg119tQwxh92sutKu4O6HSI2xiZh5L59tvKSaMMqkW7trudphyCt',
    '0bH9hayDiOCl213O0w5RAGxsZ1FIXE8lf//Z',
  ].join(''),
  'base64',
);

/** A segment of a JPEG, such as a comment. */
export function segment(marker: number, data: Buffer | string): Buffer {
  const content = Buffer.from(data);
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}

/** The JPEG with segments behind its beginning. */
export function jpegWith(...more: readonly Buffer[]): Buffer {
  return Buffer.concat([jpeg.subarray(0, 2), ...more, jpeg.subarray(2)]);
}

export const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="32"><script>alert(1)</script></svg>',
);
