import type { Currency } from '../../kernel/currency.ts';
import { int8, text } from '../../runtime/column.ts';
import type { Flush } from '../../runtime/gather.ts';
import type { Sql } from '../../runtime/sql.ts';
import { type RowOf, shape, table } from '../../runtime/table.ts';
import { type Business, type BusinessState, businesses } from './business.ts';
import { ownerOfUsername } from './claims.ts';
import { businessTypes, services } from './offering.ts';
import { terms, toTerms } from './terms.ts';

const stored = businesses.omit('parentId', 'createdAt', 'version');
const ofType = businessTypes.pick('services', 'features').outer();
/** A business as `b`, with its terms as `t` and its type as `y`, both by a left join. */
const columns = `${stored.of('b')}, ${terms.of('t')}, ${ofType.of('y')}`;
const rows = stored.with(terms.outer().fields).with(ofType.fields);

function toBusiness(row: RowOf<typeof rows>): Business {
  const { id, username, name, environment, state, timeZone, ancestors, typeId } = row;
  return {
    ...{ id, username, name, environment, state, timeZone, ancestors, typeId },
    services: services.filter((one) => row.services?.includes(one)),
    limited: row.limitsOn || environment === 'live',
    secretsInUrl: row.secretsInUrl,
    clockAheadMs: Number(row.clockAheadMs),
    currency: row.currency,
    cardAccounts: row.cardAccounts,
    fallbackAccounts: row.fallbackAccounts,
    ...(row.gatewayId !== undefined && { gatewayId: row.gatewayId }),
    terms: toTerms(row, row.features),
  };
}

/** No business has this id. Reading it takes as long as reading a business, so that the time reveals nothing. */
export const nobody = 0n;

/** Not in a transaction: usernames are a lookup, read by a statement of their own. Both statements run for every name. */
export async function readByUsername(db: Sql, username: string): Promise<Business | undefined> {
  const business = await readBusiness(db, (await ownerOfUsername(db, username)) ?? nobody);
  return business?.username === username ? business : undefined;
}

export const readBusinesses: Flush<bigint, Business | undefined> = async (sql, ids) => {
  const found = await rows.read(
    sql,
    `select ${columns} from businesses b left join business_terms t using (business_id)
       left join business_types y on y.id = b.type_id
     where b.business_id = any($1::int8[])`,
    [ids],
  );
  const byId = new Map(found.map((row) => [row.id, toBusiness(row)]));
  return ids.map((id) => byId.get(id));
};

export async function readBusiness(sql: Sql, id: bigint): Promise<Business | undefined> {
  const row = await rows.readOne(
    sql,
    `select ${columns} from businesses b left join business_terms t using (business_id)
       left join business_types y on y.id = b.type_id
     where b.business_id = $1`,
    [id],
  );
  return row && toBusiness(row);
}

/** Locked until the transaction ends. */
export async function lockBusiness(tx: Sql, id: bigint): Promise<Business | undefined> {
  const row = await rows.readOne(
    tx,
    `select ${columns} from businesses b left join business_terms t using (business_id)
       left join business_types y on y.id = b.type_id
     where b.business_id = $1 for update of b`,
    [id],
  );
  return row && toBusiness(row);
}

const single = businesses.omit(
  'ancestors',
  'version',
  'gatewayId',
  'cardAccounts',
  'fallbackAccounts',
);
const input = single.set(2);

export async function insertBusiness(sql: Sql, business: Business, createdAt: Date): Promise<void> {
  const { ancestors, limited: limitsOn } = business;
  const clockAheadMs = BigInt(business.clockAheadMs);
  const row = { ...business, parentId: ancestors.at(-1), limitsOn, clockAheadMs, createdAt };
  await sql.query(
    `insert into businesses (${single.names}, ancestors)
     select ${single.names}, $1::bigint[] from ${input.sql}`,
    [ancestors, ...input.encode([row])],
  );
}

export type BusinessFilter = {
  readonly state?: BusinessState | undefined;
  readonly parentId?: bigint | undefined;
  /** Made before this one. */
  readonly before?: bigint | undefined;
  readonly limit: number;
};

/** The newest first. Scope: all. */
export async function listBusinesses(
  sql: Sql,
  { state, parentId, before, limit }: BusinessFilter,
): Promise<Business[]> {
  const found = await rows.read(
    sql,
    `select ${columns} from businesses b left join business_terms t using (business_id)
       left join business_types y on y.id = b.type_id
     where b.business_id < coalesce($1, 9223372036854775807) and ($2::text is null or b.state = $2)
       and ($3::bigint is null or b.parent_id = $3)
     order by b.business_id desc limit $4`,
    [before, state, parentId, limit],
  );
  return found.map(toBusiness);
}

/** The gateway that its application named. The caller holds the business locked. */
export async function setGateway(
  tx: Sql,
  id: bigint,
  gatewayId: string | undefined,
): Promise<void> {
  await tx.query('update businesses set gateway_id = $2 where business_id = $1', [id, gatewayId]);
}

/** The account that its card payments in a currency go to. The caller holds the business locked. */
export async function setCardAccount(
  tx: Sql,
  id: bigint,
  { currency, name }: { readonly currency: Currency; readonly name: string },
): Promise<void> {
  await tx.query(
    `update businesses set card_accounts = card_accounts || jsonb_build_object($2::text, $3::text)
     where business_id = $1`,
    [id, currency, name],
  );
}

/** The fallback for payments in a currency; undefined: there is none. The caller holds the business locked. */
export async function setFallbackAccount(
  tx: Sql,
  id: bigint,
  { currency, name }: { readonly currency: Currency; readonly name: string | undefined },
): Promise<void> {
  await tx.query(
    `update businesses set fallback_accounts =
       jsonb_strip_nulls(fallback_accounts || jsonb_build_object($2::text, $3::text))
     where business_id = $1`,
    [id, currency, name],
  );
}

const counts = shape({ count: int8 });

/** Its direct children. */
export async function countChildren(sql: Sql, id: bigint): Promise<bigint> {
  const text = 'select count(*) as count from businesses where parent_id = $1';
  return (await counts.readOne(sql, text, [id]))?.count ?? 0n;
}

export async function countBusinesses(sql: Sql): Promise<bigint> {
  return (await counts.readOne(sql, 'select count(*) as count from businesses'))?.count ?? 0n;
}

const counters = table('counters', { name: text, next: int8 });
const taken = counters.pick('next');

/** The next SalesSiteID. In a transaction, the row is locked until that ends. */
export async function takeSiteNumber(sql: Sql): Promise<bigint> {
  const row = await taken.readOne(
    sql,
    `update counters set next = next + 1 where name = 'site' returning next - 1 as next`,
  );
  if (!row) throw new Error('there is no counter of SalesSiteIDs');
  return row.next;
}

const ids = businesses.pick('id');

/** True if any business takes real money. */
export async function anyIsLive(sql: Sql): Promise<boolean> {
  const text = `select ${ids.columns} from businesses
    where environment = 'live' and state <> 'closed' limit 1`;
  return (await ids.readOne(sql, text)) !== undefined;
}
