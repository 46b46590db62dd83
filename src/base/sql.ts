/**
 * What every query function takes first: the pool or a transaction, it cannot tell which.
 * Every statement is prepared under a name derived from its text. int8 arrives as bigint.
 */
export type Sql = {
  query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
};

export type Database = Sql & {
  /**
   * Runs `work` in one READ COMMITTED transaction; a throw rolls it back. When it and another one waited for
   * each other, it is begun anew: what it does beside the database must bear that.
   */
  begin<T>(work: (tx: Sql) => Promise<T>): Promise<T>;
  /**
   * A connection of its own, for what somebody in a transaction must wait for: when all others wait for the
   * row that this transaction holds, there would be none left to end it with.
   */
  readonly aside: Sql;
  close(): Promise<void>;
};
