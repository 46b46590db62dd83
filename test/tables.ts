import type { Sql } from '../src/runtime/sql.ts';

/**
 * Every row of every table as text: what a dump would hold. Not of `migrations`: its rows are written
 * before anybody calls, at a time of the machine whose digits are as good as drawn.
 */
export async function* tableTexts(sql: Sql): AsyncGenerator<{ table: string; row: string }> {
  const tables = await sql.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'migrations'
     order by tablename`,
  );
  for (const { name: table } of tables) {
    const rows = await sql.query<{ row: string }>(`select t::text as row from ${table} t`);
    for (const { row } of rows) yield { table, row };
  }
}
