import type { Secret } from '../../kernel/secret.ts';
import { lockBusiness } from '../../parties/businesses/store.ts';
import { dropRecords, replaceRecords } from '../../ports/vault/vault.ts';
import { recordAct } from '../../records/audit-log.ts';
import { makeWebhookSecret } from '../../runtime/http-out/sign.ts';
import type { Sql } from '../../runtime/sql.ts';
import type { World } from '../../world.ts';
import { discardWaiting } from './delivery-store.ts';
import { type Endpoint, type EndpointKey, secretsOf } from './endpoint.ts';
import {
  dropEndpoint,
  lockEndpoint,
  readEndpoints,
  saveEndpoint,
  writeEventTypes,
  writeHealth,
  writePreviousUntil,
} from './endpoint-store.ts';
import { openSecrets } from './secrets.ts';

type NewEndpoint = EndpointKey & {
  readonly url: string;
  readonly credentials: { readonly username: string; readonly password: Secret } | undefined;
};

/** Sets and enables an endpoint; unfinished deliveries go there too. */
export async function setEndpoint(
  world: World,
  endpoint: NewEndpoint,
  actor: string,
): Promise<void> {
  const { businessId, kind, url, credentials } = endpoint;
  const { password } = secretsOf(endpoint);
  const record = credentials && (await world.vault.seal(password, credentials.password));
  await world.db.begin(async (tx) => {
    const username = credentials?.username;
    await saveEndpoint(tx, { businessId, kind, url, username }, world.now());
    if (record) await replaceRecords(tx, [record]);
    else await dropRecords(tx, [password]);
    const facts = { url, hasCredentials: credentials !== undefined };
    await recordChange(world, tx, endpoint, { actor, act: 'webhook.set', facts });
  });
}

/** Undefined: there is one already. */
export async function createEndpoint(
  world: World,
  endpoint: NewEndpoint & { readonly eventTypes: readonly string[] },
  actor: string,
): Promise<{ readonly secret: Secret } | undefined> {
  const { businessId, kind, url, credentials, eventTypes } = endpoint;
  const names = secretsOf(endpoint);
  const secret = makeWebhookSecret(world.randomBytes);
  const records = [await world.vault.seal(names.secret, secret)];
  if (credentials) records.push(await world.vault.seal(names.password, credentials.password));
  const isMade = await world.db.begin(async (tx) => {
    // Two who make it at once: there is no row yet that could be locked.
    await lockBusiness(tx, businessId);
    if (await lockEndpoint(tx, endpoint)) return false;
    await saveEndpoint(tx, { businessId, kind, url, username: credentials?.username }, world.now());
    await writeEventTypes(tx, endpoint, eventTypes);
    await replaceRecords(tx, records);
    const facts = { url, hasCredentials: credentials !== undefined, on: eventTypes };
    await recordChange(world, tx, endpoint, { actor, act: 'webhook.set', facts });
    return true;
  });
  return isMade ? { secret } : undefined;
}

/** Undefined: unchanged. Null: none. */
export type EndpointChange = {
  readonly url?: string | undefined;
  readonly username?: string | null | undefined;
  readonly password?: Secret | null | undefined;
  readonly eventTypes?: readonly string[] | undefined;
};

/** Refuses an endpoint that another person changed meanwhile; the endpoint is locked. */
export type Match = (tx: Sql, before: Endpoint) => Promise<void>;
const whatever: Match = async () => {};

/** Another address or other credentials enable it. */
export async function changeEndpoint(
  world: World,
  key: EndpointKey,
  change: EndpointChange,
  { actor, match }: { readonly actor: string; readonly match: Match },
): Promise<boolean> {
  const { businessId, kind } = key;
  const { password: name } = secretsOf(key);
  const { url, username, password, eventTypes } = change;
  const record = password && (await world.vault.seal(name, password));
  return await world.db.begin(async (tx) => {
    const before = await lockEndpoint(tx, key);
    if (!before) return false;
    await match(tx, before);
    if (url !== undefined || username !== undefined || password !== undefined) {
      const named = username === undefined ? before.username : (username ?? undefined);
      const address = { businessId, kind, url: url ?? before.url, username: named };
      await saveEndpoint(tx, address, world.now());
      if (record) await replaceRecords(tx, [record]);
      if (password === null || username === null) await dropRecords(tx, [name]);
    }
    if (eventTypes) await writeEventTypes(tx, key, eventTypes);
    const fields = Object.keys(change).filter(
      (field) => change[field as keyof EndpointChange] !== undefined,
    );
    const facts = {
      fields,
      ...(url !== undefined && { url }),
      ...(eventTypes && { on: eventTypes }),
    };
    await recordChange(world, tx, key, { actor, act: 'webhook.changed', facts });
    return true;
  });
}

/** False: there is none. Its unfinished deliveries are discarded. */
export async function removeEndpoint(
  world: World,
  key: EndpointKey,
  actor: string,
  match = whatever,
): Promise<boolean> {
  return await world.db.begin(async (tx) => {
    const before = await lockEndpoint(tx, key);
    if (!before) return false;
    await match(tx, before);
    const discarded = await discardWaiting(tx, key, world.now());
    await dropEndpoint(tx, key);
    await dropRecords(tx, Object.values(secretsOf(key)));
    await recordChange(world, tx, key, { actor, act: 'webhook.removed', facts: { discarded } });
    return true;
  });
}

/** Delivers events from now on; earlier ones can be replayed. Returns the endpoint as it was. */
export async function enableEndpoint(
  world: World,
  key: EndpointKey,
  actor: string,
  match = whatever,
): Promise<Endpoint | undefined> {
  return await world.db.begin(async (tx) => {
    const before = await lockEndpoint(tx, key);
    if (!before) return undefined;
    await match(tx, before);
    await writeHealth(tx, {
      ...before,
      state: 'enabled',
      failures: 0,
      failingSince: undefined,
      disableAt: undefined,
      disabledReason: undefined,
    });
    const facts = { was: before.state };
    await recordChange(world, tx, key, { actor, act: 'webhook.enabled', facts });
    return before;
  });
}

/** Switches types of events on, beside the types that every endpoint gets. Returns the types that were on before. */
export async function switchEventTypes(
  world: World,
  key: EndpointKey,
  types: readonly string[],
  actor: string,
): Promise<readonly string[] | undefined> {
  return await world.db.begin(async (tx) => {
    const before = await lockEndpoint(tx, key);
    if (!before) return undefined;
    await writeEventTypes(tx, key, types);
    const facts = { was: before.eventTypes, on: types };
    await recordChange(world, tx, key, { actor, act: 'webhook.events_switched', facts });
    return before.eventTypes;
  });
}

/** For the receiver's configuration; the audit log records it. */
export async function showSecret(
  world: World,
  key: EndpointKey,
  actor: string,
): Promise<Secret | undefined> {
  const endpoint = await find(world, key);
  if (!endpoint) return undefined;
  const { secrets } = await openSecrets(world, endpoint);
  await world.db.begin(
    async (tx) =>
      await recordChange(world, tx, key, { actor, act: 'webhook.secret_shown', facts: {} }),
  );
  return secrets[0];
}

/** Makes a new secret. For a grace period posts are signed with both. */
export async function rotateSecret(
  world: World,
  key: EndpointKey,
  {
    actor,
    graceMs,
    match = whatever,
  }: { readonly actor: string; readonly graceMs: number; readonly match?: Match },
): Promise<{ secret: Secret; until: Date } | undefined> {
  const endpoint = await find(world, key);
  if (!endpoint) return undefined;
  const { secrets } = await openSecrets(world, endpoint);
  const names = secretsOf(key);
  const secret = makeWebhookSecret(world.randomBytes);
  const records = [
    await world.vault.seal(names.secret, secret),
    await world.vault.seal(names.previous, secrets[0]),
  ];
  const until = new Date(world.now().getTime() + graceMs);
  return await world.db.begin(async (tx) => {
    const before = await lockEndpoint(tx, key);
    if (!before) return undefined;
    await match(tx, before);
    await replaceRecords(tx, records);
    await writePreviousUntil(tx, key, until);
    const facts = { formerUntil: until.toISOString() };
    await recordChange(world, tx, key, { actor, act: 'webhook.secret_rotated', facts });
    return { secret, until };
  });
}

async function find({ db }: World, { businessId, kind }: EndpointKey) {
  return (await readEndpoints(db, businessId)).find((one) => one.kind === kind);
}

async function recordChange(
  world: World,
  tx: Sql,
  { businessId, kind }: EndpointKey,
  {
    actor,
    act,
    facts,
  }: {
    readonly actor: string;
    readonly act: string;
    readonly facts: Readonly<Record<string, unknown>>;
  },
): Promise<void> {
  const object = `webhook:${businessId}/${kind}`;
  await recordAct(tx, { businessId, actor, act, object, facts, at: world.now() });
}
