import type { Sql } from '../base/sql.ts';
import type { NewWebhook, WebhookKind } from './new-business.ts';

export type Profile = {
  readonly email: string;
  readonly phone: string;
  readonly mobileNumber: string | undefined;
  readonly details: Readonly<Record<string, string>>;
};

export async function insertProfile(
  sql: Sql,
  businessId: bigint,
  { email, phone, mobileNumber, details }: Profile,
  now: Date,
): Promise<void> {
  await sql.query(
    `insert into business_profiles (business_id, email, phone, mobile_number, details, updated_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [businessId, email, phone, mobileNumber, JSON.stringify(details), now],
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

type ProfileRecord = Omit<Profile, 'mobileNumber'> & { mobile_number: string | null };

/** The vault's name for what the password of this address belongs to. */
export function webhookOwner(kind: WebhookKind): string {
  return `webhook:${kind}`;
}

export async function insertWebhooks(
  sql: Sql,
  businessId: bigint,
  webhooks: readonly NewWebhook[],
  now: Date,
): Promise<void> {
  for (const { kind, url, username } of webhooks) {
    await sql.query(
      `insert into webhook_endpoints (business_id, kind, url, username, created_at)
       values ($1, $2, $3, $4, $5)`,
      [businessId, kind, url, username, now],
    );
  }
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
