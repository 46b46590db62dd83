import { indexOf, malformed, overLimit, xmlLimits } from './fault.ts';

export function skipSpace(text: string, from: number): number {
  let at = from;
  while (isSpace(text.charCodeAt(at))) at += 1;
  return at;
}

function isSpace(code: number): boolean {
  return code <= 0x20 && (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09);
}

/** Offsets of the next special characters, each searched once, so that most stretches are copied without a scan. */
export type Specials = { control: number; ampersand: number; sectionEnd: number };

export function noSpecialsYet(): Specials {
  return { control: -1, ampersand: -1, sectionEnd: -1 };
}

/** Stretches must be passed in document order. */
export function isPlain(specials: Specials, text: string, from: number, end: number): boolean {
  if (specials.control < from) {
    controls.lastIndex = from;
    specials.control = controls.test(text) ? controls.lastIndex - 1 : Number.POSITIVE_INFINITY;
  }
  if (specials.ampersand < from) specials.ampersand = indexOf(text, '&', from);
  if (specials.sectionEnd < from) specials.sectionEnd = indexOf(text, ']]>', from);
  return specials.control >= end && specials.ampersand >= end && specials.sectionEnd >= end;
}

// With the characters that XML forbids, and the carriage return; other white space is literal.
const controls = /[\0-\x08\x0b-\x1f\ufffe\uffff]/g;

export type Stretch = 'text' | 'section' | 'attribute';

/** The text of a stretch after line ends, white space and references are resolved. */
export function resolved(text: string, from: number, end: number, stretch: Stretch): string {
  let value = '';
  // Collected as numbers: joining single-character strings costs more.
  let units: number[] = [];
  let plainFrom = from;
  for (let at = from; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (isItself(code)) continue;

    if (at - plainFrom >= worthASlice || units.length >= mostUnits) {
      value += joined(units) + text.slice(plainFrom, at);
      units = [];
      if (value.length > xmlLimits.text) throw overLimit(text, at, textTooLong);
    } else {
      for (; plainFrom < at; plainFrom += 1) units.push(text.charCodeAt(plainFrom));
    }
    if (code === 0x26 && stretch !== 'section') {
      const semicolon = text.indexOf(';', at);
      const isClosed = semicolon !== -1 && semicolon < end;
      const point = isClosed ? referenced(text, at + 1, semicolon) : -1;
      if (point === -1) throw malformed(text, at, notAReference);
      if (point > 0xffff) units.push(0xd7c0 + (point >> 10), 0xdc00 + (point & 0x3ff));
      else units.push(point);
      at = semicolon;
    } else {
      if (!isLegal(code)) throw malformed(text, at, forbidden);
      if (code === 0x3e && stretch === 'text' && text.startsWith(']]', at - 2)) {
        throw malformed(text, at - 2, 'A text holds a ]]> that is not escaped.');
      }
      if (code === 0x0d && text.charCodeAt(at + 1) === 0x0a) at += 1;
      units.push(
        code >= 0x20 ? code : stretch === 'attribute' ? 0x20 : code === 0x0d ? 0x0a : code,
      );
    }
    plainFrom = at + 1;
  }
  return value + joined(units) + text.slice(plainFrom, end);
}

function joined(units: readonly number[]): string {
  if (units.length === 1) return String.fromCharCode(units[0]!);
  return String.fromCharCode(...units);
}

const worthASlice = 8;
const mostUnits = 1024;

export function checkLegal(text: string, from: number, end: number): void {
  for (let at = from; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (!isItself(code) && !isLegal(code)) throw malformed(text, at, forbidden);
  }
}

/** Special in every stretch; the others depend on the stretch, or are forbidden in XML. */
export function isItself(code: number): boolean {
  if (code > 0x3e) return code < 0xfffe;
  return code >= 0x20 && code !== 0x26 && code !== 0x3e;
}

const forbidden = 'The document holds a character that XML forbids.';
const notAReference =
  'An ampersand does not begin one of the five predefined entities or a legal character reference.';
export const textTooLong = `A text is longer than ${xmlLimits.text} characters.`;

/** The code point of the reference between & and ; or -1. */
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

/** 16 for a character that is no hexadecimal digit. */
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
