import { hash, timingSafeEqual } from 'node:crypto';
import { Secret } from '../base/secret.ts';
import type { World } from '../world.ts';
import type { Business } from './business.ts';
import { readByKeyHash } from './store.ts';

const rememberMs = 5000;
const mostRemembered = 10_000;

export type Credentials = { readonly username: string; readonly apiKey: string };

/**
 * Whose credentials these are. What was good a moment ago is remembered by its hash, so that a busy caller
 * costs one hash a request; a revoked key or a suspended business is noticed within five seconds.
 */
export type Authenticator = {
  /** Known to be good a moment ago; costs no look-up. */
  remembered(credentials: Credentials): Business | undefined;
  authenticate(credentials: Credentials): Promise<Business | undefined>;
};

export function createAuthenticator(world: Pick<World, 'db' | 'now' | 'vault'>): Authenticator {
  const known = new Map<string, { business: Business; until: number }>();

  return {
    remembered(credentials) {
      const entry = known.get(nameOf(credentials));
      return entry && entry.until > world.now().getTime() ? entry.business : undefined;
    },

    async authenticate(credentials) {
      const hashes = world.vault.hashApiKey(new Secret(credentials.apiKey));
      const business = await readByKeyHash(world.db, hashes, world.now());
      // An unknown key is compared with something too, so that the time taken says nothing.
      const isRight = sameText(credentials.username, business?.username ?? 'nobody');
      if (!business || !isRight) return undefined;
      if (known.size >= mostRemembered) known.clear();
      const until = world.now().getTime() + rememberMs;
      known.set(nameOf(credentials), { business, until });
      return business;
    },
  };
}

// The keys have 256 random bits, so a plain hash of one gives nothing away.
function nameOf({ username, apiKey }: Credentials): string {
  return hash('sha256', `${username}\n${apiKey}`, 'base64');
}

function sameText(one: string, other: string): boolean {
  return timingSafeEqual(hash('sha256', one, 'buffer'), hash('sha256', other, 'buffer'));
}
