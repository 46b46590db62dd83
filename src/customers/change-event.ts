import { hash } from 'node:crypto';
import { Refusal } from '../base/refusal.ts';
import type { Secret } from '../base/secret.ts';
import type { Sql } from '../base/sql.ts';
import type { World } from '../world.ts';

/** Who asked for a change, and under which Idempotency-Key. */
export type Asked = {
  readonly businessId: bigint;
  readonly retryKey: { readonly key: string; readonly content: Secret } | undefined;
};

/** That something is known otherwise now. It names what changed and shows none of it. */
export type ChangeEvent = {
  readonly kind: 'customer.updated' | 'token.updated';
  /** The customer. */
  readonly objectId: bigint;
  readonly facts: Readonly<Record<string, unknown>>;
};

const keepKeysMs = 30 * 24 * 3600 * 1000;

/** The customer whom an earlier request under this key was about, if it was the same request. */
export async function findChange(
  world: World,
  { businessId, retryKey }: Asked,
): Promise<bigint | undefined> {
  if (!retryKey) return undefined;
  const id = idOfKey(businessId, retryKey.key);
  const rows = await world.db.query<{ object_id: bigint; at: Date; print: string | null }>(
    `select object_id, happened_at as at, data ->> 'requestFingerprint' as print from events
     where business_id = $1 and id = $2`,
    [businessId, id],
  );
  const [earlier] = rows;
  if (!earlier) return undefined;

  if (world.now().getTime() - earlier.at.getTime() > keepKeysMs) {
    await forgetKey(world, businessId, id);
    return undefined;
  }
  const print = Buffer.from(earlier.print ?? '', 'hex');
  if (!world.vault.sameFingerprint(print, retryKey.content)) {
    throw new Refusal('idempotency_key_reused');
  }
  return earlier.object_id;
}

/**
 * Written in the transaction of the change. A change makes nothing but its event, so that the Idempotency-Key
 * lies there: its id is made of it. False: somebody has changed something under this key already.
 */
export async function writeChange(
  world: World,
  tx: Sql,
  { businessId, retryKey }: Asked,
  { kind, objectId, facts }: ChangeEvent,
): Promise<boolean> {
  const requestFingerprint = retryKey && world.vault.fingerprint(retryKey.content).toString('hex');
  const rows = await tx.query(
    `insert into events (business_id, id, kind, object_id, happened_at, data, untold)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing returning id`,
    [
      businessId,
      retryKey ? idOfKey(businessId, retryKey.key) : world.uuid(),
      kind,
      objectId,
      world.now(),
      JSON.stringify({ customerId: String(objectId), ...facts, requestFingerprint }),
      // A card that was declined for good may be another behind its token now.
      kind === 'token.updated' ? ['subscription'] : [],
    ],
  );
  return rows.length > 0;
}

/** The event stays, under an id of its own. */
async function forgetKey(world: World, businessId: bigint, id: string): Promise<void> {
  await world.db.query('update events set id = $3 where business_id = $1 and id = $2', [
    businessId,
    id,
    world.uuid(),
  ]);
}

/** A UUID of version 8: the same for the same key. */
function idOfKey(businessId: bigint, key: string): string {
  const hex = hash('sha256', `${businessId}\n${key}`);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
