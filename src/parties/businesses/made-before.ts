import { Refusal } from '../../kernel/refusal.ts';
import { makeApiKey } from '../../ports/vault/api-key.ts';
import { platform } from '../../records/audit-log.ts';
import type { Sql } from '../../runtime/sql.ts';
import type { World } from '../../world.ts';
import { byKnownKey } from './authenticate.ts';
import type { Business } from './business.ts';
import { readExternalId } from './claims.ts';
import type { Duplicate, Made, NewBusiness } from './new-business.ts';
import { readProfile } from './profile.ts';
import { findRequested } from './site-requests.ts';
import { readBusiness } from './store.ts';

/** Asked again and again, a call that makes nothing leaves nothing behind, not even a number that is gone. */
export async function madeBefore(
  world: World,
  request: NewBusiness,
): Promise<Made | Duplicate | undefined> {
  const earlier = await madeUnderKey(world, request);
  const { externalId } = request;
  if (earlier || externalId === undefined) return earlier;
  const holder = await readExternalId(world.db, parentIdOf(request), externalId);
  if (holder === undefined) return undefined;
  // The same call may have made it between these two reads.
  return (await madeUnderKey(world, request)) ?? (await duplicateOf(world.db, holder));
}

async function madeUnderKey(world: World, request: NewBusiness): Promise<Made | undefined> {
  if (!request.idempotencyKey) return undefined;
  const earlier = await findRequested(world, world.db, request.idempotencyKey);
  return earlier === undefined ? undefined : await madeEarlier(world, request, earlier);
}

export async function duplicateOf(sql: Sql, holder: bigint): Promise<Duplicate> {
  const { id, username } = (await readBusiness(sql, holder))!;
  return { duplicateOf: { id, username } };
}

/** A retry under the same Idempotency-Key is given the same key again, though it is kept nowhere. */
export function keyFor(
  { vault, randomBytes }: World,
  { environment, externalKey, idempotencyKey }: NewBusiness,
  id: bigint,
): string {
  if (externalKey !== undefined) return externalKey;
  // Derived from the business and not from its parent: an expired idempotency key may make another business.
  const bytes = idempotencyKey ? vault.stream(id, `api key\n${idempotencyKey.key}`) : randomBytes;
  return makeApiKey(environment, bytes);
}

export async function madeEarlier(world: World, request: NewBusiness, id: bigint): Promise<Made> {
  const business = (await readBusiness(world.db, id))!;
  const profile = await readProfile(world.db, id);
  const apiKey = keyFor(world, request, id);
  if (!request.externalKey && !(await stillWorks(world, business, apiKey))) {
    throw new Refusal('idempotency_key_reused', { message: keyIsGone });
  }
  return { business, apiKey, mobileNumber: profile?.mobileNumber };
}

const keyIsGone =
  'The business was made by this call before; the API key that it was given has been replaced since.';

async function stillWorks(world: World, { username }: Business, apiKey: string): Promise<boolean> {
  return (await byKnownKey(world, { username, apiKey })) !== undefined;
}

/** Master sites stand below the platform itself. */
export function parentIdOf({ parent }: NewBusiness): bigint {
  return parent?.id ?? platform;
}
