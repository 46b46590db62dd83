import { hash } from 'node:crypto';
import type { ChangeData } from '../../runtime/event-kinds.ts';
import { isHandled, readEvent, writeEvents } from '../../runtime/events.ts';
import { type IdempotencyKey, oldestKey, replayOf } from '../../runtime/idempotency.ts';
import type { Sql } from '../../runtime/sql.ts';
import type { World } from '../../world.ts';

/** The business of a change, and the Idempotency-Key of its request. */
export type Requested = {
  readonly businessId: bigint;
  readonly idempotencyKey: IdempotencyKey | undefined;
};

/** The names of the changed fields, without values. */
export type ChangeEvent = {
  readonly kind: 'customer.updated' | 'token.updated';
  /** The customer. */
  readonly objectId: bigint;
  readonly facts: Omit<ChangeData, 'customerId' | 'requestFingerprint'>;
};

const changeKinds = { 'customer.updated': true, 'token.updated': true };

/** The customer that an earlier, equal request under this key changed. */
export async function findChange(
  world: World,
  { businessId, idempotencyKey }: Requested,
): Promise<bigint | undefined> {
  if (!idempotencyKey) return undefined;
  const id = idOfKey(businessId, idempotencyKey.key);
  const earlier = await readEvent(world.db, businessId, id);
  const fingerprint =
    earlier && isHandled(earlier, changeKinds) ? earlier.data.requestFingerprint : undefined;
  const remembered = earlier && {
    made: earlier.objectId,
    keptAt: earlier.at,
    requestFingerprint: Buffer.from(fingerprint ?? '', 'hex'),
  };
  const forget = () => forgetKey(world, businessId, id);
  return await replayOf(world, idempotencyKey.content, remembered, forget);
}

/**
 * Call it in the transaction of the change. A change makes no row but its event, so the event holds the idempotency
 * key: its id is derived from the key. False: another call has used this key already.
 */
export async function writeChange(
  world: World,
  tx: Sql,
  { businessId, idempotencyKey }: Requested,
  { kind, objectId, facts }: ChangeEvent,
): Promise<boolean> {
  const requestFingerprint =
    idempotencyKey && world.vault.fingerprint(idempotencyKey.content).toString('hex');
  const event = {
    id: idempotencyKey ? idOfKey(businessId, idempotencyKey.key) : world.uuid(),
    kind,
    data: { customerId: String(objectId), ...facts, requestFingerprint },
    // Behind the token of a card that was declined for good there may be another card now.
    pending: kind === 'token.updated' ? (['subscription'] as const) : [],
    businessId,
    objectId,
    at: world.now(),
  };
  return (await writeEvents(tx, [event])) > 0;
}

/** The event stays, under a random id; but not one that another request wrote under the key since. */
async function forgetKey(world: World, businessId: bigint, id: string): Promise<void> {
  await world.db.query(
    'update events set id = $3 where business_id = $1 and id = $2 and happened_at < $4',
    [businessId, id, world.uuid(), oldestKey(world.now())],
  );
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
