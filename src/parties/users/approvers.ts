import type { Sql, TenantSql } from '../../runtime/sql.ts';
import type { Business } from '../businesses/business.ts';
import { roleNames, roles } from './roles.ts';

/** Roles whose users decide cases. */
const approving = roleNames.filter((name) => roles[name].rights.some((one) => one === 'approve'));

/** True once a user of any business who may decide cases has signed in. Scope: all. */
export async function hasApprovers(sql: Sql): Promise<boolean> {
  const found = await sql.query(
    `select 1 from users where state = 'active' and role = any($1::text[]) limit 1`,
    [approving],
  );
  return found.length > 0;
}

/** The same for the cases of one business: in it, or in one above it. */
export async function hasApproversOver(
  db: TenantSql,
  { id, ancestors }: Pick<Business, 'id' | 'ancestors'>,
): Promise<boolean> {
  const over = [...ancestors, id];
  const found = await db.query(
    `select 1 from users
     where business_id = any($1::int8[]) and state = 'active' and role = any($2::text[]) limit 1`,
    [over, approving],
    over,
  );
  return found.length > 0;
}
