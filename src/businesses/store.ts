import type { Sql } from '../base/sql.ts';
import type { Business, BusinessState } from './business.ts';

/** A caller as the key it showed says; `keyHash` tells which of a business's keys it was. */
export async function readByKeyHash(
  sql: Sql,
  keyHashes: readonly Buffer[],
  now: Date,
): Promise<Business | undefined> {
  const rows = await sql.query<BusinessRecord>(
    `select b.business_id, b.username, b.name, b.environment, b.state, b.time_zone, b.limits_on
     from api_keys k join businesses b using (business_id)
     where k.key_hash = any($1::bytea[]) and k.revoked_at is null
       and (k.expires_at is null or k.expires_at > $2)`,
    [keyHashes, now],
  );
  return rows[0] && toBusiness(rows[0]);
}

export async function insertBusiness(
  sql: Sql,
  business: Business,
  parentId: bigint | undefined,
  now: Date,
): Promise<void> {
  await sql.query(
    `insert into businesses (business_id, parent_id, username, name, environment, state, time_zone,
       limits_on, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      business.id,
      parentId,
      business.username,
      business.name,
      business.environment,
      business.state,
      business.timeZone,
      business.limited,
      now,
    ],
  );
}

/** Claims a username among all businesses; false when it is taken. */
export async function claimUsername(
  sql: Sql,
  username: string,
  businessId: bigint,
): Promise<boolean> {
  const rows = await sql.query(
    `insert into usernames (username, business_id) values ($1, $2)
     on conflict do nothing returning username`,
    [username, businessId],
  );
  return rows.length === 1;
}

export async function insertApiKey(
  sql: Sql,
  key: { keyHash: Buffer; businessId: bigint; hint: string },
  now: Date,
): Promise<void> {
  await sql.query(
    'insert into api_keys (key_hash, business_id, hint, created_at) values ($1, $2, $3, $4)',
    [key.keyHash, key.businessId, key.hint, now],
  );
}

/** The next SalesSiteID. The row is locked until the caller's transaction ends. */
export async function takeSiteNumber(sql: Sql): Promise<bigint> {
  const rows = await sql.query<{ id: bigint }>(
    `update counters set next = next + 1 where name = 'site' returning next - 1 as id`,
  );
  return rows[0]!.id;
}

export async function countBusinesses(sql: Sql): Promise<bigint> {
  const rows = await sql.query<{ count: bigint }>('select count(*) as count from businesses');
  return rows[0]!.count;
}

export async function setLimits(sql: Sql, businessId: bigint, on: boolean): Promise<boolean> {
  const rows = await sql.query(
    'update businesses set limits_on = $2 where business_id = $1 returning business_id',
    [businessId, on],
  );
  return rows.length === 1;
}

type BusinessRecord = {
  business_id: bigint;
  username: string;
  name: string;
  environment: 'sandbox' | 'live';
  state: BusinessState;
  time_zone: string;
  limits_on: boolean;
};

function toBusiness(row: BusinessRecord): Business {
  return {
    id: row.business_id,
    username: row.username,
    name: row.name,
    environment: row.environment,
    state: row.state,
    timeZone: row.time_zone,
    limited: row.limits_on || row.environment === 'live',
  };
}
