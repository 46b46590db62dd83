import { Refusal } from '../base/refusal.ts';
import { Secret } from '../base/secret.ts';
import type { Sql } from '../base/sql.ts';
import { platform } from '../trail/trail.ts';
import { makeApiKey } from '../vault/api-key.ts';
import type { World } from '../world.ts';
import type { Business } from './business.ts';
import { readExternalId } from './claims.ts';
import type { Duplicate, Made, NewBusiness } from './new-business.ts';
import { readProfile } from './profile.ts';
import { readRequest } from './site-requests.ts';
import { readBusiness, readByKey } from './store.ts';

/** Asked again and again, a call that makes nothing leaves nothing behind, not even a number that is gone. */
export async function madeBefore(
  world: World,
  wish: NewBusiness,
): Promise<Made | Duplicate | undefined> {
  const { retryKey, externalId } = wish;
  if (retryKey) {
    const { callerId, key, content } = retryKey;
    const earlier = await readRequest(world.db, callerId, key, world.now());
    if (earlier) {
      checkSame(world, earlier.fingerprint, content);
      return await madeEarlier(world, wish, earlier.businessId);
    }
  }
  if (externalId === undefined) return undefined;
  const holder = await readExternalId(world.db, parentIdOf(wish), externalId);
  return holder === undefined ? undefined : await duplicateOf(world.db, holder);
}

export async function duplicateOf(sql: Sql, holder: bigint): Promise<Duplicate> {
  const { id, username } = (await readBusiness(sql, holder))!;
  return { duplicateOf: { id, username } };
}

export function checkSame({ vault }: World, stored: Buffer, content: Secret): void {
  if (!vault.sameFingerprint(stored, content)) throw new Refusal('idempotency_key_reused');
}

/** A retry under the same Idempotency-Key is given the same key again, though it is kept nowhere. */
export function keyFor(
  { vault, randomBytes }: World,
  { environment, externalKey, retryKey }: NewBusiness,
  id: bigint,
): string {
  if (externalKey !== undefined) return externalKey;
  // Of the business and not of its parent: after its time a key of a retry may make another business.
  const bytes = retryKey ? vault.stream(id, `api key\n${retryKey.key}`) : randomBytes;
  return makeApiKey(environment, bytes);
}

export async function madeEarlier(world: World, wish: NewBusiness, id: bigint): Promise<Made> {
  const business = (await readBusiness(world.db, id))!;
  const profile = await readProfile(world.db, id);
  const apiKey = keyFor(world, wish, id);
  if (!wish.externalKey && !(await stillWorks(world, business, apiKey))) {
    throw new Refusal('idempotency_key_reused', { message: keyIsGone });
  }
  return { business, apiKey, mobileNumber: profile?.mobileNumber };
}

const keyIsGone =
  'The business was made by this call before; the API key that it was given has been replaced since.';

async function stillWorks(
  { db, vault, now }: World,
  { username }: Business,
  apiKey: string,
): Promise<boolean> {
  const hashes = vault.hashApiKey(new Secret(apiKey));
  return (await readByKey(db, hashes, username, now())) !== undefined;
}

/** Master sites stand below the platform itself. */
export function parentIdOf({ parent }: NewBusiness): bigint {
  return parent?.id ?? platform;
}
