import { createCalendar } from '../../kernel/calendar.ts';
import { lengths } from '../../kernel/lengths.ts';
import { type FieldFault, fieldFault, Refusal } from '../../kernel/refusal.ts';
import { Secret } from '../../kernel/secret.ts';
import type { Identified } from '../../parties/businesses/authenticate.ts';
import type { Business } from '../../parties/businesses/business.ts';
import { atClockOf } from '../../parties/businesses/clock.ts';
import { keyPrincipal } from '../../parties/businesses/principal.ts';
import { forTenants } from '../../runtime/sql.ts';
import type { World } from '../../world.ts';
import type { Call, Operation } from '../operations/operation.ts';
import type { Doorkeeper } from './caller.ts';
import { cardInIdentifier } from './card-in-identifier.ts';
import { type Decoded, decoderOf, type RawFields } from './decode.ts';
import { containsNumber, holdsNumber } from './numbers-sent.ts';
import { arrivalOf, type Request } from './request.ts';

const todayIn = createCalendar();

/** Facts of a call that its answer needs, also when the call fails early. */
export type Known = { orderNumber?: string | undefined; requestsLeft?: number | undefined };

/** A call ready for its handler: the world with the business's clock, the caller, and the request in domain terms. */
export type Ready = { readonly world: World; readonly call: Call; readonly ask: unknown };

/** The steps from caller to handler, the same for every operation and binding. */
export type Preparation = (
  business: Business & Partial<Identified>,
  request: Request,
  fields: () => RawFields,
  known: Known,
) => Ready;

export function preparationOf(world: World, door: Doorkeeper, operation: Operation): Preparation {
  const decode = decoderOf(operation);
  const worldOf = operation.makesBusinesses
    ? (business: Business) => atClockOf(world, business)
    : ownWorlds(world);

  return (business, request, fields, known) => {
    known.requestsLeft = door.countRequest(business);
    const stopped = door.against(business, operation);
    if (stopped && !operation.tellsAgain) throw stopped;
    const own = worldOf(business);
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
    const keyFault =
      key === undefined ? undefined : faultInIdempotencyKey(key, business, { numbers, texts });
    const wrong = keyFault ? [...faults, keyFault] : faults;
    const all = [...wrong, ...lateFaults];
    const against = stopped ?? (all.length > 0 ? wrongFields(all) : undefined);
    if (against && (wrong.length > 0 || !operation.tellsAgain)) throw against;
    const arrivedAt = arrivalOf(request, world.now).getTime();
    const principal = business.key && keyPrincipal(business, business.key);
    const call: Call = {
      ...caller,
      askedAt: new Date(arrivedAt + business.clockAheadMs),
      against,
      idempotencyKey: key === undefined ? undefined : { key, content: contentOf(operation, texts) },
      actor: principal?.name ?? `api:${business.username}`,
      principal,
      tokenMisses: door.tokenMissesOf(business),
      guesses: door.guessesOf(business),
      lookUps: door.lookUpsOf(business),
    };
    return { world: own, call, ask };
  };
}

/** The world as each business has it: made once for each remembered caller. */
function ownWorlds(world: World): (business: Business) => World {
  const made = new WeakMap<Business, World>();
  return (business) => {
    let own = made.get(business);
    if (!own) {
      own = { ...atClockOf(world, business), db: forTenants(world.db, [business.id]) };
      made.set(business, own);
    }
    return own;
  };
}

function wrongFields(details: readonly FieldFault[]): Refusal {
  return new Refusal('wrong_fields', { details });
}

/** Headers of the request limit, where there is one. */
export function limitHeaders({ requestsLeft }: Known): Record<string, string> {
  return requestsLeft === undefined ? {} : { RateLimit: `"default";r=${requestsLeft};t=1` };
}

export function countRefusal(
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

export function faultInIdempotencyKey(
  key: string,
  business: Business,
  { numbers, texts }: Pick<Decoded, 'numbers' | 'texts'>,
): FieldFault | undefined {
  const fits = key.length <= lengths.idempotencyKey && /^[\x20-\x7e]+$/.test(key);
  if (!fits) return notARetryKey;
  const found = containsNumber(numbers, key) ? holdsNumber : cardInIdentifier(key, texts, business);
  return found && fieldFault('Idempotency-Key', found);
}

const notARetryKey: FieldFault = {
  field: 'Idempotency-Key',
  code: 'malformed',
  message: `Idempotency-Key must have at most ${lengths.idempotencyKey} printable ASCII characters.`,
};

/**
 * The whole request under the names of the table, in one order. Without the CVV, which may not be stored, not even as a
 * hash.
 */
function contentOf({ name }: Operation, texts: Decoded['texts']): Secret {
  const fields = Object.entries(texts)
    .filter(([field, text]) => text !== undefined && field !== 'CVV')
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return new Secret(JSON.stringify([name, fields]));
}
