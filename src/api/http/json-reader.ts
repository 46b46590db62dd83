import { type Buffer, isUtf8 } from 'node:buffer';

/** The content of a document, before any field rule: objects are Maps, numbers keep their digits. */
export type RawValue = string | boolean | null | NumberText | RawValue[] | Map<string, RawValue>;

/** A number as written: cents stay exact, and an account number keeps every digit. */
export class NumberText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

const faults = {
  invalid_utf8: 'The body is not valid UTF-8',
  empty: 'The body holds no JSON',
  unfinished: 'The JSON ends too early',
  unexpected: 'The body is not valid JSON',
  bad_number: 'The JSON holds a number that is not written as JSON asks',
  bad_escape: 'The JSON holds a backslash followed by something that JSON does not know',
  control_character: 'The JSON holds a control character inside quotes',
  trailing_bytes: 'The body goes on after the end of the JSON',
  too_deep: 'The JSON is nested more than 32 levels deep',
  too_many_members: 'The JSON has more than 512 members and list entries',
  duplicate_key: 'The JSON has the same key twice in one object',
  forbidden_key: 'The JSON has a key that is not allowed',
};

export type JsonRule = keyof typeof faults;

/** The broken rule and its position (UTF-16 units from 0); quotes nothing of the document. */
export class JsonFault extends Error {
  readonly rule: JsonRule;
  readonly position: number;

  constructor(rule: JsonRule, position: number, most = usualMembers) {
    super(`${faults[rule].replace('512', String(most))} (character ${position + 1}).`);
    this.rule = rule;
    this.position = position;
  }
}

const maxDepth = 32;
const usualMembers = 512;

type Reading = {
  readonly text: string;
  readonly keys: KnownKeys;
  readonly most: number;
  at: number;
  members: number;
};

/**
 * Reads one strict RFC 8259 document. Accepts a byte order mark before it, and keeps lone surrogates written as
 * escapes, so that a field rule can name the field.
 */
export function readJson(bytes: Buffer, keys: KnownKeys = noKeys, most = usualMembers): RawValue {
  const text = bytes.toString();
  if (!isUtf8(bytes)) throw new JsonFault('invalid_utf8', text.indexOf('\ufffd'));

  const start = skipSpace(text, text.charCodeAt(0) === 0xfeff ? 1 : 0);
  if (start === text.length) throw new JsonFault('empty', start);
  const reading = { text, keys, most, at: start, members: 0 };
  const value = readValue(reading, text.charCodeAt(start), 0);
  const end = skipSpace(text, reading.at);
  if (end !== text.length) throw new JsonFault('trailing_bytes', end);
  return value;
}

/** Expected keys: they are recognized without slicing and hashing. */
export type KnownKeys = readonly (string | undefined)[];

const keySlots = 4096;
const noKeys: KnownKeys = [];

/** Two keys of one slot: the later one is read the slow way. */
export function knownKeys(names: Iterable<string>): KnownKeys {
  const slots: (string | undefined)[] = new Array(keySlots).fill(undefined);
  for (const name of names) {
    let hash = 0;
    for (let at = 0; at < name.length; at += 1) hash = mix(hash, name.charCodeAt(at));
    slots[slotOf(hash, slots)] ??= name;
  }
  return slots;
}

function mix(hash: number, code: number): number {
  return (hash * 31 + code) | 0;
}

function slotOf(hash: number, slots: KnownKeys): number {
  return (hash ^ (hash >>> 12)) & (slots.length - 1);
}

function readValue(reading: Reading, first: number, depth: number): RawValue {
  switch (first) {
    case 0x22: // "
      return readString(reading);
    case 0x7b: // {
      return readObject(reading, depth + 1);
    case 0x5b: // [
      return readArray(reading, depth + 1);
    case 0x74:
      return readWord(reading, 'true', true);
    case 0x66:
      return readWord(reading, 'false', false);
    case 0x6e:
      return readWord(reading, 'null', null);
    default:
      return readNumber(reading);
  }
}

function readObject(reading: Reading, depth: number): Map<string, RawValue> {
  const { text, keys } = reading;
  const object = new Map<string, RawValue>();
  if (depth > maxDepth) throw new JsonFault('too_deep', reading.at);
  let at = skipSpace(text, reading.at + 1);
  if (text.charCodeAt(at) === 0x7d) {
    reading.at = at + 1;
    return object;
  }
  for (let size = 1; ; size += 1) {
    const keyAt = at;
    if (text.charCodeAt(at) !== 0x22) throw unexpected(text, at);
    reading.at = at;
    const key = keys === noKeys ? readString(reading) : readKey(reading);
    if (key.charCodeAt(0) === 0x5f && key === '__proto__') {
      throw new JsonFault('forbidden_key', keyAt);
    }
    countMember(reading, keyAt);

    at = skipSpace(text, reading.at);
    if (text.charCodeAt(at) !== 0x3a) throw unexpected(text, at);
    at = skipSpace(text, at + 1);
    const first = text.charCodeAt(at);
    reading.at = at;
    object.set(key, first === 0x22 ? readString(reading) : readValue(reading, first, depth));
    if (object.size !== size) throw new JsonFault('duplicate_key', keyAt);

    at = skipSpace(text, reading.at);
    const next = text.charCodeAt(at);
    if (next === 0x7d) {
      reading.at = at + 1;
      return object;
    }
    if (next !== 0x2c) throw unexpected(text, at);
    at = skipSpace(text, at + 1);
  }
}

function readArray(reading: Reading, depth: number): RawValue[] {
  const { text } = reading;
  const array: RawValue[] = [];
  if (depth > maxDepth) throw new JsonFault('too_deep', reading.at);
  let at = skipSpace(text, reading.at + 1);
  if (text.charCodeAt(at) === 0x5d) {
    reading.at = at + 1;
    return array;
  }
  for (;;) {
    countMember(reading, at);
    reading.at = at;
    array.push(readValue(reading, text.charCodeAt(at), depth));
    at = skipSpace(text, reading.at);
    const next = text.charCodeAt(at);
    if (next === 0x5d) {
      reading.at = at + 1;
      return array;
    }
    if (next !== 0x2c) throw unexpected(text, at);
    at = skipSpace(text, at + 1);
  }
}

function countMember(reading: Reading, at: number): void {
  reading.members += 1;
  const { members, most } = reading;
  if (members > most) throw new JsonFault('too_many_members', at, most);
}

function readKey(reading: Reading): string {
  const { text, keys } = reading;
  const start = reading.at + 1;
  let hash = 0;
  let at = start;
  let code = text.charCodeAt(at);
  // Beyond the end the code is NaN, which this condition refuses too.
  while (code !== 0x22 && code !== 0x5c && code >= 0x20) {
    hash = mix(hash, code);
    at += 1;
    code = text.charCodeAt(at);
  }
  if (code !== 0x22) return readEscaped(reading, start, at);
  reading.at = at + 1;
  const known = keys[slotOf(hash, keys)];
  if (known !== undefined && known.length === at - start && text.startsWith(known, start)) {
    return known;
  }
  return text.slice(start, at);
}

function readString(reading: Reading): string {
  const { text } = reading;
  const start = reading.at + 1;
  let at = start;
  let code = text.charCodeAt(at);
  while (code !== 0x22 && code !== 0x5c && code >= 0x20) {
    at += 1;
    code = text.charCodeAt(at);
  }
  if (code !== 0x22) return readEscaped(reading, start, at);
  reading.at = at + 1;
  return text.slice(start, at);
}

/** Finds the end and validates every escape; the built-in parser decodes them. */
function readEscaped(reading: Reading, start: number, from: number): string {
  const { text } = reading;
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x22) {
      reading.at = at + 1;
      return JSON.parse(text.slice(start - 1, at + 1)) as string;
    }
    if (code < 0x20) throw new JsonFault('control_character', at);
    if (code === 0x5c) at = endOfEscape(text, at);
  }
  throw new JsonFault('unfinished', text.length);
}

function endOfEscape(text: string, at: number): number {
  if (at + 1 === text.length) throw new JsonFault('unfinished', at + 1);
  if (text.charCodeAt(at + 1) === 0x75) {
    for (let digit = at + 2; digit < at + 6; digit += 1) {
      if (!isHex(text.charCodeAt(digit))) throw new JsonFault('bad_escape', at);
    }
    return at + 5;
  }
  if (!'"\\/bfnrt'.includes(text.charAt(at + 1))) throw new JsonFault('bad_escape', at);
  return at + 1;
}

function isHex(code: number): boolean {
  return isDigit(code) || (code >= 0x41 && code <= 0x46) || (code >= 0x61 && code <= 0x66);
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function readWord<T>(reading: Reading, word: string, value: T): T {
  if (!reading.text.startsWith(word, reading.at)) throw new JsonFault('unexpected', reading.at);
  reading.at += word.length;
  return value;
}

function readNumber(reading: Reading): NumberText {
  const { text, at: start } = reading;
  const signed = text.charCodeAt(start) === 0x2d;
  if (!signed && !isDigit(text.charCodeAt(start))) throw unexpected(text, start);
  const whole = signed ? start + 1 : start;
  let at = digitsFrom(text, whole);
  if (text.charCodeAt(whole) === 0x30 && at > whole + 1) throw new JsonFault('bad_number', start);
  if (text.charCodeAt(at) === 0x2e) at = digitsFrom(text, at + 1);
  if ((text.charCodeAt(at) | 0x20) === 0x65) {
    const sign = text.charCodeAt(at + 1);
    at = digitsFrom(text, sign === 0x2b || sign === 0x2d ? at + 2 : at + 1);
  }
  reading.at = at;
  return new NumberText(text.slice(start, at));
}

/** At least one digit. */
function digitsFrom(text: string, start: number): number {
  let at = start;
  while (isDigit(text.charCodeAt(at))) at += 1;
  if (at === start) throw new JsonFault(at === text.length ? 'unfinished' : 'bad_number', at);
  return at;
}

function skipSpace(text: string, start: number): number {
  let at = start;
  let code = text.charCodeAt(at);
  while (code <= 0x20 && (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09)) {
    at += 1;
    code = text.charCodeAt(at);
  }
  return at;
}

function unexpected(text: string, at: number): JsonFault {
  return new JsonFault(at === text.length ? 'unfinished' : 'unexpected', at);
}
