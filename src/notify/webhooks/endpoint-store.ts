import type { Sql } from '../../runtime/sql.ts';
import type { RowOf } from '../../runtime/table.ts';
import {
  type Endpoint,
  type EndpointKey,
  endpoints,
  endpointTable,
  shownEndpoints,
} from './endpoint.ts';

/** All of a business. */
export async function readEndpoints(sql: Sql, businessId: bigint): Promise<Endpoint[]> {
  return await endpoints.read(
    sql,
    `select ${endpoints.columns} from webhook_endpoints where business_id = $1 order by kind`,
    [businessId],
  );
}

export async function readShownEndpoint(
  sql: Sql,
  { businessId, kind }: EndpointKey,
): Promise<RowOf<typeof shownEndpoints> | undefined> {
  return await shownEndpoints.readOne(
    sql,
    `select ${shownEndpoints.columns} from webhook_endpoints where business_id = $1 and kind = $2`,
    [businessId, kind],
  );
}

/** Locks all endpoints of a business: no other transaction makes deliveries for it meanwhile. */
export async function lockEndpoints(tx: Sql, businessId: bigint): Promise<Endpoint[]> {
  return await endpoints.read(
    tx,
    `select ${endpoints.columns} from webhook_endpoints where business_id = $1
     order by kind for update`,
    [businessId],
  );
}

export async function lockEndpoint(tx: Sql, key: EndpointKey): Promise<Endpoint | undefined> {
  return await endpoints.readOne(
    tx,
    `select ${endpoints.columns} from webhook_endpoints
     where business_id = $1 and kind = $2 for update`,
    [key.businessId, key.kind],
  );
}

const keys = endpointTable.pick('businessId', 'kind');
const health = endpointTable.pick(
  'state',
  'failures',
  'failingSince',
  'disableAt',
  'succeededAt',
  'disabledReason',
);
const healthOfOne = keys.with(health.fields);
const changes = healthOfOne.set();

/** Writes everything that tries change. */
export async function writeHealth(tx: Sql, changed: RowOf<typeof healthOfOne>): Promise<void> {
  await tx.query(
    `update webhook_endpoints w set ${health.changesFrom('r')} from ${changes.sql}
     where w.business_id = r.business_id and w.kind = r.kind`,
    changes.encode([changed]),
  );
}

/** Endpoints without a success for too long. Scope: all, or one business. */
export async function readSilent(sql: Sql, now: Date, only?: bigint): Promise<EndpointKey[]> {
  return await keys.read(
    sql,
    `select ${keys.columns} from webhook_endpoints
     where disable_at <= $1 and ($2::bigint is null or business_id = $2) order by disable_at limit 64`,
    [now, only],
  );
}

const addresses = endpointTable.pick('businessId', 'kind', 'url', 'username', 'createdAt');

/** Sets the address and enables the endpoint. Its history belongs to another address, and is cleared. */
export async function saveEndpoint(
  tx: Sql,
  { businessId, kind, url, username }: Pick<Endpoint, 'businessId' | 'kind' | 'url' | 'username'>,
  createdAt: Date,
): Promise<void> {
  await addresses.insert(
    tx,
    [{ businessId, kind, url, username, createdAt }],
    `on conflict (business_id, kind) do update set url = excluded.url, username = excluded.username,
       state = 'enabled', failures = 0, failing_since = null, disable_at = null, disabled_reason = null`,
  );
}

export async function dropEndpoint(tx: Sql, { businessId, kind }: EndpointKey): Promise<void> {
  await tx.query('delete from webhook_endpoints where business_id = $1 and kind = $2', [
    businessId,
    kind,
  ]);
}

export async function writePreviousUntil(
  tx: Sql,
  { businessId, kind }: EndpointKey,
  until: Date,
): Promise<void> {
  await tx.query(
    'update webhook_endpoints set previous_until = $3 where business_id = $1 and kind = $2',
    [businessId, kind, until],
  );
}

export async function writeEventTypes(
  tx: Sql,
  { businessId, kind }: EndpointKey,
  types: readonly string[],
): Promise<void> {
  await tx.query(
    'update webhook_endpoints set event_types = $3 where business_id = $1 and kind = $2',
    [businessId, kind, types],
  );
}
