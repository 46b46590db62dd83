import { int8, optional, text, timestamptz, uuid } from '../../runtime/column.ts';
import type { Sql } from '../../runtime/sql.ts';
import { shape, table } from '../../runtime/table.ts';
import type { World } from '../../world.ts';
import type { Business } from '../businesses/business.ts';
import { profileDetail } from '../businesses/details.ts';
import { teamMarker } from './sandbox-markers.ts';

/** Submitted applications and referred businesses, for a digest to the operator's account team. */
export const accountNews = table('account_news', {
  businessId: int8,
  id: int8,
  applicationId: optional(int8),
  createdAt: timestamptz,
  digestId: optional(uuid),
  toldAt: optional(timestamptz),
});

type News = {
  readonly business: Pick<Business, 'id' | 'environment'>;
  readonly applicationId: bigint | undefined;
  /** Texts in which the marker is looked for: the sandbox sends a digest on request only. */
  readonly markers: readonly string[];
};

/** Call it in the transaction of the event; notify/mail/mail-account-team.ts sends the digest. */
export async function recordNews(
  { ids, now }: Pick<World, 'ids' | 'now'>,
  tx: Sql,
  { business, applicationId, markers }: News,
): Promise<void> {
  const isAsked = markers.some((text) => text.toLowerCase().includes(teamMarker));
  if (business.environment === 'sandbox' && !isAsked) return;
  const { id: businessId } = business;
  const id = await ids.next(businessId);
  await accountNews.insert(tx, [{ businessId, id, applicationId, createdAt: now() }]);
}

const referral = profileDetail('referral', 'p');
const referrals = shape({ businessId: int8, referral: text });

/** The referrers of businesses, as sent when each was made. */
export async function readReferrals(
  sql: Sql,
  businessIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, string>> {
  const rows = await referrals.read(
    sql,
    `select p.business_id as "businessId", ${referral} as referral
     from business_profiles p where p.business_id = any($1::bigint[]) and ${referral} is not null`,
    [businessIds],
  );
  return new Map(rows.map((row) => [row.businessId, row.referral]));
}
