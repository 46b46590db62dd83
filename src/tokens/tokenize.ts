import { Refusal } from '../base/refusal.ts';
import type { Secret } from '../base/secret.ts';
import type { Contact } from '../customers/customer.ts';
import type { World } from '../world.ts';
import {
  forgetTokenKey,
  makeTokens,
  readTokenByKey,
  readTokens,
  type StoredToken,
} from './store.ts';
import type { NewToken } from './token.ts';

type Wish = {
  readonly made: NewToken;
  readonly customerId: bigint | undefined;
  readonly contact: Contact;
  readonly retryKey: { readonly key: string; readonly content: Secret } | undefined;
};

const keepKeysMs = 30 * 24 * 3600 * 1000;

/** Writes a token and its sealed number at once, or gives back the one that this key made before. */
export async function tokenize(
  world: World,
  wish: Wish,
): Promise<Pick<StoredToken, 'token' | 'customerId'>> {
  const { made, retryKey } = wish;
  const { businessId } = made.token;
  const start = {
    ...wish,
    id: await world.ids.next(businessId),
    idempotencyKey: retryKey?.key,
    requestFingerprint: retryKey && world.vault.fingerprint(retryKey.content),
  };
  for (let tries = 1; tries <= 5; tries += 1) {
    const written = await world.gather(makeTokens, start);
    if (written) return { token: made.token, customerId: written.customerId };
    // Our own row: it was written, and only the answer of the commit was lost.
    const [own] = await readTokens(world.db, [made.token]);
    const earlier = own ?? (await findEarlier(world, businessId, retryKey));
    if (earlier) return earlier;
    // In nobody's way: somebody made the same customer just now, and the next look sees it.
  }
  throw new Refusal('busy');
}

async function findEarlier(
  world: World,
  businessId: bigint,
  retryKey: Wish['retryKey'],
): Promise<StoredToken | undefined> {
  if (!retryKey) return undefined;
  const earlier = await readTokenByKey(world.db, businessId, retryKey.key);
  if (!earlier) return undefined;

  if (world.now().getTime() - earlier.token.createdAt.getTime() > keepKeysMs) {
    await forgetTokenKey(world.db, businessId, retryKey.key);
    return undefined;
  }
  const { requestFingerprint } = earlier;
  if (!requestFingerprint || !world.vault.sameFingerprint(requestFingerprint, retryKey.content)) {
    throw new Refusal('idempotency_key_reused');
  }
  return earlier;
}
