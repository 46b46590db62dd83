import { type Database, oneByOne, type Sql, type TenantSql } from '../src/runtime/sql.ts';

/*
 * Two checks keep businesses apart: the `business_id` in each statement, and row-level security. Each of these takes one
 * of them away, to show what the other one does alone: `fixture.open({ over: withoutRowSecurity })`.
 */

/** Every statement reaches the rows of all businesses. */
export function withoutRowSecurity(db: Database): Database {
  return {
    query: (text, values) => db.query(text, values),
    begin: (work) => db.begin(work),
    together: (works) => db.together(works),
    aside: { query: (text, values) => db.aside.query(text, values) },
    close: () => db.close(),
  };
}

/** No statement compares a business_id any more. */
export function withoutBusinessIds(db: Database): Database {
  const single = (sql: TenantSql): TenantSql => ({
    query: (text, values, tenants) => sql.query(withoutComparison(text), values, tenants),
  });
  const within = (tx: Sql): Sql => ({
    query: (text, values) => tx.query(withoutComparison(text), values),
  });
  const begin: Database['begin'] = (work, tenants) => db.begin((tx) => work(within(tx)), tenants);
  return {
    ...single(db),
    begin,
    together: oneByOne({ begin }),
    aside: single(db.aside),
    close: () => db.close(),
  };
}

/**
 * Comparisons with a parameter become true, whatever it is; it stays in the text, so that it has a type. So do those with
 * the rows of a set of parameters, which are always called r.
 */
export function withoutComparison(text: string): string {
  const alone = text.replaceAll(/\b\w+\.business_id = r\.business_id\b/g, 'true');
  return alone.replaceAll(/(?:\b\w+\.)?\bbusiness_id = (\$\d+)(?!\d)/g, '($1::bigint is not null)');
}
