import type { Secret } from '../../kernel/secret.ts';
import { insertFirstRecord, orMissing } from '../../ports/vault/vault.ts';
import { makeWebhookSecret } from '../../runtime/http-out/sign.ts';
import type { World } from '../../world.ts';
import { type Endpoint, type EndpointKey, secretsOf } from './endpoint.ts';

/** The secrets that posts are signed with, the newest first, and the password for basic authentication. */
export type EndpointSecrets = {
  readonly secrets: readonly [Secret, ...Secret[]];
  readonly password: Secret | undefined;
};

/** The first secret is made when it is first needed. */
export async function openSecrets(world: World, endpoint: Endpoint): Promise<EndpointSecrets> {
  const names = secretsOf(endpoint);
  const wanted = [names.secret, names.previous, names.password];
  const found = (await world.vault.openMany(world.db, wanted)).map(orMissing);
  const [secret = await makeSecret(world, endpoint), previous, password] = found;
  const { previousUntil } = endpoint;
  const counts = previous && previousUntil !== undefined && previousUntil > world.now();
  return { secrets: counts ? [secret, previous] : [secret], password };
}

/** When two make it at once, one is kept. */
async function makeSecret(world: World, key: EndpointKey): Promise<Secret> {
  const { secret: name } = secretsOf(key);
  const record = await world.vault.seal(name, makeWebhookSecret(world.randomBytes));
  await insertFirstRecord(world.db, record);
  return await world.vault.open(world.db, name);
}
