import { usualCurrency } from '../src/kernel/currency.ts';
import { Secret } from '../src/kernel/secret.ts';
import type { Business } from '../src/parties/businesses/business.ts';
import { claimUsername } from '../src/parties/businesses/claims.ts';
import { insertApiKey } from '../src/parties/businesses/keys.ts';
import { services } from '../src/parties/businesses/offering.ts';
import { insertBusiness, takeSiteNumber } from '../src/parties/businesses/store.ts';
import { usualTerms } from '../src/parties/businesses/terms.ts';
import { makeApiKey } from '../src/ports/vault/api-key.ts';
import type { World } from '../src/world.ts';

export type Caller = {
  readonly business: Business;
  readonly username: string;
  readonly apiKey: string;
};

/** A business that may take payments, and the credentials to call it with. */
export async function makeBusiness(world: World, changes: Partial<Business>): Promise<Caller> {
  const { db, vault, now, randomBytes } = world;
  const apiKey = makeApiKey('sandbox', randomBytes);
  const keyHash = vault.hashApiKey(new Secret(apiKey))[0]!;
  return await db.begin(async (tx) => {
    const id = await takeSiteNumber(tx);
    const business: Business = {
      id,
      username: String(id),
      name: 'Test',
      environment: 'sandbox',
      state: 'payments_enabled',
      timeZone: 'America/New_York',
      ancestors: [],
      typeId: 1,
      services,
      limited: false,
      secretsInUrl: true,
      clockAheadMs: 0,
      currency: usualCurrency,
      cardAccounts: {},
      fallbackAccounts: {},
      terms: usualTerms,
      ...changes,
    };
    await insertBusiness(tx, business, now());
    await claimUsername(tx, business.username, id);
    const hint = apiKey.slice(0, 12);
    await insertApiKey(tx, { keyHash, businessId: id, id: 0n, hint, createdAt: now() });
    return { business, username: business.username, apiKey };
  });
}
