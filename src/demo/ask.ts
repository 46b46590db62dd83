import type { V1Call } from '../api/v1/endpoint.ts';
import { endpoints } from '../api/v1/endpoints.ts';
import { startReading } from '../api/v1/reading.ts';
import { bodyOf } from '../api/v1/request-parts.ts';
import { createCalendar } from '../kernel/calendar.ts';
import type { Business } from '../parties/businesses/business.ts';
import { keyPrincipal, originsOf } from '../parties/businesses/principal.ts';
import type { World } from '../world.ts';

const byId = new Map(endpoints.map((endpoint) => [endpoint.id, endpoint]));
const todayIn = createCalendar();
/** The number of no key that was made. */
const noKey = 0n;

export type Sent = {
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: unknown;
};

/**
 * Calls an endpoint of `/v1` as a program of the business would, without a socket, a key or limits. A wrong request is
 * refused as usual.
 */
export async function ask(
  world: World,
  business: Business,
  id: string,
  { params = {}, body }: Sent = {},
  // biome-ignore lint/suspicious/noExplicitAny: the answer as a program without types reads it.
): Promise<any> {
  const endpoint = byId.get(id);
  if (!endpoint) throw new Error(`there is no endpoint ${id}`);
  const origins = originsOf({ businessId: business.id, id: noKey, origins: undefined });
  const key = { id: noKey, rights: undefined, origins };
  const reading = startReading(business);
  const raw = bodyOf(Buffer.from(body === undefined ? '' : JSON.stringify(body)), endpoint);
  const call: V1Call = {
    business,
    key,
    actor: `api:${business.username}`,
    principal: keyPrincipal(business, key),
    today: todayIn(business.timeZone, world.now()),
    askedAt: world.now(),
    against: undefined,
    params,
    query: {} as V1Call['query'],
    body: endpoint.body?.read(raw, '', reading),
    accepts: 'application/json',
    lastEventId: undefined,
    isStillAllowed: async () => true,
    ownAddress: world.site.address,
    tokenMisses: { judge: async (find) => await find() },
    guesses: { judge: (_, isRight) => isRight() },
    lookUps: { take() {} },
    match() {},
    idempotencyKey: undefined,
  };
  reading.end();
  const answer = await endpoint.handle(world, call);
  return answer && 'body' in answer ? answer.body : undefined;
}
