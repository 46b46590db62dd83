import { dayMs, minuteMs } from '../../kernel/duration.ts';
import { writeEvents } from '../../runtime/events.ts';
import type { Sql } from '../../runtime/sql.ts';
import type { World } from '../../world.ts';
import { discardWaiting } from './delivery-store.ts';
import { type Endpoint, endpointName } from './endpoint.ts';
import { lockEndpoint, readSilent, writeHealth } from './endpoint-store.ts';

const failuresUntilFailing = 10;
const silenceMs = 5 * dayMs;

/** True when a success must be written: it ends failures, or the last one known is older than a minute. */
export function isNews({ failures, state, succeededAt }: Endpoint, now: Date): boolean {
  const isOld = !succeededAt || now.getTime() - succeededAt.getTime() > minuteMs;
  return failures > 0 || state !== 'enabled' || isOld;
}

/** The endpoint is locked. */
export async function recordSuccess(tx: Sql, endpoint: Endpoint, at: Date): Promise<void> {
  if (endpoint.state === 'disabled') return;
  await writeHealth(tx, {
    ...endpoint,
    state: 'enabled',
    failures: 0,
    failingSince: undefined,
    disableAt: undefined,
    succeededAt: at,
  });
}

/** The endpoint is locked. */
export async function recordFailure(
  tx: Sql,
  endpoint: Endpoint,
  { at, gaveUp }: { readonly at: Date; readonly gaveUp: boolean },
): Promise<void> {
  const failures = endpoint.failures + 1;
  const failingSince = endpoint.failingSince ?? at;
  const isFailing = gaveUp || failures >= failuresUntilFailing || endpoint.state === 'failing';
  await writeHealth(tx, {
    ...endpoint,
    state: isFailing ? 'failing' : 'enabled',
    failures,
    failingSince,
    disableAt: new Date(failingSince.getTime() + silenceMs),
  });
}

/** Stops all posts until a person enables the endpoint, which is locked. */
export async function disable(
  world: Pick<World, 'now' | 'uuid' | 'log'>,
  tx: Sql,
  endpoint: Endpoint,
  reason: string,
): Promise<void> {
  const { businessId, kind, url, failingSince } = endpoint;
  const at = world.now();
  const disabled = { state: 'disabled', disableAt: undefined, disabledReason: reason } as const;
  await writeHealth(tx, { ...endpoint, ...disabled });
  const discarded = await discardWaiting(tx, endpoint, at);
  const data = {
    endpoint: kind,
    url,
    reason,
    failingSince: failingSince?.toISOString(),
    discarded,
  };
  await writeEvents(tx, [
    {
      id: world.uuid(),
      businessId,
      kind: 'endpoint.disabled',
      objectId: businessId,
      at,
      data,
      pending: ['email'],
    },
  ]);
  world.log.warn('webhook.disabled', { businessId, kind, reason });
}

/** Disables endpoints without a success for five days; returns how many. */
export async function disableSilent(world: World, only?: bigint): Promise<number> {
  let disabled = 0;
  for (const key of await readSilent(world.db, world.now(), only)) {
    try {
      disabled += await world.db.begin(async (tx) => {
        const endpoint = await lockEndpoint(tx, key);
        if (!endpoint || endpoint.state === 'disabled') return 0;
        const { failingSince } = endpoint;
        const since = failingSince && world.now().getTime() - failingSince.getTime();
        // A success came between the look-up and the lock.
        if (since === undefined || since < silenceMs) return 0;
        await disable(world, tx, endpoint, 'no success for five days');
        return 1;
      });
    } catch (error) {
      const { businessId } = key;
      world.log.error('webhook.not_disabled', { businessId, reason: endpointName(key), error });
    }
  }
  return disabled;
}
