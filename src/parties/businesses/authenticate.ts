import { hash } from 'node:crypto';
import { flawInLength, lengths } from '../../kernel/lengths.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { Secret } from '../../kernel/secret.ts';
import { flawInText } from '../../kernel/text.ts';
import { sameSlowHash } from '../../ports/vault/slow-hash.ts';
import type { World } from '../../world.ts';
import type { Business } from './business.ts';
import { readUnusedKey, type StoredExternalKey, storeFastHash } from './external-keys.ts';
import { type KeyFacts, readKeyOwners, recordKeyUses } from './keys.ts';
import { originsOf } from './principal.ts';
import { nobody, readBusinesses, readByUsername } from './store.ts';

/** The longest time for which remembered facts of a business may be used. */
export const rememberMs = 5000;
const mostRemembered = 10_000;

/** The name may be left out beside a key that we made, which belongs to one business. */
export type Credentials = { readonly username: string | undefined; readonly apiKey: string };

/** A business whose key was shown. */
export type Identified = Business & { readonly key: KeyFacts };

/**
 * Identifies the business behind credentials. Good credentials are remembered for a moment by their hash, so that a
 * busy caller costs one hash a request; a revoked key or a suspended business is noticed within five seconds.
 */
export type Authenticator = {
  /** Known to be good a moment ago; costs no look-up. */
  remembered(credentials: Credentials): Identified | undefined;
  /** By one fast hash and one look-up, which do not find a chosen key that was never used. */
  lookUp(credentials: Credentials): Promise<Identified | undefined>;
  authenticate(credentials: Credentials): Promise<Identified | undefined>;
};

/** False for names that no business can have, and that no statement could contain. */
export function mayBeSomebody({ username }: Credentials): boolean {
  if (username === undefined) return true;
  return !(flawInText(username, { multiline: false }) ?? flawInLength(username, lengths.name));
}

type Door = Pick<World, 'db' | 'gather' | 'log' | 'now' | 'vault'>;

export function createAuthenticator(world: Door): Authenticator {
  const firstUse = firstUses(world);
  const noteUse = usesOfKeys(world);
  const known = new Map<string, { business: Identified; until: number }>();

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

  function remember(credentials: Credentials, business: Identified | undefined) {
    if (!business) return undefined;
    noteUse(business);
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

/**
 * By the fast hash of the key: first the lookup, then the business, each by a statement that concurrent callers share. The
 * second one runs also for an unknown key, so that the time does not reveal whether a key exists.
 */
export async function byKnownKey(
  { gather, vault, now }: Omit<Door, 'db' | 'log'>,
  { username, apiKey }: Credentials,
): Promise<Identified | undefined> {
  const keyHashes = vault.hashApiKey(new Secret(apiKey));
  const owners = await gather(readKeyOwners, { keyHashes, at: now() });
  const ids = owners.length > 0 ? owners.map(({ businessId }) => businessId) : [nobody];
  const found = await Promise.all(ids.map((id) => gather(readBusinesses, id)));
  // Without a name a key must say by itself whose it is.
  const at = found.findIndex((business) =>
    username === undefined ? found.length === 1 : business?.username === username,
  );
  const business = found[at];
  return business && { ...business, key: owners[at]!.key };
}

const noteEveryMs = 60_000;

/** Notes when a key was last used, at most once a minute for each, beside the request. */
function usesOfKeys({ gather, now, log }: Door): (business: Identified) => void {
  const noted = new Map<string, number>();
  return ({ id: businessId, key: { id } }) => {
    const name = `${businessId} ${id}`;
    const at = now();
    if (at.getTime() - (noted.get(name) ?? 0) < noteEveryMs) return;
    if (noted.size >= mostRemembered) noted.clear();
    noted.set(name, at.getTime());
    gather(recordKeyUses, { businessId, id, at }).catch((error) => {
      log.warn('key.use_not_recorded', { businessId, error });
    });
  };
}

// Each costs 20 ms of a core and 19 MiB: beyond this many, callers are asked to come back.
const mostWaiting = 20;
const noSalt = Buffer.alloc(16);
const noHash = Buffer.alloc(32);

/** The first use of a key that its owner chose: found good by its slow hash, from then on by the fast one. */
function firstUses(door: Door): (credentials: Credentials) => Promise<Identified | undefined> {
  let waiting = 0;
  let turn: Promise<unknown> = Promise.resolve();
  const underWay = new Map<string, Promise<Identified | undefined>>();

  // A caller that begins to use its key sends many requests at once: one look-up serves all of them.
  return async (credentials) => {
    const name = nameOf(credentials);
    const same = underWay.get(name);
    if (same) return await same;
    const answer = look(credentials).finally(() => underWay.delete(name));
    underWay.set(name, answer);
    return await answer;
  };

  /**
   * The same steps for every name, so that neither the answer nor its time reveals whether a business has that name or a
   * key to compare with: a place in the queue, then the same look-ups, one slow hash, one more look-up.
   */
  async function look(credentials: Credentials): Promise<Identified | undefined> {
    if (waiting >= mostWaiting) throw new Refusal('busy');
    return await nextTurn(async () => {
      const business = await readByUsername(door.db, credentials.username ?? '');
      const key = await readUnusedKey(door.db, business?.id ?? nobody, door.now());
      const found = await check(door, business, key, new Secret(credentials.apiKey));
      // Another process may have found the key good between our first look and now.
      return found ?? (await byKnownKey(door, credentials));
    });
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
  business: Business | undefined,
  key: StoredExternalKey | undefined,
  shown: Secret,
): Promise<Identified | undefined> {
  const isSame = await sameSlowHash(shown, key?.salt ?? noSalt, key?.slowHash ?? noHash);
  if (!isSame || !business || !key) return undefined;
  const keyHash = vault.hashApiKey(shown)[0]!;
  const kept = { businessId: business.id, id: key.id, keyHash };
  const isGood = await storeFastHash(db, kept, now());
  const origins = originsOf({ ...key, businessId: business.id });
  return isGood ? { ...business, key: { id: key.id, rights: undefined, origins } } : undefined;
}
