import { flaw } from '../../kernel/parsed.ts';
import type { Shape } from './shape.ts';

const notBase64 = flaw('malformed', 'must be base64, with + and / and its padding');

/** Bytes in base64. */
export function bytes(doc: string, most: number): Shape<Buffer> {
  const longest = 4 * Math.ceil(most / 3);
  const tooLarge = flaw('too_large', `must have at most ${most} bytes`);
  return {
    schema: { type: 'string', contentEncoding: 'base64', maxLength: longest },
    doc,
    read(value, at, reading) {
      if (typeof value !== 'string' || value === '') return reading.note(at, notBase64);
      if (value.length > longest) return reading.note(at, tooLarge);
      const read = Buffer.from(value, 'base64');
      if (read.toString('base64') !== value) return reading.note(at, notBase64);
      return read.length > most ? reading.note(at, tooLarge) : read;
    },
  };
}
