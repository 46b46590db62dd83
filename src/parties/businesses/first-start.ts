import { usualCurrency } from '../../kernel/currency.ts';
import { Secret } from '../../kernel/secret.ts';
import { makeApiKey } from '../../ports/vault/api-key.ts';
import { platform, recordAct } from '../../records/audit-log.ts';
import type { Sql } from '../../runtime/sql.ts';
import type { World } from '../../world.ts';
import type { Business } from './business.ts';
import { claimUsername } from './claims.ts';
import { insertApiKey } from './keys.ts';
import { beginHistory } from './moves.ts';
import { services } from './offering.ts';
import { countBusinesses, insertBusiness, takeSiteNumber } from './store.ts';
import { usualTerms } from './terms.ts';

/** The credentials that the very first start hands out, once. */
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
  world: Pick<World, 'db' | 'ids' | 'now' | 'randomBytes' | 'vault'>,
  keep: (credentials: FirstCredentials) => Promise<void>,
): Promise<FirstCredentials | undefined> {
  return await world.db.begin(async (tx) => {
    if ((await countBusinesses(tx)) > 0n) return undefined;
    const id = await takeSiteNumber(tx);
    // A process that waited for the counter's row checks again.
    if ((await countBusinesses(tx)) > 0n) return undefined;

    const at = world.now();
    const business = sandboxBusiness(id);
    await insertSandbox(tx, business, { actor: 'system', reason: 'first start', at });
    const apiKey = makeApiKey('sandbox', world.randomBytes);
    const keyHash = world.vault.hashApiKey(new Secret(apiKey))[0]!;
    const hint = apiKey.slice(0, 12);
    const keyId = await world.ids.next(id);
    await insertApiKey(tx, { keyHash, businessId: id, id: keyId, hint, createdAt: at });
    const credentials = { businessId: id, username: business.username, apiKey };
    // Before the commit: credentials of no business in a file do no harm, a business without known credentials does.
    await keep(credentials);
    return credentials;
  });
}

/** The name of the first business until somebody gives it another. */
export const nameOfFirst = 'Sandbox';

type Origin = { readonly actor: string; readonly reason: string; readonly at: Date };

/**
 * Makes a sandbox business below another, which may take payments at once. It has no API key and no users of its own:
 * the keys and users of the business above it act for it.
 */
export async function makeSandboxBelow(
  tx: Sql,
  parent: Business,
  origin: Origin,
): Promise<Business> {
  const { timeZone, typeId, services: offered, currency } = parent;
  const business = {
    ...sandboxBusiness(await takeSiteNumber(tx)),
    ...{ timeZone, typeId, services: offered, currency },
    ancestors: [...parent.ancestors, parent.id],
  };
  await insertSandbox(tx, business, origin);
  return business;
}

async function insertSandbox(
  tx: Sql,
  business: Business,
  { actor, reason, at }: Origin,
): Promise<void> {
  const { id, username, name, state, ancestors } = business;
  await insertBusiness(tx, business, at);
  await claimUsername(tx, username, id);
  await beginHistory(tx, business, { actor, reason, at });
  await recordAct(tx, {
    businessId: id,
    actor,
    act: 'business.created',
    object: `business:${id}`,
    facts: { parent: String(ancestors.at(-1) ?? platform), name, state },
    at,
  });
}

export function sandboxBusiness(id: bigint): Business {
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
