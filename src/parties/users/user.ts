import { int8, oneOf, optional, text, timestamptz } from '../../runtime/column.ts';
import type { Sql } from '../../runtime/sql.ts';
import { type RowOf, table } from '../../runtime/table.ts';
import { roleNames } from './roles.ts';

/**
 * `invited`: has not signed in yet. `disabled`: may not sign in; becomes `invited` when enabled, since the former way to
 * sign in is no longer good.
 */
export const userStates = ['invited', 'active', 'disabled'] as const;

/** People who work for a business. */
export const users = table('users', {
  businessId: int8,
  id: int8,
  /** In lower case; unique within the business. */
  email: text,
  name: text,
  role: oneOf(roleNames),
  state: oneOf(userStates),
  createdAt: timestamptz,
  /** Since when it has this address, role and state. A user who was changed after a proposal does not confirm it. */
  updatedAt: timestamptz,
  disabledAt: optional(timestamptz),
  /** When the last invitation was made. */
  invitedAt: optional(timestamptz),
  /** The origins that saw the link by which the user joined (`principal.ts`), with blanks between them. */
  origins: optional(text),
});
export type User = RowOf<typeof users>;

export async function readUser(
  sql: Sql,
  businessId: bigint,
  id: bigint,
): Promise<User | undefined> {
  return await users.readOne(
    sql,
    `select ${users.columns} from users where business_id = $1 and id = $2`,
    [businessId, id],
  );
}

type Page = { readonly before?: bigint | undefined; readonly limit: number };

/** The newest first. */
export async function listUsers(
  sql: Sql,
  businessId: bigint,
  { before, limit }: Page,
): Promise<User[]> {
  return await users.read(
    sql,
    `select ${users.columns} from users
     where business_id = $1 and id < coalesce($2, 9223372036854775807) order by id desc limit $3`,
    [businessId, before, limit],
  );
}

/** The one with this mail address, in small letters. */
export async function readUserByEmail(
  sql: Sql,
  businessId: bigint,
  email: string,
): Promise<User | undefined> {
  return await users.readOne(
    sql,
    `select ${users.columns} from users where business_id = $1 and email = $2`,
    [businessId, email],
  );
}

const changed = users.omit('businessId', 'id', 'createdAt');
const rows = users.pick('businessId', 'id').with(changed.fields).set();

/** The only way to another state. The caller holds the business locked. */
export async function writeUser(tx: Sql, user: User): Promise<void> {
  await tx.query(
    `update users u set ${changed.changesFrom('r')} from ${rows.sql}
     where u.business_id = r.business_id and u.id = r.id`,
    rows.encode([user]),
  );
}
