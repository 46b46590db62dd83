import { hash } from 'node:crypto';
import { flawInLength, lengths } from '../base/lengths.ts';
import { Refusal } from '../base/refusal.ts';
import { Secret } from '../base/secret.ts';
import { flawInText } from '../base/text.ts';
import { sameSlowHash, slowHash } from '../vault/slow-hash.ts';
import type { World } from '../world.ts';
import type { Business } from './business.ts';
import { keepFastHash, readUnusedKeys, type StoredExternalKey } from './external-keys.ts';
import { readByKey, readByUsername } from './store.ts';

/** How long what was true of a business may still be gone by. */
export const rememberMs = 5000;
const mostRemembered = 10_000;

export type Credentials = { readonly username: string; readonly apiKey: string };

/**
 * Whose credentials these are. What was good a moment ago is remembered by its hash, so that a busy caller
 * costs one hash a request; a revoked key or a suspended business is noticed within five seconds.
 */
export type Authenticator = {
  /** Known to be good a moment ago; costs no look-up. */
  remembered(credentials: Credentials): Business | undefined;
  /** By one fast hash and one look-up, which do not find a chosen key that was never used before. */
  lookUp(credentials: Credentials): Promise<Business | undefined>;
  authenticate(credentials: Credentials): Promise<Business | undefined>;
};

/** False for what nobody is called, and for what the database could not even be asked about. */
export function mayBeSomebody({ username }: Credentials): boolean {
  return !(flawInText(username, { multiline: false }) ?? flawInLength(username, lengths.name));
}

type Door = Pick<World, 'db' | 'now' | 'vault'>;

export function createAuthenticator(world: Door): Authenticator {
  const firstUse = firstUses(world);
  const known = new Map<string, { business: Business; until: number }>();

  return {
    remembered(credentials) {
      const entry = known.get(nameOf(credentials));
      return entry && entry.until > world.now().getTime() ? entry.business : undefined;
    },

    async lookUp(credentials) {
      return remember(credentials, await byKnownKey(world, credentials));
    },

    async authenticate(credentials) {
      const business = (await byKnownKey(world, credentials)) ?? (await firstUse(credentials));
      return remember(credentials, business);
    },
  };

  function remember(credentials: Credentials, business: Business | undefined) {
    if (!business) return undefined;
    if (known.size >= mostRemembered) known.clear();
    const until = world.now().getTime() + rememberMs;
    known.set(nameOf(credentials), { business, until });
    return business;
  }
}

// The keys have 256 random bits, so a plain hash of one gives nothing away.
function nameOf({ username, apiKey }: Credentials): string {
  return hash('sha256', `${username}\n${apiKey}`, 'base64');
}

async function byKnownKey(
  { db, vault, now }: Door,
  { username, apiKey }: Credentials,
): Promise<Business | undefined> {
  return await readByKey(db, vault.hashApiKey(new Secret(apiKey)), username, now());
}

// Each costs 20 ms of a core and 19 MiB: who has to wait longer than this is told to come back.
const mostWaiting = 20;
const noSalt = Buffer.alloc(16);

/** The first use of a key that its owner chose: found good by its slow hash, from then on by the fast one. */
function firstUses(door: Door): (credentials: Credentials) => Promise<Business | undefined> {
  let waiting = 0;
  let turn: Promise<unknown> = Promise.resolve();
  const underWay = new Map<string, Promise<Business | undefined>>();

  // Whoever begins to use its key begins with many requests at once: one look is enough for all of them.
  return async (credentials) => {
    const name = nameOf(credentials);
    const same = underWay.get(name);
    if (same) return await same;
    const answer = look(credentials).finally(() => underWay.delete(name));
    underWay.set(name, answer);
    return await answer;
  };

  async function look(credentials: Credentials): Promise<Business | undefined> {
    const business = await readByUsername(door.db, credentials.username);
    const keys = business ? await readUnusedKeys(door.db, business.id, door.now()) : [];
    if (!business || keys.length === 0) await pretend(credentials);
    const found =
      business && keys.length > 0 ? await inTurn(business, keys, credentials) : undefined;
    // Another process may have found the key good between our first look and now.
    return found ?? (await byKnownKey(door, credentials));
  }

  /** As long as it takes where there is a key to compare with, so that nobody sees who has one. */
  async function pretend({ apiKey }: Credentials): Promise<void> {
    if (waiting < mostWaiting) await nextTurn(() => slowHash(new Secret(apiKey), noSalt));
  }

  async function inTurn(
    business: Business,
    keys: readonly StoredExternalKey[],
    { apiKey }: Credentials,
  ): Promise<Business | undefined> {
    if (waiting >= mostWaiting) throw new Refusal('busy');
    return await nextTurn(() => check(door, business, keys, new Secret(apiKey)));
  }

  async function nextTurn<T>(work: () => Promise<T>): Promise<T> {
    waiting += 1;
    const answer = turn.then(work);
    turn = answer
      .catch(() => {})
      .finally(() => {
        waiting -= 1;
      });
    return await answer;
  }
}

async function check(
  { db, vault, now }: Door,
  business: Business,
  keys: readonly StoredExternalKey[],
  shown: Secret,
): Promise<Business | undefined> {
  for (const { id, salt, slowHash } of keys) {
    if (!(await sameSlowHash(shown, salt, slowHash))) continue;
    const keyHash = vault.hashApiKey(shown)[0]!;
    const isKept = await keepFastHash(db, { businessId: business.id, id, keyHash }, now());
    return isKept ? business : undefined;
  }
  return undefined;
}
