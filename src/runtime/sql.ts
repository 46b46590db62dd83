/**
 * The first parameter of every query function: the pool or a transaction, without a difference. Every statement is
 * prepared under a name derived from its text. int8 arrives as bigint.
 */
export type Sql = {
  query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
};

/** The businesses whose rows a statement reaches: row-level security hides and refuses all others. */
export type Tenants = readonly bigint[];

/** Without `tenants` a statement has those of the connection (`ConnectOptions`). */
export type TenantSql = {
  query<Row>(text: string, values?: readonly unknown[], tenants?: Tenants): Promise<Row[]>;
};

/** Sends its one statement at once, before it awaits anything. */
export type Work<T> = (sql: Sql) => Promise<T>;

export type Database = TenantSql & {
  /**
   * Runs `work` in one READ COMMITTED transaction; an error rolls it back. After a deadlock it runs again, so its
   * effects outside the database must be repeatable.
   */
  begin<T>(work: (tx: Sql) => Promise<T>, tenants?: Tenants): Promise<T>;
  /** Runs works of one statement each in their order, as one transaction in one round trip. */
  together<T>(works: readonly Work<T>[], tenants?: Tenants): Promise<T[]>;
  /**
   * A connection of its own, for queries that a caller within a transaction awaits: if all other connections wait for
   * the row that this transaction has locked, none would be left to end it with.
   */
  readonly aside: TenantSql;
  close(): Promise<void>;
};

/** The same connections for work on behalf of `tenants`: rows of other businesses do not exist for it. */
export function forTenants(db: Database, tenants: Tenants): Database {
  return {
    query: (text, values, named = tenants) => db.query(text, values, named),
    begin: (work, named = tenants) => db.begin(work, named),
    together: (works, named = tenants) => db.together(works, named),
    aside: { query: (text, values, named = tenants) => db.aside.query(text, values, named) },
    close: () => db.close(),
  };
}

/** `together` for databases that see each statement by itself: in one transaction, one after the other. */
export function oneByOne({ begin }: Pick<Database, 'begin'>): Database['together'] {
  return async <T>(works: readonly Work<T>[], tenants?: Tenants) =>
    await begin(async (tx) => {
      const results: T[] = [];
      for (const work of works) results.push(await work(tx));
      return results;
    }, tenants);
}
