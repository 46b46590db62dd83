import type { IncomingMessage } from 'node:http';
import { todayIn } from '../base/calendar.ts';
import { lengths } from '../base/lengths.ts';
import { Refusal } from '../base/refusal.ts';
import { Secret } from '../base/secret.ts';
import type { Business } from '../businesses/business.ts';
import type { Call, Operation } from '../operations/operation.ts';
import type { World } from '../world.ts';
import { readBasic } from './authorization.ts';
import { BodyFault, readBody } from './body.ts';
import { addressOf, type Doorkeeper } from './caller.ts';
import { type Decoder, decoderOf, type RawFields } from './decode.ts';
import { type Answer, answerOf, faultAnswer, refusalAnswer } from './envelope.ts';
import { readJsonFields } from './json-fields.ts';

const mostBodyBytes = 256 * 1024;

export type Binding = (request: IncomingMessage, requestId: string) => Promise<Answer>;

/** The way of a JSON request, the same for every operation. */
export function jsonBinding(world: World, door: Doorkeeper, operation: Operation): Binding {
  const decode = decoderOf(operation);

  return async (request, requestId) => {
    let orderNumber: string | undefined;
    const noteOrder = (sent: string | undefined) => {
      orderNumber = sent;
    };
    try {
      return await exchange(world, door, operation, decode, request, noteOrder);
    } catch (error) {
      if (error instanceof Refusal) {
        const { code, status, details } = error;
        const fields = details.map(({ field }) => field);
        world.log.info('request.refused', { requestId, operation: operation.name, code, status, fields });
        return refusalAnswer(error, orderNumber);
      }
      world.log.error('request.failed', { requestId, operation: operation.name, error });
      return faultAnswer(requestId, orderNumber);
    }
  };
}

async function exchange(
  world: World,
  door: Doorkeeper,
  operation: Operation,
  decode: Decoder,
  request: IncomingMessage,
  noteOrder: (sent: string | undefined) => void,
): Promise<Answer> {
  checkMediaType(request.headers['content-type']);
  const address = addressOf(request);
  const body = await readBody(request, mostBodyBytes);
  if (body instanceof BodyFault) throw refusalOf(body);
  const business = await door.identify(readBasic(request.headers.authorization), address);
  const taken = door.countRequest(business);
  door.admit(business, operation);
  door.checkTokenMisses(address);
  const raw = readJsonFields(body);
  const call = callOf(world, door, operation, business, request, raw);
  const { ask, faults, unknownFields, orderNumber } = decode(raw, call);
  noteOrder(orderNumber);
  if (unknownFields > 0) {
    world.log.debug('request.unknown_fields', { operation: operation.name, count: unknownFields });
  }
  if (faults.length > 0) throw new Refusal('wrong_fields', { details: faults });
  const reply = await operation.handle(world, call, ask);
  if (!taken) return answerOf(reply);
  const limit = `"default";r=${taken.remaining};t=1`;
  return answerOf({ ...reply, headers: { ...reply.headers, RateLimit: limit } });
}

function callOf(
  world: World,
  door: Doorkeeper,
  operation: Operation,
  business: Business,
  request: IncomingMessage,
  raw: RawFields,
): Call {
  const key = retryKeyOf(request.headers['idempotency-key']);
  return {
    business,
    today: todayIn(business.timeZone, world.now()),
    retryKey: key === undefined ? undefined : { key, content: contentOf(operation, raw) },
    noteTokenMiss: () => door.noteTokenMiss(addressOf(request)),
  };
}

function retryKeyOf(header: string | string[] | undefined): string | undefined {
  const key = Array.isArray(header) ? header.join(',') : header;
  if (key === undefined || key === '') return undefined;
  if (key.length <= lengths.idempotencyKey && /^[\x20-\x7e]+$/.test(key)) return key;
  const message = `Idempotency-Key must have at most ${lengths.idempotencyKey} printable ASCII characters.`;
  throw new Refusal('wrong_fields', {
    details: [{ field: 'Idempotency-Key', code: 'malformed', message }],
  });
}

/** Everything that was asked, in one order, without the CVV: it is hashed under a key and nothing else. */
function contentOf({ name, parameters }: Operation, raw: RawFields): Secret {
  const fields = [...raw]
    .filter(([field, value]) => field in parameters && field !== 'CVV' && typeof value === 'string')
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
