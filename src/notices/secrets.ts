import { Secret } from '../base/secret.ts';
import { makeWebhookSecret } from '../outgoing/sign.ts';
import { insertFirstRecord, type VaultError } from '../vault/vault.ts';
import type { World } from '../world.ts';
import { type Endpoint, type EndpointKey, secretsOf } from './endpoint.ts';

/** What posts to an endpoint are signed with, the newest first, and what they show to be let in. */
export type EndpointSecrets = {
  readonly secrets: readonly Secret[];
  readonly password: Secret | undefined;
};

/** The secret is made when it is first needed. */
export async function openSecrets(world: World, endpoint: Endpoint): Promise<EndpointSecrets> {
  const names = secretsOf(endpoint);
  const wanted = [names.secret, names.previous, names.password];
  const found = (await world.vault.openMany(world.db, wanted)).map(orMissing);
  const [secret = await makeSecret(world, endpoint), previous, password] = found;
  const { previousUntil } = endpoint;
  const counts = previous && previousUntil !== undefined && previousUntil > world.now();
  return { secrets: counts ? [secret, previous] : [secret], password };
}

/** Of two who make it at once, one is kept. */
async function makeSecret(world: World, key: EndpointKey): Promise<Secret> {
  const { secret: name } = secretsOf(key);
  const record = await world.vault.seal(name, makeWebhookSecret(world.randomBytes));
  await insertFirstRecord(world.db, record);
  return await world.vault.open(world.db, name);
}

function orMissing(answer: Secret | VaultError): Secret | undefined {
  if (answer instanceof Secret) return answer;
  if (answer.code === 'record_missing') return undefined;
  throw answer;
}
