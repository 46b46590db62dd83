import type { Sql } from '../base/sql.ts';
import type { WebhookKind } from '../businesses/new-business.ts';
import type { Endpoint, EndpointKey, EndpointState } from './endpoint.ts';

/** All of a business. */
export async function readEndpoints(sql: Sql, businessId: bigint): Promise<Endpoint[]> {
  const rows = await sql.query<EndpointRecord>(
    'select * from webhook_endpoints where business_id = $1 order by kind',
    [businessId],
  );
  return rows.map(toEndpoint);
}

/** As they are, and stay until the transaction ends: nobody else tells this business anything meanwhile. */
export async function lockEndpoints(tx: Sql, businessId: bigint): Promise<Endpoint[]> {
  const rows = await tx.query<EndpointRecord>(
    'select * from webhook_endpoints where business_id = $1 order by kind for update',
    [businessId],
  );
  return rows.map(toEndpoint);
}

export async function lockEndpoint(tx: Sql, key: EndpointKey): Promise<Endpoint | undefined> {
  const rows = await tx.query<EndpointRecord>(
    'select * from webhook_endpoints where business_id = $1 and kind = $2 for update',
    [key.businessId, key.kind],
  );
  return rows[0] && toEndpoint(rows[0]);
}

/** How it went: everything about it that tries change. */
export async function writeHealth(
  tx: Sql,
  endpoint: Endpoint & { readonly disableAt: Date | undefined },
): Promise<void> {
  await tx.query(
    `update webhook_endpoints set state = $3, failures = $4, failing_since = $5, disable_at = $6,
       succeeded_at = $7, disabled_reason = $8
     where business_id = $1 and kind = $2`,
    [
      endpoint.businessId,
      endpoint.kind,
      endpoint.state,
      endpoint.failures,
      endpoint.failingSince,
      endpoint.disableAt,
      endpoint.succeededAt,
      endpoint.disabledReason,
    ],
  );
}

/** Those that were without success for too long. Scope: all, or one business. */
export async function readSilent(sql: Sql, now: Date, only?: bigint): Promise<EndpointKey[]> {
  return await sql.query<EndpointKey>(
    `select business_id as "businessId", kind from webhook_endpoints
     where disable_at <= $1 and ($2::bigint is null or business_id = $2) order by disable_at limit 64`,
    [now, only],
  );
}

/**
 * Where it is, what it asks for, and that it begins anew. Another address is another endpoint, whose history
 * counts for nothing.
 */
export async function putEndpoint(
  tx: Sql,
  { businessId, kind, url, username }: Pick<Endpoint, 'businessId' | 'kind' | 'url' | 'username'>,
  now: Date,
): Promise<void> {
  await tx.query(
    `insert into webhook_endpoints (business_id, kind, url, username, created_at)
     values ($1, $2, $3, $4, $5)
     on conflict (business_id, kind) do update set url = $3, username = $4, state = 'enabled', failures = 0,
       failing_since = null, disable_at = null, disabled_reason = null`,
    [businessId, kind, url, username, now],
  );
}

export async function dropEndpoint(tx: Sql, { businessId, kind }: EndpointKey): Promise<boolean> {
  const rows = await tx.query(
    'delete from webhook_endpoints where business_id = $1 and kind = $2 returning kind',
    [businessId, kind],
  );
  return rows.length > 0;
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

type EndpointRecord = {
  business_id: bigint;
  kind: WebhookKind;
  url: string;
  username: string | null;
  state: EndpointState;
  in_order: boolean;
  failures: number;
  failing_since: Date | null;
  succeeded_at: Date | null;
  disabled_reason: string | null;
  previous_until: Date | null;
};

function toEndpoint(row: EndpointRecord): Endpoint {
  return {
    businessId: row.business_id,
    kind: row.kind,
    url: row.url,
    username: row.username ?? undefined,
    state: row.state,
    inOrder: row.in_order,
    failures: row.failures,
    failingSince: row.failing_since ?? undefined,
    succeededAt: row.succeeded_at ?? undefined,
    disabledReason: row.disabled_reason ?? undefined,
    previousUntil: row.previous_until ?? undefined,
  };
}
