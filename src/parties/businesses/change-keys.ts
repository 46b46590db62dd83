import { Refusal } from '../../kernel/refusal.ts';
import { Secret } from '../../kernel/secret.ts';
import { makeApiKey } from '../../ports/vault/api-key.ts';
import { recordAct } from '../../records/audit-log.ts';
import { endJobs, enqueue, type JobPayloads, jobs } from '../../runtime/jobs.ts';
import type { Database, Sql } from '../../runtime/sql.ts';
import type { World } from '../../world.ts';
import type { Business } from './business.ts';
import { endExternalKeys, revokeExternalKeys } from './external-keys.ts';
import {
  endApiKeys,
  insertApiKey,
  isValidAt,
  type ListedKey,
  readKeys,
  renameApiKey,
  revokeApiKeys,
} from './keys.ts';
import { originsColumn, originsOf, type Principal } from './principal.ts';
import type { Right } from './rights.ts';
import { lockBusiness } from './store.ts';

/*
 * API keys are a lookup, and their entries in the audit log belong to a business, so no transaction holds both. One
 * transaction decides a change: its entry, and a job that carries it out. Then it is carried out at once, and the job
 * is removed. If the process dies in between, the worker carries out the entry of the audit log. Chosen keys are
 * changed with the decision: the first use of a chosen key holds its row while it is copied, so the copy is there when
 * the change is carried out, or the key is no longer valid when it is copied.
 */

type Change = JobPayloads['keys.change'];

/** When a worker takes over: the process that decided has carried it out by then. */
const takeOverMs = 30_000;

/** Carrying it out again changes nothing. */
export async function carryOut(sql: Sql, businessId: bigint, change: Change): Promise<void> {
  const { made, endsAt, revokedAt, name } = change;
  const ids = change.ids.map(BigInt);
  if (made) {
    const [keyHash, createdAt] = [Buffer.from(made.keyHash, 'hex'), new Date(made.createdAt)];
    const { hint, name, rights, madeBy, origins } = made;
    const id = BigInt(made.id);
    const key = { keyHash, businessId, id, hint, createdAt, name, rights, madeBy, origins };
    await insertApiKey(sql, key);
  }
  if (endsAt) await endApiKeys(sql, businessId, ids, new Date(endsAt));
  if (name !== undefined) await renameApiKey(sql, businessId, ids, name);
  if (revokedAt) await revokeApiKeys(sql, businessId, ids, new Date(revokedAt));
}

type Decided = { readonly key: string; readonly change: Change };

async function decide(tx: Sql, businessId: bigint, { key, change }: Decided, at: Date) {
  const runAt = new Date(at.getTime() + takeOverMs);
  await enqueue(tx, [{ businessId, kind: 'keys.change', key, payload: change, runAt }]);
}

async function finish(db: Sql, businessId: bigint, { key, change }: Decided): Promise<void> {
  await carryOut(db, businessId, change);
  const job = { businessId, kind: 'keys.change', key, payload: change, tries: 0 } as const;
  await endJobs(db, [{ job, runAt: undefined }]);
}

type Office = Pick<World, 'db' | 'now' | 'randomBytes' | 'vault' | 'ids'>;
type Owner = Pick<Business, 'id' | 'environment'>;

export type Rotated = {
  readonly id: bigint;
  /** Shown this once. */
  readonly apiKey: string;
  /** How many others end at `endsAt`. */
  readonly ended: number;
  readonly endsAt: Date;
};

/** The maker of a key, for the audit log, and the key's origins. The operator is no origin. */
type Maker = { readonly actor: string; readonly by: Pick<Principal, 'name' | 'origins'> };

function originsIn({ id: businessId }: Owner, key: ListedKey): readonly string[] {
  return originsOf({ ...key, businessId });
}

/** A new key; valid ones end after the grace period. A closed business gets none. */
export async function rotateKeys(
  world: Office,
  business: Owner,
  { actor, graceMs }: { readonly actor: string; readonly graceMs: number },
): Promise<Rotated> {
  const endsAt = new Date(world.now().getTime() + graceMs);
  return await change(world, business, {
    ...{ actor, act: 'key.rotated', endsAt },
    async decided(tx, keys) {
      const valid = keys.filter((key) => isValidAt(key, endsAt));
      const origins = originsColumn(valid.map((key) => originsIn(business, key)));
      return {
        // Without a name, and for everything: in the place of the key that the business was made with.
        named: { madeBy: actor, origins },
        ended: withoutRepeats(valid, await endExternalKeys(tx, business.id, endsAt)),
      };
    },
  });
}

/** A key in the place of another one, with its name and rights; the other ends after the grace period. */
export async function rotateKey(
  world: Office,
  business: Owner,
  keyId: bigint,
  { actor, by, graceMs }: Maker & { readonly graceMs: number },
): Promise<Rotated> {
  const endsAt = new Date(world.now().getTime() + graceMs);
  return await change(world, business, {
    ...{ actor, act: 'key.rotated', endsAt },
    async decided(tx, keys) {
      const key = keys.find(({ id }) => id === keyId);
      if (!key || !isValidAt(key, world.now())) throw new Refusal('wrong_state');
      const { name, rights } = key;
      const origins = originsColumn([originsIn(business, key), by.origins]);
      const chosen = await endExternalKeys(tx, business.id, endsAt, keyId);
      return {
        named: { name, rights, madeBy: by.name, origins },
        ended: isValidAt(key, endsAt) ? withoutRepeats([key], chosen) : [],
      };
    },
  });
}

/** A further key. Undefined rights: everything. */
export async function createKey(
  world: Office,
  business: Owner,
  {
    actor,
    by,
    name,
    rights,
  }: Maker & {
    readonly name: string;
    readonly rights: readonly Right[] | undefined;
  },
): Promise<Rotated> {
  return await change(world, business, {
    ...{ actor, act: 'key.created', endsAt: world.now() },
    decided: async () => ({
      named: {
        ...{ name, rights: rights?.join(' ') },
        ...{ madeBy: by.name, origins: originsColumn([by.origins]) },
      },
      ended: [],
    }),
  });
}

type NewKey = {
  readonly actor: string;
  readonly act: 'key.created' | 'key.rotated';
  /** The end of the keys that end. */
  readonly endsAt: Date;
  /** Told the keys of the locked business: none is decided or revoked meanwhile. */
  readonly decided: (
    tx: Sql,
    keys: readonly ListedKey[],
  ) => Promise<{
    readonly named: Pick<NonNullable<Change['made']>, 'name' | 'rights' | 'madeBy' | 'origins'>;
    readonly ended: readonly string[];
  }>;
};

async function change(
  { db, now, randomBytes, vault, ids }: Office,
  { id: businessId, environment }: Owner,
  { actor, act, endsAt, decided: decideBy }: NewKey,
): Promise<Rotated> {
  const id = await ids.next(businessId);
  const apiKey = makeApiKey(environment, randomBytes);
  const keyHash = vault.hashApiKey(new Secret(apiKey))[0]!.toString('hex');
  const at = now();
  const hint = apiKey.slice(0, 12);
  const decided = await db.begin(async (tx) => {
    const { state } = (await lockBusiness(tx, businessId)) ?? {};
    if (!state) throw new Refusal('unknown_business');
    if (state === 'closed') throw new Refusal('wrong_state');

    const keys = await readDecidedKeys(db, tx, businessId);
    const { named, ended } = await decideBy(tx, keys);
    const until = { ended: ended.length, endsAt: endsAt.toISOString() };
    const { origins: _, ...noted } = named;
    const facts = { ...noted, ...(act === 'key.rotated' && until) };
    await recordAct(tx, { businessId, actor, act, object: `key:${id}`, facts, at });
    const made = { id: String(id), keyHash, hint, createdAt: at.toISOString(), ...named };
    const decision = { ids: ended, endsAt: until.endsAt, made };
    await decide(tx, businessId, { key: made.id, change: decision }, at);
    return { key: made.id, change: decision };
  });
  await finish(db, businessId, decided);
  return { id, apiKey, ended: decided.change.ids.length, endsAt };
}

/** Revokes one key, or without a number all of them; returns how many. Two who revoke a key at once may both count it. */
export async function revoke(
  { db, now, uuid }: Pick<World, 'db' | 'now' | 'uuid'>,
  businessId: bigint,
  { actor, keyId }: { readonly actor: string; readonly keyId: bigint | undefined },
): Promise<number> {
  const at = now();
  const key = uuid();
  const decided = await db.begin(async (tx) => {
    // No key is decided meanwhile.
    await lockBusiness(tx, businessId);
    const used = (await readDecidedKeys(db, tx, businessId)).filter(
      ({ id, revokedAt }) => !revokedAt && (keyId === undefined || id === keyId),
    );
    const ids = withoutRepeats(used, await revokeExternalKeys(tx, businessId, keyId, at));
    if (ids.length === 0) return undefined;
    const object = keyId === undefined ? `business:${businessId}` : `key:${keyId}`;
    const facts = { revoked: ids.length };
    await recordAct(tx, { businessId, actor, act: 'key.revoked', object, facts, at });
    const change = { ids, revokedAt: at.toISOString() };
    await decide(tx, businessId, { key, change }, at);
    return { key, change };
  });
  if (!decided) return 0;
  await finish(db, businessId, decided);
  return decided.change.ids.length;
}

const payloads = jobs.pick('payload');

/**
 * The keys of a locked business, as `readKeys` reads them. What was decided about them and is not carried out yet is
 * carried out here: first the keys that are made, so that what else was decided finds their rows.
 */
async function readDecidedKeys(db: Database, tx: Sql, businessId: bigint): Promise<ListedKey[]> {
  const decided = await payloads.read(
    tx,
    `select ${payloads.columns} from jobs where business_id = $1 and kind = 'keys.change'`,
    [businessId],
  );
  const changes = decided.map(({ payload }) => payload as Change);
  const [made, others] = [changes.filter((one) => one.made), changes.filter((one) => !one.made)];
  // On another connection: keys are a lookup.
  for (const change of [...made, ...others]) await carryOut(db.aside, businessId, change);
  return await readKeys(db.aside, businessId, tx);
}

/** Its owner calls a key otherwise. */
export async function renameKey(
  { db, now, uuid }: Pick<World, 'db' | 'now' | 'uuid'>,
  businessId: bigint,
  { actor, keyId, name }: { readonly actor: string; readonly keyId: bigint; readonly name: string },
): Promise<void> {
  const at = now();
  const decided = { key: uuid(), change: { ids: [String(keyId)], name } };
  await db.begin(async (tx) => {
    const act = { actor, act: 'key.renamed', object: `key:${keyId}`, facts: { name } };
    await recordAct(tx, { businessId, ...act, at });
    await decide(tx, businessId, decided, at);
  });
  await finish(db, businessId, decided);
}

/** A chosen key that was used is in both tables, with one id. */
function withoutRepeats(
  used: readonly { readonly id: bigint }[],
  chosen: readonly bigint[],
): string[] {
  return [...new Set([...used.map(({ id }) => id), ...chosen])].map(String);
}
