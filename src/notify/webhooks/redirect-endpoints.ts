import { webhookKinds } from '../../parties/businesses/new-business.ts';
import { recordAct } from '../../records/audit-log.ts';
import type { World } from '../../world.ts';
import { removeEndpoint } from './change-endpoint.ts';
import { readEndpoints, saveEndpoint, writeHealth } from './endpoint-store.ts';

/** Marks the address of `webhooks listen`, so that one that was never restored is recognized. */
export const lentPath = '/quittance-listens/';

/** Sends all webhooks of a business to `address`. The returned function restores the endpoints as they were. */
export async function redirectEndpoints(
  world: World,
  businessId: bigint,
  address: string,
  actor: string,
): Promise<() => Promise<void>> {
  const all = await readEndpoints(world.db, businessId);
  const before = all.filter(({ url }) => !new URL(url).pathname.startsWith(lentPath));
  await world.db.begin(async (tx) => {
    for (const kind of webhookKinds) {
      const username = all.find((one) => one.kind === kind)?.username;
      const url = `${address}${lentPath}${kind}`;
      await saveEndpoint(tx, { businessId, kind, url, username }, world.now());
    }
    await recordAct(tx, actOf('webhook.lent', { address }));
  });
  return async () => {
    for (const kind of webhookKinds) {
      if (before.some((one) => one.kind === kind)) continue;
      await removeEndpoint(world, { businessId, kind }, actor);
    }
    await world.db.begin(async (tx) => {
      for (const endpoint of before) {
        await saveEndpoint(tx, endpoint, world.now());
        const { state } = endpoint;
        if (state === 'disabled') await writeHealth(tx, { ...endpoint, disableAt: undefined });
      }
      await recordAct(tx, actOf('webhook.given_back', {}));
    });
  };

  function actOf(act: string, facts: Readonly<Record<string, unknown>>) {
    return { businessId, actor, act, object: `business:${businessId}`, facts, at: world.now() };
  }
}
