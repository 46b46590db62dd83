import { Refusal } from '../../kernel/refusal.ts';
import type { Credentials } from '../../parties/businesses/authenticate.ts';
import type { World } from '../../world.ts';
import type { DefaultOperation } from '../operations/operation.ts';
import { callerAddress } from './addresses.ts';
import { BodyFault, readBody } from './body.ts';
import { bodyLimits } from './body-limits.ts';
import type { Doorkeeper } from './caller.ts';
import { countRefusal, type Known, limitHeaders, preparationOf } from './carry-out.ts';
import { type Answer, answerOf, faultAnswer, refusalAnswer } from './envelope.ts';
import { readJsonFields } from './json-fields.ts';
import { knownKeys } from './json-reader.ts';
import { labelOperation, type Request } from './request.ts';

type Binding = (request: Request, requestId: string) => Promise<Answer>;

/** Handles a JSON request, the same for every operation. */
export function jsonBinding(world: World, door: Doorkeeper, operation: DefaultOperation): Binding {
  const prepare = preparationOf(world, door, operation);
  const keys = knownKeys(Object.keys(operation.parameters));

  return async (request, requestId) => {
    labelOperation(request, operation.name);
    const known: Known = {};
    const answer = await exchange(request, known).catch((error) =>
      failed(world, operation, requestId, error, known),
    );
    if (known.requestsLeft === undefined) return answer;
    return { ...answer, headers: { ...answer.headers, ...limitHeaders(known) } };
  };

  async function exchange(request: Request, known: Known): Promise<Answer> {
    checkMediaType(request.headers['content-type']);
    const body = await readBody(request, bodyLimits.json);
    if (body instanceof BodyFault) throw refusalOf(body);
    const credentials = readBasic(request.headers.authorization);
    const address = callerAddress(request, world.config);
    const business = await door.identifyWhole(credentials, address, operation.makesBusinesses);
    const ready = prepare(business, request, () => readJsonFields(body, keys), known);
    return answerOf(await operation.handle(ready.world, ready.call, ready.ask));
  }
}

function failed(
  world: World,
  operation: DefaultOperation,
  requestId: string,
  error: unknown,
  known: Known,
): Answer {
  if (error instanceof Refusal) {
    countRefusal(world, operation, requestId, error, known);
    return refusalAnswer(error, known.orderNumber);
  }
  world.log.error('request.failed', { requestId, operation: operation.name, error });
  return faultAnswer(requestId, known.orderNumber);
}

/** No content type counts as JSON: old clients omit it. */
export function checkMediaType(header: string | undefined): void {
  if (header === undefined) return;
  const [type = '', ...parameters] = header.toLowerCase().split(';');
  const isJson = type.trim() === 'application/json' || type.trim() === 'text/json';
  const charset = parameters.map((text) => text.trim()).find((text) => text.startsWith('charset='));
  // ASCII is a subset of UTF-8.
  const isUtf8 = charset === undefined || /^charset=["']?(utf-?8|(us-)?ascii)["']?$/.test(charset);
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

/** Reads `Basic base64(Username:APIKey)`. Undefined for anything else, without a reason. */
export function readBasic(header: string | undefined): Credentials | undefined {
  if (header === undefined || header.length > 1024) return undefined;
  const encoded = /^ *basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(header)?.[1];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 1 || colon === text.length - 1) return undefined;
  return { username: text.slice(0, colon), apiKey: text.slice(colon + 1) };
}
