import type { IncomingMessage } from 'node:http';
import { createCalendar } from '../base/calendar.ts';
import { lengths } from '../base/lengths.ts';
import { type FieldFault, fieldFault, Refusal } from '../base/refusal.ts';
import { Secret } from '../base/secret.ts';
import type { Call, Operation } from '../operations/operation.ts';
import type { World } from '../world.ts';
import { readBasic } from './authorization.ts';
import { BodyFault, readBody } from './body.ts';
import { addressOf, type Doorkeeper } from './caller.ts';
import { type Decoder, decoderOf } from './decode.ts';
import { type Answer, answerOf, faultAnswer, refusalAnswer } from './envelope.ts';
import { readJsonFields } from './json-fields.ts';
import { type KnownKeys, knownKeys } from './json-reader.ts';
import { holdsNumber, holdsOne, type NumbersSent } from './numbers-sent.ts';

const mostBodyBytes = 256 * 1024;
const todayIn = createCalendar();

export type Binding = (request: IncomingMessage, requestId: string) => Promise<Answer>;

/** What became known of a call on its way: its answer tells it, also when the way ends early. */
type Known = { orderNumber?: string | undefined; requestsLeft?: number | undefined };

/** The way of a JSON request, the same for every operation. */
export function jsonBinding(world: World, door: Doorkeeper, operation: Operation): Binding {
  const decode = decoderOf(operation);
  const keys = knownKeys(Object.keys(operation.parameters));

  return async (request, requestId) => {
    const known: Known = {};
    const answer = await exchange(world, door, operation, decode, keys, request, known).catch(
      (error) => failed(world, operation, requestId, error, known),
    );
    if (known.requestsLeft === undefined) return answer;
    const limit = `"default";r=${known.requestsLeft};t=1`;
    return { ...answer, headers: { ...answer.headers, RateLimit: limit } };
  };
}

async function exchange(
  world: World,
  door: Doorkeeper,
  operation: Operation,
  decode: Decoder,
  keys: KnownKeys,
  request: IncomingMessage,
  known: Known,
): Promise<Answer> {
  checkMediaType(request.headers['content-type']);
  const body = await readBody(request, mostBodyBytes);
  if (body instanceof BodyFault) throw refusalOf(body);
  const credentials = readBasic(request.headers.authorization);
  const business = await door.identify(credentials, addressOf(request));
  known.requestsLeft = door.countRequest(business);
  door.admit(business, operation);
  const caller = { business, today: todayIn(business.timeZone, world.now()) };
  const { ask, texts, faults, unknownFields, numbers, orderNumber } = decode(
    readJsonFields(body, keys),
    caller,
  );
  known.orderNumber = orderNumber;
  if (unknownFields > 0) {
    world.log.debug('request.unknown_fields', { operation: operation.name, count: unknownFields });
  }
  const key = String(request.headers['idempotency-key'] ?? '') || undefined;
  const keyFault = key === undefined ? undefined : faultInRetryKey(key, numbers);
  const wrong = keyFault ? [...faults, keyFault] : faults;
  if (wrong.length > 0) throw new Refusal('wrong_fields', { details: wrong });

  const call: Call = {
    ...caller,
    retryKey: key === undefined ? undefined : { key, content: contentOf(operation, texts) },
    tokenMisses: door.tokenMissesOf(business),
  };
  return answerOf(await operation.handle(world, call, ask));
}

function failed(
  world: World,
  { name: operation }: Operation,
  requestId: string,
  error: unknown,
  known: Known,
): Answer {
  if (error instanceof Refusal) {
    const { code, status, details } = error;
    if (code === 'rate_limited') known.requestsLeft = 0;
    const fields = details.map(({ field }) => field);
    world.log.info('request.refused', { requestId, operation, code, status, fields });
    return refusalAnswer(error, known.orderNumber);
  }
  world.log.error('request.failed', { requestId, operation, error });
  return faultAnswer(requestId, known.orderNumber);
}

function faultInRetryKey(key: string, numbers: NumbersSent): FieldFault | undefined {
  const fits = key.length <= lengths.idempotencyKey && /^[\x20-\x7e]+$/.test(key);
  if (!fits) return notARetryKey;
  return holdsOne(numbers, key) ? fieldFault('Idempotency-Key', holdsNumber) : undefined;
}

const notARetryKey: FieldFault = {
  field: 'Idempotency-Key',
  code: 'malformed',
  message: `Idempotency-Key must have at most ${lengths.idempotencyKey} printable ASCII characters.`,
};

/**
 * Everything that was asked, under the names of the table and in one order. Without the CVV, which may be
 * kept nowhere, not even in a hash.
 */
function contentOf({ name }: Operation, texts: ReadonlyMap<string, string>): Secret {
  const fields = [...texts]
    .filter(([field]) => field !== 'CVV')
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return new Secret(JSON.stringify([name, fields]));
}

/** No content type at all is taken for JSON: old clients forget it. */
function checkMediaType(header: string | undefined): void {
  if (header === undefined) return;
  const [type = '', ...parameters] = header.toLowerCase().split(';');
  const isJson = type.trim() === 'application/json' || type.trim() === 'text/json';
  const charset = parameters.map((text) => text.trim()).find((text) => text.startsWith('charset='));
  const isUtf8 = charset === undefined || /^charset="?utf-?8"?$/.test(charset);
  if (!isJson || !isUtf8) {
    throw new Refusal('unsupported_media_type', {
      message: 'The content type must be application/json in UTF-8.',
    });
  }
}

function refusalOf(fault: BodyFault): Refusal {
  return fault.status === 413
    ? new Refusal('too_large', { message: fault.message })
    : new Refusal('unreadable', { message: fault.message });
}
