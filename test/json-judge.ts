import assert from 'node:assert/strict';
import { JsonFault, NumberText, type RawValue, readJson } from '../src/api/http/json-reader.ts';

/** What the built-in parser would have made of it. */
export function plain(value: RawValue): unknown {
  if (value instanceof NumberText) return Number(value.text);
  if (value instanceof Map) return Object.fromEntries([...value].map(([k, v]) => [k, plain(v)]));
  return Array.isArray(value) ? value.map(plain) : value;
}

export function faultOf(document: Buffer): JsonFault {
  try {
    readJson(document);
  } catch (fault) {
    assert(fault instanceof JsonFault);
    return fault;
  }
  throw new assert.AssertionError({ message: `accepted: ${document.toString().slice(0, 60)}` });
}
