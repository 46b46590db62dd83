import type { Sql } from '../base/sql.ts';

/** Connections that other processes of ours have to this database. Whose they are, they say themselves. Scope: all. */
export async function countOthers(sql: Sql): Promise<bigint> {
  const rows = await sql.query<{ count: bigint }>(
    `select count(*) as count from pg_stat_activity
     where datname = current_database() and starts_with(application_name, 'quittance')
       and application_name <> current_setting('application_name')`,
  );
  return rows[0]!.count;
}
