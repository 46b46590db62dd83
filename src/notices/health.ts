import type { Sql } from '../base/sql.ts';
import { writeEvents } from '../payments/write-event.ts';
import type { World } from '../world.ts';
import { discardWaiting } from './delivery-store.ts';
import { destinationOf, type Endpoint } from './endpoint.ts';
import { lockEndpoint, readSilent, writeHealth } from './endpoint-store.ts';

const failuresUntilFailing = 10;
const silenceMs = 5 * 24 * 3_600_000;
const minuteMs = 60_000;

/** Whether a success is worth a word: it ends failures, or the last one known is a while ago. */
export function isNews({ failures, state, succeededAt }: Endpoint, now: Date): boolean {
  const isOld = !succeededAt || now.getTime() - succeededAt.getTime() > minuteMs;
  return failures > 0 || state !== 'enabled' || isOld;
}

/** The endpoint is locked. */
export async function noteSuccess(tx: Sql, endpoint: Endpoint, at: Date): Promise<void> {
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
export async function noteFailure(
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

/** Nothing is posted to it any more, until a person enables it. The endpoint is locked. */
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
  const data = { endpoint: kind, url, reason, failingSince, discarded };
  await writeEvents(tx, [
    {
      id: world.uuid(),
      businessId,
      kind: 'endpoint.disabled',
      objectId: businessId,
      at,
      data: JSON.stringify(data),
      untold: ['email'],
    },
  ]);
  world.log.warn('webhook.disabled', { businessId, kind, reason });
}

/** Disables those that had no success for five days; returns how many. */
export async function disableSilent(world: World, only?: bigint): Promise<number> {
  let disabled = 0;
  for (const key of await readSilent(world.db, world.now(), only)) {
    try {
      disabled += await world.db.begin(async (tx) => {
        const endpoint = await lockEndpoint(tx, key);
        if (!endpoint || endpoint.state === 'disabled') return 0;
        const { failingSince } = endpoint;
        const since = failingSince && world.now().getTime() - failingSince.getTime();
        // Something was delivered while we came to it.
        if (since === undefined || since < silenceMs) return 0;
        await disable(world, tx, endpoint, 'no success for five days');
        return 1;
      });
    } catch (error) {
      const { businessId } = key;
      world.log.error('webhook.not_disabled', { businessId, reason: destinationOf(key), error });
    }
  }
  return disabled;
}
