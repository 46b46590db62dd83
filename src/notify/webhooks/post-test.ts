import { Refusal } from '../../kernel/refusal.ts';
import type { Business } from '../../parties/businesses/business.ts';
import { reachOf } from '../../parties/businesses/reach.ts';
import { recordAct } from '../../records/audit-log.ts';
import type { Reply } from '../../runtime/http-out/outgoing.ts';
import type { World } from '../../world.ts';
import { credentialsOf } from './deliver-due.ts';
import { destinationOf, type Endpoint } from './endpoint.ts';
import { encodeForm } from './form.ts';
import { openSecrets } from './secrets.ts';

const testEventType = 'webhook.test';

/**
 * Posts a body that is no event, signed like all others, and returns the response. It is no delivery: it is not
 * repeated and does not count for the health of the endpoint.
 */
export async function postTest(
  world: World,
  { id: businessId, environment, clockAheadMs }: Business,
  endpoint: Endpoint,
  actor: string,
): Promise<Reply> {
  const { url, username, kind } = endpoint;
  const to = destinationOf(endpoint);
  if (world.flights.room(to, 1) === 0) throw new Refusal('rate_limited');
  const { secrets, password } = await openSecrets(world, endpoint);
  const reach = await reachOf(world, { environment });
  const id = world.uuid();
  const form = [
    ['EventType', testEventType],
    ['SalesSiteID', String(businessId)],
  ] as const;
  const post = {
    ...{ url, reach, id, secrets, body: encodeForm(form), eventType: testEventType },
    at: new Date(world.now().getTime() - clockAheadMs),
    credentials: credentialsOf(username, password),
  };
  const posted = world.outgoing.post(post); // no connection held
  world.flights.start(to, async () => {
    await posted;
  });
  const reply = await posted;
  await world.db.begin(async (tx) => {
    const outcome = reply.kind === 'answered' ? reply.status : reply.reason;
    const [object, facts] = [`webhook:${businessId}/${kind}`, { outcome }];
    await recordAct(tx, {
      businessId,
      actor,
      act: 'webhook.tested',
      object,
      facts,
      at: world.now(),
    });
  });
  return reply;
}
