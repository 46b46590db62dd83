import { enqueue } from '../../runtime/jobs.ts';
import type { Sql } from '../../runtime/sql.ts';
import type { World } from '../../world.ts';

/** A link that is mailed: to join a business, or to choose a new password. */
export type MailedLink = {
  readonly businessId: bigint;
  readonly kind: 'invitation' | 'reset';
  readonly email: string;
  readonly userId: bigint | undefined;
};

/** Call it in the transaction that needs the link: the worker makes the link and mails it. */
export async function mailLink(
  sql: Sql,
  { now, uuid }: Pick<World, 'now' | 'uuid'>,
  { businessId, kind, email, userId }: MailedLink,
): Promise<void> {
  const payload = { kind, email, ...(userId !== undefined && { userId: String(userId) }) };
  const job = { businessId, kind: 'sign_in.mail', key: uuid(), payload, runAt: now() } as const;
  await enqueue(sql, [job]);
}
