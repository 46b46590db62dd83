import { rowSet, text } from '../base/rows.ts';
import type { Sql } from '../base/sql.ts';
import type { NewWebhook, WebhookKind } from './new-business.ts';

export type Profile = {
  readonly email: string;
  readonly phone: string;
  readonly mobileNumber: string | undefined;
  readonly details: Readonly<Record<string, string>>;
};

const endpoints = rowSet({ kind: text, url: text, username: text });
const parameter = (at: number) => `$${endpoints.nextParameter + at}`;

export async function insertProfile(
  sql: Sql,
  businessId: bigint,
  { email, phone, mobileNumber, details }: Profile,
  webhooks: readonly NewWebhook[],
  now: Date,
): Promise<void> {
  await sql.query(
    `with told as (
       insert into webhook_endpoints (business_id, kind, url, username, created_at)
       select ${parameter(0)}::bigint, kind, url, username, ${parameter(5)}::timestamptz
       from ${endpoints.sql}
     )
     insert into business_profiles (business_id, email, phone, mobile_number, details, updated_at)
     values (${[0, 1, 2, 3, 4, 5].map(parameter).join(', ')})`,
    [
      ...endpoints.encode(webhooks),
      ...[businessId, email, phone, mobileNumber, JSON.stringify(details), now],
    ],
  );
}

export async function readProfile(sql: Sql, businessId: bigint): Promise<Profile | undefined> {
  const rows = await sql.query<ProfileRecord>(
    'select email, phone, mobile_number, details from business_profiles where business_id = $1',
    [businessId],
  );
  const row = rows[0];
  return row && { ...row, mobileNumber: row.mobile_number ?? undefined };
}

/** Who calls this holds the business locked. */
export async function changeDetails(
  tx: Sql,
  businessId: bigint,
  details: Profile['details'],
  now: Date,
): Promise<void> {
  await tx.query(
    'update business_profiles set details = $2, updated_at = $3 where business_id = $1',
    [businessId, JSON.stringify(details), now],
  );
}

type ProfileRecord = Omit<Profile, 'mobileNumber'> & { mobile_number: string | null };

/** The vault's name for what the password of this address belongs to. */
export function webhookOwner(kind: WebhookKind): string {
  return `webhook:${kind}`;
}

export async function readWebhooks(
  sql: Sql,
  businessId: bigint,
): Promise<{ kind: WebhookKind; url: string; username: string | null }[]> {
  return await sql.query(
    'select kind, url, username from webhook_endpoints where business_id = $1 order by kind',
    [businessId],
  );
}
