import { Refusal } from '../../kernel/refusal.ts';
import { notScalar, type RawFields } from './decode.ts';
import { JsonFault, type KnownKeys, NumberText, type RawValue, readJson } from './json-reader.ts';

/** Reads a JSON body as names and texts, the form of every binding. */
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
 * Numbers keep their written digits, so cents and account numbers stay exact. Only trailing zeros after the second
 * decimal are cut: .NET decimals carry them, and field rules refuse a third decimal.
 */
function textOf(value: RawValue): string | typeof notScalar {
  if (value instanceof NumberText) return value.text.replace(idleZeros, '$1');
  return typeof value === 'boolean' ? String(value) : notScalar;
}

const idleZeros = /(\.\d\d)0+$/;
