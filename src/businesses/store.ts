import type { Sql } from '../base/sql.ts';
import type { Business, BusinessState } from './business.ts';
import { type TermsRecord, termsColumns, toTerms } from './terms.ts';

/** A caller, as the name and key that it showed say. */
export async function readByKey(
  sql: Sql,
  keyHashes: readonly Buffer[],
  username: string,
  now: Date,
): Promise<Business | undefined> {
  const rows = await sql.query<BusinessRecord>(
    `select ${columns}
     from api_keys k join businesses b using (business_id) left join business_terms t using (business_id)
     where k.key_hash = any($1::bytea[]) and b.username = $2 and k.revoked_at is null
       and (k.expires_at is null or k.expires_at > $3)`,
    [keyHashes, username, now],
  );
  return rows[0] && toBusiness(rows[0]);
}

export async function readByUsername(sql: Sql, username: string): Promise<Business | undefined> {
  const rows = await sql.query<BusinessRecord>(
    `select ${columns}
     from usernames u join businesses b using (business_id)
       left join business_terms t using (business_id)
     where u.username = lower($1) and b.username = $1`,
    [username],
  );
  return rows[0] && toBusiness(rows[0]);
}

export async function readBusiness(sql: Sql, id: bigint): Promise<Business | undefined> {
  const rows = await sql.query<BusinessRecord>(
    `select ${columns} from businesses b left join business_terms t using (business_id)
     where b.business_id = $1`,
    [id],
  );
  return rows[0] && toBusiness(rows[0]);
}

/** As it is now, and stays until the transaction ends. */
export async function lockBusiness(tx: Sql, id: bigint): Promise<Business | undefined> {
  const rows = await tx.query<BusinessRecord>(
    `select ${columns} from businesses b left join business_terms t using (business_id)
     where b.business_id = $1 for update of b`,
    [id],
  );
  return rows[0] && toBusiness(rows[0]);
}

export async function insertBusiness(sql: Sql, business: Business, now: Date): Promise<void> {
  await sql.query(
    `insert into businesses (business_id, parent_id, ancestors, type_id, username, name, environment, state,
       time_zone, limits_on, secrets_in_url, clock_ahead_ms, created_at)
     values ($1, $2, $3::bigint[], $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      business.id,
      business.ancestors.at(-1),
      business.ancestors,
      business.typeId,
      business.username,
      business.name,
      business.environment,
      business.state,
      business.timeZone,
      business.limited,
      business.secretsInUrl,
      business.clockAheadMs,
      now,
    ],
  );
}

export type BusinessFilter = {
  readonly state?: BusinessState | undefined;
  readonly parentId?: bigint | undefined;
  /** Those behind this one. */
  readonly after?: bigint | undefined;
  readonly limit: number;
};

/** In the order of their ids. Scope: all. */
export async function listBusinesses(
  sql: Sql,
  { state, parentId, after = 0n, limit }: BusinessFilter,
): Promise<Business[]> {
  const rows = await sql.query<BusinessRecord>(
    `select ${columns} from businesses b left join business_terms t using (business_id)
     where b.business_id > $1 and ($2::text is null or b.state = $2)
       and ($3::bigint is null or b.parent_id = $3)
     order by b.business_id limit $4`,
    [after, state, parentId, limit],
  );
  return rows.map(toBusiness);
}

/** Those right below it. */
export async function countChildren(sql: Sql, id: bigint): Promise<bigint> {
  const rows = await sql.query<{ count: bigint }>(
    'select count(*) as count from businesses where parent_id = $1',
    [id],
  );
  return rows[0]!.count;
}

/** The next SalesSiteID. In a transaction, the row is locked until that ends. */
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

const columns = `b.business_id, b.ancestors, b.type_id, b.username, b.name, b.environment, b.state,
  b.time_zone, b.limits_on, b.secrets_in_url, b.clock_ahead_ms::float8 as clock_ahead_ms, ${termsColumns}`;

type BusinessRecord = {
  business_id: bigint;
  ancestors: bigint[];
  type_id: number;
  username: string;
  name: string;
  environment: 'sandbox' | 'live';
  state: BusinessState;
  time_zone: string;
  limits_on: boolean;
  secrets_in_url: boolean;
  clock_ahead_ms: number;
} & TermsRecord;

function toBusiness(row: BusinessRecord): Business {
  return {
    id: row.business_id,
    ancestors: row.ancestors,
    typeId: row.type_id,
    username: row.username,
    name: row.name,
    environment: row.environment,
    state: row.state,
    timeZone: row.time_zone,
    limited: row.limits_on || row.environment === 'live',
    secretsInUrl: row.secrets_in_url,
    clockAheadMs: row.clock_ahead_ms,
    terms: toTerms(row),
  };
}
