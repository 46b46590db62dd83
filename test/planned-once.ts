import type { Database } from '../src/runtime/sql.ts';

/**
 * For reconciliation in tests: each of its statements is planned once for a connection and runs by itself. The service
 * plans each anew, for tables of any size; with a few rows that takes ten times as long as to run them.
 */
export function plannedOnce(db: Database): Database {
  return {
    ...db,
    begin: async (work, tenants) =>
      await work({
        query: async (text, values) =>
          text.includes(`'plan_cache_mode'`) ? [] : await db.query(text, values, tenants),
      }),
  };
}
