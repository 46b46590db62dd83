import type { Sql } from '../base/sql.ts';

export const mailStates = ['queued', 'sending', 'sent', 'failed'] as const;
export type MailState = (typeof mailStates)[number];

/** A mail for people to look at. What is in it is written when it is sent, and stands nowhere. */
export type LoggedMail = {
  readonly id: bigint;
  readonly kind: string;
  readonly eventId: string;
  readonly recipient: string;
  readonly state: MailState;
  readonly tries: number;
  readonly errorCode: string | null;
  readonly carrierId: string | null;
  readonly createdAt: Date;
  readonly dueAt: Date | null;
  readonly sentAt: Date | null;
  readonly finishedAt: Date | null;
};

type Wish = {
  readonly state?: MailState | undefined;
  readonly to?: string | undefined;
  /** Those before this one. */
  readonly before?: bigint | undefined;
  readonly limit: number;
};

/** The latest first, by their moments: see conversations/message-log.ts. */
export async function listMails(
  sql: Sql,
  businessId: bigint,
  { state, to, before, limit }: Wish,
): Promise<LoggedMail[]> {
  return await sql.query<LoggedMail>(
    `select id, kind, event_id as "eventId", recipient, state, tries, error_code as "errorCode",
       carrier_id as "carrierId", created_at as "createdAt", due_at as "dueAt", sent_at as "sentAt",
       finished_at as "finishedAt"
     from mails
     where business_id = $1 and ($2::text is null or state = $2)
       and ($3::text is null or lower(recipient) = lower($3))
       and ($4::bigint is null or (created_at, id) < (
         select b.created_at, b.id from mails b where b.business_id = $1 and b.id = $4
       ))
     order by created_at desc, id desc limit $5`,
    [businessId, state, to, before, limit],
  );
}
