import { malformed, overLimit, xmlLimits } from './xml-fault.ts';

/** Where the first character stands that no XML document may hold; -1 when there is none. */
export function illegalAt(text: string): number {
  const at = text.search(neverAllowed);
  return at === -1 && !text.isWellFormed() ? text.search(loneSurrogate) : at;
}

const neverAllowed = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/;
const loneSurrogate = /\p{Surrogate}/u;

export function skipSpace(text: string, from: number): number {
  let at = from;
  while (isSpace(text.charCodeAt(at))) at += 1;
  return at;
}

function isSpace(code: number): boolean {
  return code <= 0x20 && (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09);
}

export type Stretch = 'text' | 'section' | 'attribute';

const chunk = 1024;

/** What a stretch of the document means once line ends, white space and references are resolved. */
export function resolved(text: string, from: number, end: number, stretch: Stretch): string {
  const inAttribute = stretch === 'attribute';
  const lineEnd = inAttribute ? 0x20 : 0x0a;
  let value = '';
  // Single characters are gathered as numbers: strings joined one by one would cost several times more.
  let units: number[] = [];
  for (let at = from; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x0d) {
      units.push(lineEnd);
      if (text.charCodeAt(at + 1) === 0x0a) at += 1;
    } else if (code === 0x26 && stretch !== 'section') {
      const semicolon = text.indexOf(';', at);
      const isClosed = semicolon !== -1 && semicolon < end;
      const point = isClosed ? referenced(text, at + 1, semicolon) : -1;
      if (point === -1) throw malformed(text, at, notAReference);
      if (point > 0xffff) units.push(0xd7c0 + (point >> 10), 0xdc00 + (point & 0x3ff));
      else units.push(point);
      at = semicolon;
    } else {
      units.push(inAttribute && code < 0x20 ? 0x20 : code);
    }
    if (units.length < chunk) continue;
    value += String.fromCharCode(...units);
    units = [];
    if (value.length > xmlLimits.text) throw overLimit(text, at, textTooLong);
  }
  return value + String.fromCharCode(...units);
}

const notAReference =
  'An ampersand does not begin one of the five predefined entities or a legal character reference.';
export const textTooLong = `A text is longer than ${xmlLimits.text} characters.`;

/** The code point that stands for what is between & and ; or -1. */
function referenced(text: string, from: number, end: number): number {
  if (text.charCodeAt(from) !== 0x23) return predefined.get(text.slice(from, end)) ?? -1;
  const isHex = text.charCodeAt(from + 1) === 0x78;
  const radix = isHex ? 16 : 10;
  const digits = isHex ? from + 2 : from + 1;
  let point = 0;
  for (let at = digits; at < end; at += 1) {
    const digit = digitOf(text.charCodeAt(at));
    if (digit >= radix) return -1;
    point = Math.min(point * radix + digit, 0x110000);
  }
  return digits < end && isLegal(point) ? point : -1;
}

const predefined: ReadonlyMap<string, number> = new Map([
  ['amp', 0x26],
  ['lt', 0x3c],
  ['gt', 0x3e],
  ['quot', 0x22],
  ['apos', 0x27],
]);

/** 16 for what is no hexadecimal digit. */
function digitOf(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : 16;
}

function isLegal(point: number): boolean {
  if (point < 0x20) return point === 0x09 || point === 0x0a || point === 0x0d;
  return (
    point <= 0xd7ff || (point >= 0xe000 && point <= 0xfffd) || (point > 0xffff && point <= 0x10ffff)
  );
}
