import { platform, recordAct } from '../../backoffice/audit-log/audit-log.ts';
import { usualCurrency } from '../../kernel/currency.ts';
import { Secret } from '../../kernel/secret.ts';
import { makeApiKey } from '../../ports/vault/api-key.ts';
import type { World } from '../../world.ts';
import type { Business } from './business.ts';
import { claimUsername } from './claims.ts';
import { insertApiKey } from './keys.ts';
import { beginHistory } from './moves.ts';
import { services } from './offering.ts';
import { countBusinesses, insertBusiness, takeSiteNumber } from './store.ts';
import { usualTerms } from './terms.ts';

/** What the very first start hands out, once. */
export type FirstCredentials = {
  readonly businessId: bigint;
  readonly username: string;
  readonly apiKey: string;
};

/**
 * Makes the sandbox master site, when there is no business yet. Any number of processes may start at once:
 * the counter's row lets them in one after another, and only the first finds an empty installation.
 */
export async function makeFirstBusiness(
  world: Pick<World, 'db' | 'now' | 'randomBytes' | 'vault'>,
  keep: (credentials: FirstCredentials) => Promise<void>,
): Promise<FirstCredentials | undefined> {
  return await world.db.begin(async (tx) => {
    if ((await countBusinesses(tx)) > 0n) return undefined;
    const id = await takeSiteNumber(tx);
    // Whoever waited for the counter's row meanwhile looks again.
    if ((await countBusinesses(tx)) > 0n) return undefined;

    const business = sandboxMaster(id);
    const apiKey = makeApiKey('sandbox', world.randomBytes);
    const keyHash = world.vault.hashApiKey(new Secret(apiKey))[0]!;
    await insertBusiness(tx, business, world.now());
    await claimUsername(tx, business.username, id);
    const at = world.now();
    const hint = apiKey.slice(0, 12);
    await insertApiKey(tx, { keyHash, businessId: id, id: 0n, hint, createdAt: at });
    await beginHistory(tx, business, { actor: 'system', reason: 'first start', at });
    await recordAct(tx, {
      businessId: id,
      actor: 'system',
      act: 'business.created',
      object: `business:${id}`,
      facts: { parent: String(platform), name: business.name, state: business.state },
      at,
    });
    const credentials = { businessId: id, username: business.username, apiKey };
    // Before the commit: credentials of no business in a file do no harm, a business without known credentials does.
    await keep(credentials);
    return credentials;
  });
}

/** What the first business is called until somebody gives it a name. */
export const nameOfFirst = 'Sandbox';

function sandboxMaster(id: bigint): Business {
  return {
    id,
    username: String(id),
    name: nameOfFirst,
    environment: 'sandbox',
    state: 'payments_enabled',
    timeZone: 'America/New_York',
    ancestors: [],
    typeId: 1,
    limited: false,
    secretsInUrl: true,
    clockAheadMs: 0,
    currency: usualCurrency,
    cardAccounts: {},
    fallbackAccounts: {},
    services,
    terms: usualTerms,
  };
}
