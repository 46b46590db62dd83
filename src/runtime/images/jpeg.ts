import { flaw, type Parsed } from '../../kernel/parsed.ts';
import type { JudgeSize, ReadImage } from './image.ts';

/* JPEG (ISO 10918): segments with markers, and scans between them that end before the next marker. */

const broken = flaw('malformed', 'is a JPEG image that is cut off or broken');
const trailing = flaw('malformed', 'has something behind the end of the image');
const unusual = flaw(
  'malformed',
  'must be a usual JPEG image: gray or RGB with 8 bits for each channel',
);

const marker = {
  start: 0xd8,
  end: 0xd9,
  scan: 0xda,
  jfif: 0xe0,
  adobe: 0xee,
} as const;
/** Baseline, extended and progressive, each with Huffman codes. */
const frames: ReadonlySet<number> = new Set([0xc0, 0xc1, 0xc2]);
/** Tables without which no scan can be read: Huffman codes, quantization, intervals of restarts. */
const tables: ReadonlySet<number> = new Set([0xc4, 0xdb, 0xdd]);
/** A progressive image has ten or so; each one costs its reader a walk over all of it. */
const mostScans = 64;

/** Without a thumbnail. */
const jfif = Buffer.from('ffe000104a46494600010100000100010000', 'hex');

export function isJpeg(bytes: Buffer): boolean {
  return bytes[0] === 0xff && bytes[1] === marker.start && bytes[2] === 0xff;
}

export function readJpeg(bytes: Buffer, judge: JudgeSize): Parsed<ReadImage> {
  const kept: Buffer[] = [bytes.subarray(0, 2)];
  let size: { width: number; height: number } | undefined;
  let scans = 0;
  for (let at = 2; ; ) {
    if (bytes[at] !== 0xff) return broken;
    // Any number of them may stand before a marker.
    while (bytes[at + 1] === 0xff) at += 1;
    const kind = bytes[at + 1];
    if (kind === undefined) return broken;
    if (kind === marker.end) {
      if (!size || scans === 0) return broken;
      if (at + 2 < bytes.length) return trailing;
      kept.push(bytes.subarray(at));
      const clean = async () => Buffer.concat(kept);
      return { ok: true, value: { type: 'image/jpeg', ...size, clean } };
    }
    if (at + 4 > bytes.length) return broken;
    const content = at + 4;
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (end < content || end > bytes.length) return broken;
    const segment = bytes.subarray(at, end);
    if (frames.has(kind)) {
      if (size || segment.length < 10) return broken;
      const [height, width] = [segment.readUInt16BE(5), segment.readUInt16BE(7)];
      const wrong = judge(width, height);
      if (wrong) return wrong;
      const parts = segment[9]!;
      if (segment[4] !== 8 || (parts !== 1 && parts !== 3)) return unusual;
      if (segment.length !== 10 + 3 * parts) return broken;
      size = { width, height };
      kept.push(segment);
    } else if (tables.has(kind)) kept.push(segment);
    else if (kind === marker.scan) {
      scans += 1;
      if (!size || scans > mostScans) return broken;
      at = endOfScan(bytes, end);
      kept.push(Buffer.concat([segment, bytes.subarray(end, at)]));
      continue;
    } else if (kind === marker.jfif) {
      if (kept.length === 1 && startsWith(segment, 'JFIF\0')) kept.push(jfif);
    } else if (kind === marker.adobe) {
      // Says whether its colors are RGB.
      if (startsWith(segment, 'Adobe') && segment.length === 16) kept.push(segment);
    } else if (!isLeftOut(kind)) return unusual;
    at = end;
  }
}

/** Segments that programs add, and comments. */
function isLeftOut(kind: number): boolean {
  return (kind >= 0xe0 && kind <= 0xef) || kind === 0xfe;
}

function startsWith(segment: Buffer, name: string): boolean {
  return segment.subarray(4, 4 + name.length).equals(Buffer.from(name));
}

/** The place of the next marker; a byte of 255 within the scan has a zero behind it, or is a restart. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = from; ; ) {
    at = bytes.indexOf(0xff, at);
    if (at === -1) return bytes.length;
    const next = bytes[at + 1];
    if (next !== 0 && next !== 0xff && !(next && next >= 0xd0 && next <= 0xd7)) return at;
    at += next === 0xff ? 1 : 2;
  }
}
