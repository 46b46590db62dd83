import { dayMs } from '../kernel/duration.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Secret } from '../kernel/secret.ts';
import { bytea, int8, oneOf, optional, text, timestamptz } from './column.ts';
import { readBusinessesDue } from './discovery.ts';
import { someAtOnce } from './some-at-once.ts';
import type { Sql } from './sql.ts';
import { type NewRowOf, type RowOf, table } from './table.ts';

/*
 * Repeated requests: the first one creates an object and stores its key. A repetition with the same content replays the
 * reply with that object, one with other content is refused, and one that arrives while the first is in progress waits
 * for it. A key is stored on the row that it created (docs/decisions/0007-idempotency-keys.md); this file defines its
 * lifetime and its meaning.
 */

/** The idempotency key of a request, and everything in the request except the CVV, which is only ever hashed. */
export type IdempotencyKey = { readonly key: string; readonly content: Secret };

export const keyLifetimeDays = 30;
const lifetimeMs = keyLifetimeDays * dayMs;

/** Keys stored before this moment are free for other requests. */
export function oldestKey(now: Date): Date {
  return new Date(now.getTime() - lifetimeMs);
}

export function isKeyOld({ now }: Pick<World, 'now'>, keptAt: Date): boolean {
  return keptAt < oldestKey(now());
}

type World = {
  readonly now: () => Date;
  readonly vault: {
    fingerprint(content: Secret): Buffer;
    sameFingerprint(stored: Buffer, content: Secret): boolean;
  };
};

/** The object created under an idempotency key. */
export type Remembered<Made> = {
  readonly made: Made;
  readonly keptAt: Date;
  readonly requestFingerprint: Buffer | undefined;
};

/** The object to replay, if the key was used for the same request. An expired key is deleted. */
export async function replayOf<Made>(
  world: {
    readonly now: () => Date;
    readonly vault: Pick<World['vault'], 'sameFingerprint'>;
  },
  content: Secret,
  remembered: Remembered<Made> | undefined,
  forget: () => Promise<unknown>,
): Promise<Made | undefined> {
  if (!remembered) return undefined;
  if (isKeyOld(world, remembered.keptAt)) {
    await forget();
    return undefined;
  }
  refuseOther(world, remembered.requestFingerprint, content);
  replays.add(content);
  return remembered.made;
}

/** Contents of requests that were answered with an existing object. */
const replays = new WeakSet<Secret>();

/** True if the reply is an object that an earlier request with its key created. */
export function isReplayed({ content }: Pick<IdempotencyKey, 'content'>): boolean {
  return replays.has(content);
}

/** Refuses a request that differs from the one that used its key. */
export function refuseOther(
  { vault }: { readonly vault: Pick<World['vault'], 'sameFingerprint'> },
  stored: Buffer | undefined,
  content: Secret,
): void {
  if (!stored || !vault.sameFingerprint(stored, content)) {
    throw new Refusal('idempotency_key_reused');
  }
}

type Steps<Made> = {
  /** Finds the object that an earlier request created, under the key of this one or in its place. */
  readonly find: () => Promise<Made | undefined>;
  /** Undefined if a unique index shows that another request was faster: the next `find` returns its object. */
  readonly make: () => Promise<Made | undefined>;
};

const mostTries = 5;

/** Not "nothing was charged": an equal request may have been carried out. */
export function busyForNow(): Refusal {
  const message = 'The service is busy and nothing more was done; please try again shortly.';
  return new Refusal('busy', { message });
}

/** Creates it once, however many concurrent requests there are. */
export async function once<Made>({ find, make }: Steps<Made>): Promise<Made> {
  for (let tries = 1; tries <= mostTries; tries += 1) {
    const made = (await find()) ?? (await make());
    if (made !== undefined) return made;
  }
  throw busyForNow();
}

/** The same if an earlier request is rare: tries to create first, and the unique indexes reveal an earlier one. */
export async function onceUnseen<Made>({ find, make }: Steps<Made>): Promise<Made> {
  for (let tries = 1; tries <= mostTries; tries += 1) {
    const made = (await make()) ?? (await find());
    if (made !== undefined) return made;
  }
  throw busyForNow();
}

/**
 * Further keys of payments and follow-ups: a request under another key for something that exists is answered with that,
 * and its key must not be free afterwards. A freed key admits new requests, but no copy of a request that arrived
 * before.
 */
const idempotencyKeys = table('kept_keys', {
  businessId: int8,
  kind: oneOf(['payment', 'followup']),
  key: text,
  madeId: int8,
  requestFingerprint: bytea,
  keptAt: timestamptz,
  freedAt: optional(timestamptz),
});
type Row = RowOf<typeof idempotencyKeys>;
type Scope = Pick<Row, 'businessId' | 'kind'>;

/** Condition for a statement that inserts payments: the key is free, and was free when the request arrived. */
export const keyIsFree = (row: string) => `(${row}.idempotency_key is null or (
    select true from kept_keys k
    where k.business_id = ${row}.business_id and k.kind = 'payment' and k.key = ${row}.idempotency_key
      and (k.freed_at is null or k.freed_at > ${row}.asked_at)
  ) is null)`;

const replaced = idempotencyKeys.omit('businessId', 'kind', 'key').changesFrom('excluded');
const replacing = `on conflict (business_id, kind, key) do update set ${replaced}`;

type Writer = Pick<World, 'now' | 'vault'>;
type Made = Scope & { readonly id: bigint };

export async function storeKey(
  world: Writer,
  sql: Sql,
  made: Made,
  request: IdempotencyKey | undefined,
): Promise<void> {
  if (!request) return;
  const row = rowOf(world, made, request);
  await idempotencyKeys.insert(sql, [row], `${replacing} where kept_keys.freed_at is not null`);
}

/**
 * Frees a key for requests that arrive from now on. A key that was freed before and used again is freed again: copies
 * of the later request must get its result.
 */
export async function freeKey(
  world: Writer,
  sql: Sql,
  made: Made,
  request: IdempotencyKey,
): Promise<void> {
  await idempotencyKeys.insert(
    sql,
    [{ ...rowOf(world, made, request), freedAt: world.now() }],
    `${replacing} where kept_keys.made_id = excluded.made_id or kept_keys.freed_at is not null`,
  );
}

function rowOf(
  { now, vault }: Writer,
  { businessId, kind, id: madeId }: Made,
  { key, content }: IdempotencyKey,
): NewRowOf<typeof idempotencyKeys> {
  const requestFingerprint = vault.fingerprint(content);
  return { businessId, kind, key, madeId, requestFingerprint, keptAt: now() };
}

/** The object created under a key that was freed after the request arrived; its caller was told of it. */
export async function readFreedKey(
  sql: Sql,
  { businessId, kind }: Scope,
  key: string,
  askedAt: Date,
): Promise<bigint | undefined> {
  const found = await idempotencyKeys.readOne(
    sql,
    `select ${idempotencyKeys.columns} from kept_keys
     where business_id = $1 and kind = $2 and key = $3 and freed_at > $4`,
    [businessId, kind, key, askedAt],
  );
  return found?.madeId;
}

export async function readIdempotencyKey(
  sql: Sql,
  { businessId, kind }: Scope,
  key: string,
): Promise<Row | undefined> {
  return await idempotencyKeys.readOne(
    sql,
    `select ${idempotencyKeys.columns} from kept_keys
     where business_id = $1 and kind = $2 and key = $3 and freed_at is null`,
    [businessId, kind, key],
  );
}

/** With an id: only if the key belongs to that object. */
export async function deleteIdempotencyKey(
  sql: Sql,
  { businessId, kind, id }: Scope & { readonly id?: bigint },
  key: string,
): Promise<void> {
  await sql.query(
    `delete from kept_keys
     where business_id = $1 and kind = $2 and key = $3 and made_id = coalesce($4, made_id)`,
    [businessId, kind, key, id],
  );
}

/** Deletes expired keys until no business has any. Scope: all, each by a statement of its own. */
export async function deleteExpiredKeys(sql: Sql, now: Date): Promise<void> {
  const last = new Date(oldestKey(now).getTime() - 1);
  const kept = { table: 'kept_keys', dueAt: 'kept_at' };
  for (;;) {
    const businesses = await readBusinessesDue(sql, kept, last);
    if (businesses.length === 0) return;
    await someAtOnce(businesses, async ({ id }) => {
      await sql.query('delete from kept_keys where business_id = $1 and kept_at <= $2', [id, last]);
      return 1;
    });
  }
}
