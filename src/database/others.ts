import { int8 } from '../runtime/column.ts';
import type { Sql } from '../runtime/sql.ts';
import { shape } from '../runtime/table.ts';

const counted = shape({ count: int8 });

/** Connections of our other processes to this database, by the name that each gives itself. Scope: all. */
export async function countOthers(sql: Sql): Promise<bigint> {
  const others = await counted.readRow(
    sql,
    `select count(*) as count from pg_stat_activity
     where datname = current_database() and starts_with(application_name, 'quittance')
       and application_name <> current_setting('application_name')`,
  );
  return others.count;
}
