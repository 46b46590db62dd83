import { accountNews } from '../../parties/applications/account-news.ts';
import { applicationStates } from '../../parties/applications/application.ts';
import { businesses } from '../../parties/businesses/business.ts';
import { profileDetail } from '../../parties/businesses/details.ts';
import { int8, oneOf, optional, text, timestamptz } from '../../runtime/column.ts';
import type { Sql } from '../../runtime/sql.ts';
import { type RowOf, shape } from '../../runtime/table.ts';
import type { Digest, DigestItem } from './account-digest.ts';

/** The rest comes with the next digest. */
const mostItems = 1000;

const keys = accountNews.pick('businessId', 'id');
export type NewsKey = RowOf<typeof keys>;
const unassigned = keys.with(businesses.pick('environment').fields);

/** News that are in no digest, the oldest first. Scope: all; reads only. */
export async function readUnassigned(
  sql: Sql,
  environments: readonly Digest['environment'][],
): Promise<RowOf<typeof unassigned>[]> {
  return await unassigned.read(
    sql,
    `select ${keys.of('n')}, b.environment
     from account_news n join businesses b using (business_id)
     where n.told_at is null and n.digest_id is null and b.environment = any($1::text[])
     order by n.created_at, n.business_id, n.id limit $2`,
    [environments, mostItems],
  );
}

/** News of one business that a digest lists. */
export type Share = {
  readonly digestId: string;
  readonly businessId: bigint;
  readonly ids: readonly bigint[];
};

/** News that another digest was faster to take stay with that. Returns how many were assigned. */
export async function assignNews(sql: Sql, { digestId, businessId, ids }: Share): Promise<number> {
  const assigned = await sql.query(
    `update account_news set digest_id = $1
     where business_id = $2 and id = any($3::bigint[]) and digest_id is null returning 1`,
    [digestId, businessId, ids],
  );
  return assigned.length;
}

/** Returns how many were not marked before. */
export async function markReported(
  sql: Sql,
  { digestId, businessId, ids }: Share,
  at: Date,
): Promise<number> {
  const told = await sql.query(
    `update account_news set told_at = $4
     where digest_id = $1 and business_id = $2 and id = any($3::bigint[]) and told_at is null
     returning 1`,
    [digestId, businessId, ids, at],
  );
  return told.length;
}

const items = shape({
  businessId: int8,
  applicationId: optional(int8),
  createdAt: timestamptz,
  toldAt: optional(timestamptz),
  ...businesses.pick('timeZone').fields,
  name: text,
  referral: optional(text),
  /** The state of the application. */
  state: optional(oneOf(applicationStates)),
});
const listed = keys.set(2);

/** The listed news that the digest contains, the oldest first, with their present state. Reads only. */
export async function readItems(
  sql: Sql,
  digestId: string,
  news: readonly NewsKey[],
): Promise<{ readonly items: DigestItem[]; readonly anyIsTold: boolean }> {
  const rows = await items.read(
    sql,
    `select ${accountNews.pick('businessId', 'applicationId', 'createdAt', 'toldAt').of('n')},
       b.time_zone as "timeZone", coalesce(${profileDetail('publicName', 'p')}, b.name) as name,
       ${profileDetail('referral', 'p')} as referral, a.state
     from (select * from ${listed.sql}) l join account_news n using (business_id, id)
     join businesses b using (business_id)
     left join business_profiles p using (business_id)
     left join applications a on a.business_id = n.business_id and a.id = n.application_id
     where n.digest_id = $1
     order by n.created_at, n.business_id, n.id`,
    [digestId, ...listed.encode(news)],
  );
  return { items: rows.map(toItem), anyIsTold: rows.some(({ toldAt }) => toldAt !== undefined) };
}

function toItem(row: RowOf<typeof items>): DigestItem {
  const { businessId, name, applicationId: id, state, referral, timeZone, createdAt } = row;
  const application = id !== undefined && state !== undefined ? { id, state } : undefined;
  return { businessId, businessName: name, application, referral, timeZone, at: createdAt };
}
