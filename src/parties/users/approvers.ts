import type { Sql } from '../../runtime/sql.ts';
import { roleNames, roles } from './roles.ts';

/** Roles whose users decide cases. */
const approving = roleNames.filter((name) => roles[name].rights.some((one) => one === 'approve'));

/** True once somebody in any business has signed in who may decide cases. Scope: all. */
export async function hasApprovers(sql: Sql): Promise<boolean> {
  const found = await sql.query(
    `select 1 from users where state = 'active' and role = any($1::text[]) limit 1`,
    [approving],
  );
  return found.length > 0;
}
