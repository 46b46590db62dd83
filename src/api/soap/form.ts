import { type ContentType, charsetOf, readMark, utf8 } from './charset.ts';
import { MethodFault } from './method.ts';

/** Values by their names in lower case. */
export type Pairs = ReadonlyMap<string, string>;
type Decode = (bytes: Buffer) => string;

const mostPairs = 2000;

/** Parses the body of a form. An unknown character set is read as UTF-8, which loses nothing. */
export function readForm(body: Buffer, { parameters }: ContentType): Pairs {
  const { bytes, marked } = readMark(body);
  const label = parameters.get('charset');
  const charset = marked ?? (label ? charsetOf(label) : undefined) ?? utf8;
  if (!charset.isWide) return readPairs(bytes.toString('latin1'), charset.decode);
  return readPairs(Buffer.from(charset.decode(bytes)).toString('latin1'));
}

/**
 * Parses a query or form; each character of `text` is one byte. A value without a name (`?X`) is dropped, and values of
 * a repeated name are joined with a comma.
 */
export function readPairs(text: string, decode: Decode = utf8.decode): Pairs {
  const parts = text.split('&', mostPairs + 1);
  if (parts.length > mostPairs) {
    throw new MethodFault('At most 2,000 parameters may be sent.', 'client');
  }

  const pairs = new Map<string, string>();
  for (const part of parts) {
    const equals = part.indexOf('=');
    if (equals === -1) continue;
    const name = unescaped(part.slice(0, equals), decode).toLowerCase();
    const value = unescaped(part.slice(equals + 1), decode);
    const before = pairs.get(name);
    pairs.set(name, before === undefined ? value : `${before},${value}`);
  }
  return pairs;
}

const escapes = /[%+\x80-\uffff]/;
const plus = 0x2b;
const space = 0x20;
const percent = 0x25;
const letterU = 0x75;

function unescaped(text: string, decode: Decode): string {
  if (!escapes.test(text)) return text;
  const bytes = Buffer.allocUnsafe(text.length);
  let size = 0;
  let done = '';
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === percent && text.charCodeAt(at + 1) === letterU) {
      const unit = hexAt(text, at + 2, 4);
      if (unit >= 0) {
        // Not a byte of the character set: decode the bytes before it without it.
        done += decode(bytes.subarray(0, size)) + String.fromCharCode(unit);
        size = 0;
        at += 5;
        continue;
      }
    }
    const byte = code === percent ? hexAt(text, at + 1, 2) : -1;
    if (byte >= 0) at += 2;
    bytes[size] = byte >= 0 ? byte : code === plus ? space : code;
    size += 1;
  }
  return done + decode(bytes.subarray(0, size));
}

/** -1 if there are not that many digits: then the sign before them is literal. */
function hexAt(text: string, start: number, digits: number): number {
  let value = 0;
  for (let at = start; at < start + digits; at += 1) {
    const code = text.charCodeAt(at);
    const lower = code | 0x20;
    if (code >= 0x30 && code <= 0x39) value = value * 16 + code - 0x30;
    else if (lower >= 0x61 && lower <= 0x66) value = value * 16 + lower - 0x57;
    else return -1;
  }
  return value;
}
