import { type PageName, pageAddress } from '../../parties/businesses/page-address.ts';
import type { Vault } from '../../ports/vault/vault.ts';
import { int8, oneOf, optional, text, timestamptz } from '../../runtime/column.ts';
import type { Sql } from '../../runtime/sql.ts';
import { type RowOf, table } from '../../runtime/table.ts';

export const fieldKinds = ['card', 'bank'] as const;

/** Lets hosted fields in a foreign page make one token. */
export const fieldSessions = table('field_sessions', {
  businessId: int8,
  id: int8,
  kind: oneOf(fieldKinds),
  /** Origins of the pages that may show the fields, separated by blanks. */
  origins: text,
  /** The customer that will own the token; undefined: a new customer. */
  customerId: optional(int8),
  createdAt: timestamptz,
  expiresAt: timestamptz,
  /** The token, once it is made. */
  token: optional(text),
});
export type FieldSession = RowOf<typeof fieldSessions>;
type Key = Pick<FieldSession, 'businessId' | 'id'>;

export const sessionStatuses = ['open', 'complete', 'expired'] as const;

export function statusOf(
  { token, expiresAt }: Pick<FieldSession, 'token' | 'expiresAt'>,
  now: Date,
): (typeof sessionStatuses)[number] {
  if (token !== undefined) return 'complete';
  return expiresAt > now ? 'open' : 'expired';
}

export function originsOf({ origins }: Pick<FieldSession, 'origins'>): string[] {
  return origins.split(' ');
}

export function pageOf({ businessId, id }: Key): PageName {
  return { businessId, kind: 'field_session', objectId: id };
}

/** The secret that a page needs to show the fields: the last part of their address. */
export function clientSecret(vault: Pick<Vault, 'stream'>, session: Key): string {
  return pageAddress({ vault, site: { address: '' } }, pageOf(session))
    .split('/')
    .at(-1)!;
}

export async function readFieldSession(
  sql: Sql,
  { businessId, id }: Key,
): Promise<FieldSession | undefined> {
  return await fieldSessions.readOne(
    sql,
    `select ${fieldSessions.columns} from field_sessions where business_id = $1 and id = $2`,
    [businessId, id],
  );
}

/** The token of a session is made under its name, which is unique: a second one is never made. */
export async function storeToken(sql: Sql, { businessId, id }: Key, token: string): Promise<void> {
  await sql.query(
    'update field_sessions set token = $3 where business_id = $1 and id = $2 and token is null',
    [businessId, id, token],
  );
}
