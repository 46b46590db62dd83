import { flaw } from '../../kernel/parsed.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { Secret } from '../../kernel/secret.ts';
import type { Credentials } from '../../parties/businesses/authenticate.ts';
import type { Business } from '../../parties/businesses/business.ts';
import { hasKeyForm } from '../../ports/vault/api-key.ts';
import { BodyFault, readBody } from '../http/body.ts';
import { bodyLimits } from '../http/body-limits.ts';
import { faultInIdempotencyKey } from '../http/carry-out.ts';
import { checkMediaType, readBasic } from '../http/json-binding.ts';
import { JsonFault, NumberText, type RawValue, readJson } from '../http/json-reader.ts';
import type { Request } from '../http/request.ts';
import type { Endpoint, V1Call } from './endpoint.ts';
import { rawOf } from './list.ts';
import type { Reading } from './reading.ts';
import { nameOf, object } from './shape.ts';

/* The parts of a request of `/v1`: credentials, path, query, body and key. */

export async function bytesOf(request: Request, { mostBytes }: Endpoint): Promise<Buffer> {
  if (request.method === 'GET' || request.method === 'HEAD') return Buffer.alloc(0);
  checkMediaType(request.headers['content-type']);
  const body = await readBody(request, mostBytes ?? bodyLimits.json);
  if (!(body instanceof BodyFault)) return body;
  const { message } = body;
  throw new Refusal(body.status === 413 ? 'too_large' : 'unreadable', { message });
}

export function bodyOf(bytes: Buffer, { body }: Endpoint): RawValue {
  if (bytes.length === 0) return new Map();
  try {
    const value = readJson(bytes, undefined, mostMembers);
    if (!body && !(value instanceof Map && value.size === 0)) {
      throw new Refusal('unreadable', { message: 'This request takes no body.' });
    }
    return value;
  } catch (fault) {
    if (fault instanceof JsonFault) throw new Refusal('unreadable', { message: fault.message });
    throw fault;
  }
}

/** A batch has some hundreds of rows with some twenty members each. */
const mostMembers = 20_000;

/** A key by itself as a bearer token, or beside the name of its business as in the other interfaces. */
export function credentialsOf(header: string | undefined): Credentials | undefined {
  if (header === undefined || header.length > 1024) return undefined;
  const apiKey = /^ *bearer +([\x21-\x7e]+) *$/i.exec(header)?.[1];
  if (apiKey === undefined) return readBasic(header);
  return hasKeyForm(apiKey) ? { username: undefined, apiKey } : { username: '?', apiKey };
}

export function paramsOf(
  { params }: Endpoint,
  names: readonly string[],
  values: readonly string[],
  reading: Reading,
): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [i, name] of names.entries()) {
    const value = params[name]!.read(decoded(values[i]!), name, reading);
    // A value that cannot be an id names nothing.
    if (value === undefined) throw new Refusal('not_found');
    found[name] = String(value);
  }
  return found;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}

const sentTwice = { ok: false, code: 'contradictory', rule: 'was sent twice' } as const;

export function queryOf({ query }: Endpoint, url: string, reading: Reading): V1Call['query'] {
  const at = url.indexOf('?');
  const sent = new URLSearchParams(at === -1 ? '' : url.slice(at + 1));
  const raw = new Map<string, RawValue>();
  for (const [name, value] of sent) {
    const shape = Object.hasOwn(query, name) ? query[name] : undefined;
    if (raw.has(name)) reading.note(nameOf(name), sentTwice);
    raw.set(name, shape ? rawOf(shape, value) : value);
  }
  return object(query).read(raw, '', reading) ?? {};
}

const isBlank = flaw('required', 'must not be blank');

/** The key with the content of its request: everything but CVV and cryptograms, which are not even hashed. */
export function keyOf(
  request: Request,
  business: Business,
  { id }: Endpoint,
  values: readonly string[],
  raw: RawValue,
  reading: Reading,
): V1Call['idempotencyKey'] {
  const sent = request.headers['idempotency-key'];
  if (sent === undefined) return undefined;
  const key = String(sent);
  // A caller that lost the key on its way relies on one all the same.
  if (key.trim() === '') return reading.note('Idempotency-Key', isBlank);
  const fault = faultInIdempotencyKey(key, business, { numbers: reading.numbers, texts: {} });
  if (fault) throw new Refusal('wrong_fields', { details: [fault] });
  const at = request.url!.indexOf('?');
  const query = at === -1 ? '' : request.url!.slice(at);
  return { key, content: new Secret(JSON.stringify([id, values, query, canonical(raw)])) };
}

function canonical(value: RawValue): unknown {
  if (value instanceof NumberText) return Number(value.text);
  if (Array.isArray(value)) return value.map(canonical);
  if (!(value instanceof Map)) return value;
  return [...value]
    .filter(([name]) => name !== 'cvv' && name !== 'cryptogram')
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, one]) => [name, canonical(one)]);
}
