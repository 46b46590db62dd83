/**
 * The first parameter of every query function: the pool or a transaction, without a difference. Every statement is
 * prepared under a name derived from its text. int8 arrives as bigint.
 */
export type Sql = {
  query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
};

export type Database = Sql & {
  /**
   * Runs `work` in one READ COMMITTED transaction; an error rolls it back. After a deadlock it runs again, so its
   * effects outside the database must be repeatable.
   */
  begin<T>(work: (tx: Sql) => Promise<T>): Promise<T>;
  /**
   * A connection of its own, for queries that a caller within a transaction awaits: if all other connections wait for
   * the row that this transaction has locked, none would be left to end it with.
   */
  readonly aside: Sql;
  close(): Promise<void>;
};
