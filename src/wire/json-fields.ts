import { Refusal } from '../base/refusal.ts';
import { notScalar, type RawFields } from './decode.ts';
import { JsonFault, type KnownKeys, NumberText, type RawValue, readJson } from './json-reader.ts';

/** A JSON body as names and texts, which is what every binding is brought to. */
export function readJsonFields(bytes: Buffer, keys: KnownKeys): RawFields {
  const value = read(bytes, keys);
  if (!(value instanceof Map)) {
    throw new Refusal('unreadable', { message: 'The body must be one JSON object.' });
  }
  // In place: most members are texts already.
  const fields: Map<string, RawValue | typeof notScalar> = value;
  for (const [name, member] of value) {
    if (typeof member === 'string') continue;
    if (member === null) fields.delete(name);
    else fields.set(name, textOf(member));
  }
  return fields as RawFields;
}

function read(bytes: Buffer, keys: KnownKeys): RawValue {
  try {
    return readJson(bytes, keys);
  } catch (fault) {
    if (fault instanceof JsonFault) throw new Refusal('unreadable', { message: fault.message });
    throw fault;
  }
}

/**
 * Numbers keep the digits they were written with, so cents and account numbers stay exact. Only zeros behind a
 * second decimal are cut, which say nothing: decimals of .NET keep them, and the rules of a text refuse a third.
 */
function textOf(value: RawValue): string | typeof notScalar {
  if (value instanceof NumberText) return value.text.replace(idleZeros, '$1');
  return typeof value === 'boolean' ? String(value) : notScalar;
}

const idleZeros = /(\.\d\d)0+$/;
