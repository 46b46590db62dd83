import { createCalendar } from '../base/calendar.ts';
import { lengths } from '../base/lengths.ts';
import { type FieldFault, fieldFault, Refusal } from '../base/refusal.ts';
import { Secret } from '../base/secret.ts';
import type { Business } from '../businesses/business.ts';
import { atClockOf } from '../businesses/clock.ts';
import type { Call, Operation } from '../operations/operation.ts';
import type { World } from '../world.ts';
import type { Doorkeeper } from './caller.ts';
import { type Decoded, decoderOf, type RawFields } from './decode.ts';
import { holdsNumber, holdsOne, type NumbersSent } from './numbers-sent.ts';
import type { Request } from './request.ts';

const todayIn = createCalendar();

/** What became known of a call on its way: its answer tells it, also when the way ends early. */
export type Known = { orderNumber?: string | undefined; requestsLeft?: number | undefined };

/** A call that may be handled: by whose clock, who calls, and what is asked in the words of the domain. */
export type Ready = { readonly world: World; readonly call: Call; readonly ask: unknown };

/** Between who calls and the handler: the same for every operation in every binding. */
export type Preparation = (
  business: Business,
  request: Request,
  fields: () => RawFields,
  known: Known,
) => Ready;

export function preparationOf(world: World, door: Doorkeeper, operation: Operation): Preparation {
  const decode = decoderOf(operation);

  return (business, request, fields, known) => {
    known.requestsLeft = door.countRequest(business);
    const stopped = door.against(business, operation);
    if (stopped && !operation.tellsAgain) throw stopped;
    const own = atClockOf(world, business);
    const caller = { business, today: todayIn(business.timeZone, own.now()) };
    const { ask, texts, faults, lateFaults, unknownFields, numbers, orderNumber } = decode(
      fields(),
      caller,
    );
    known.orderNumber = orderNumber;
    if (unknownFields > 0) {
      const { name } = operation;
      world.log.debug('request.unknown_fields', { operation: name, count: unknownFields });
    }
    const key = String(request.headers['idempotency-key'] ?? '') || undefined;
    const keyFault = key === undefined ? undefined : faultInRetryKey(key, numbers);
    const wrong = keyFault ? [...faults, keyFault] : faults;
    const all = [...wrong, ...lateFaults];
    const against = stopped ?? (all.length > 0 ? wrongFields(all) : undefined);
    if (against && (wrong.length > 0 || !operation.tellsAgain)) throw against;
    const call: Call = {
      ...caller,
      against,
      retryKey: key === undefined ? undefined : { key, content: contentOf(operation, texts) },
      tokenMisses: door.tokenMissesOf(business),
      guesses: door.guessesOf(business),
      lookUps: door.lookUpsOf(business),
    };
    return { world: own, call, ask };
  };
}

function wrongFields(details: readonly FieldFault[]): Refusal {
  return new Refusal('wrong_fields', { details });
}

/** What an answer says of the limit on requests, where there is one. */
export function limitHeaders({ requestsLeft }: Known): Record<string, string> {
  return requestsLeft === undefined ? {} : { RateLimit: `"default";r=${requestsLeft};t=1` };
}

export function noteRefusal(
  world: World,
  { name: operation }: Operation,
  requestId: string,
  { code, status, details }: Refusal,
  known: Known,
): void {
  if (code === 'rate_limited') known.requestsLeft = 0;
  const fields = details.map(({ field }) => field);
  world.log.info('request.refused', { requestId, operation, code, status, fields });
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
function contentOf({ name }: Operation, texts: Decoded['texts']): Secret {
  const fields = Object.entries(texts)
    .filter(([field, text]) => text !== undefined && field !== 'CVV')
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return new Secret(JSON.stringify([name, fields]));
}
