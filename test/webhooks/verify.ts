import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { readEndpoints } from '../../src/notify/webhooks/endpoint-store.ts';
import { openSecrets } from '../../src/notify/webhooks/secrets.ts';
import type { WebhookKind } from '../../src/parties/businesses/new-business.ts';
import type { World } from '../../src/world.ts';
import type { Received } from './receiver.ts';

/** In the words of a receiver: throws, unless the post was signed with this secret and is of now. */
export function verify(secret: string, { body, headers }: Received): void {
  new Webhook(secret).verify(body, headers as Record<string, string>, { jsonParse: false });
}

/** The library asks this machine for the time, which is another one in a fixture whose clock stands. */
export function standAt(t: TestContext, at: Date): void {
  t.mock.timers.enable({ apis: ['Date'], now: at });
}

/** As an operator would read them out to whoever runs the receiver, the newest first. */
export async function secretsOf(
  world: World,
  businessId: bigint,
  kind: WebhookKind,
): Promise<string[]> {
  const endpoint = (await readEndpoints(world.db, businessId)).find((one) => one.kind === kind);
  assert.ok(endpoint);
  const { secrets } = await openSecrets(world, endpoint);
  return secrets.map((secret) => secret.reveal());
}
