import { Refusal } from '../base/refusal.ts';
import { Secret } from '../base/secret.ts';
import { recordAct } from '../trail/trail.ts';
import { makeApiKey } from '../vault/api-key.ts';
import type { World } from '../world.ts';
import type { Business } from './business.ts';
import { endKeys, insertApiKey, revokeKeys } from './keys.ts';
import { lockBusiness } from './store.ts';

type Office = Pick<World, 'db' | 'now' | 'randomBytes' | 'vault' | 'ids'>;

export type Rotated = {
  readonly id: bigint;
  /** Shown this once. */
  readonly apiKey: string;
  /** How many others end, and when. */
  readonly ended: number;
  readonly endsAt: Date;
};

/** A new key at once; those that work now go on for as long as the grace lasts. A closed business gets none. */
export async function rotateKeys(
  { db, now, randomBytes, vault, ids }: Office,
  business: Pick<Business, 'id' | 'environment'>,
  { actor, graceMs }: { readonly actor: string; readonly graceMs: number },
): Promise<Rotated> {
  const id = await ids.next(business.id);
  const apiKey = makeApiKey(business.environment, randomBytes);
  const keyHash = vault.hashApiKey(new Secret(apiKey))[0]!;
  const at = now();
  const endsAt = new Date(at.getTime() + graceMs);
  return await db.begin(async (tx) => {
    const { state } = (await lockBusiness(tx, business.id)) ?? {};
    if (!state) throw new Refusal('unknown_business');
    if (state === 'closed') throw new Refusal('wrong_state');

    const ended = await endKeys(tx, business.id, at, endsAt);
    const hint = apiKey.slice(0, 12);
    await insertApiKey(tx, { keyHash, businessId: business.id, id, hint }, at);
    await recordAct(tx, {
      businessId: business.id,
      actor,
      act: 'key.rotated',
      object: `key:${id}`,
      facts: { ended, endsAt: endsAt.toISOString() },
      at,
    });
    return { id, apiKey, ended, endsAt };
  });
}

/** Ends one key, or without a number all of them, at once and for good; answers how many. */
export async function revoke(
  { db, now }: Pick<Office, 'db' | 'now'>,
  businessId: bigint,
  { actor, keyId }: { readonly actor: string; readonly keyId: bigint | undefined },
): Promise<number> {
  const at = now();
  return await db.begin(async (tx) => {
    const revoked = await revokeKeys(tx, businessId, keyId, at);
    if (revoked === 0) return 0;
    const object = keyId === undefined ? `business:${businessId}` : `key:${keyId}`;
    await recordAct(tx, {
      businessId,
      actor,
      act: 'key.revoked',
      object,
      facts: { revoked },
      at,
    });
    return revoked;
  });
}
