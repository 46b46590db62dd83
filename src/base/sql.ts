/**
 * What every query function takes first: the pool or a transaction, it cannot tell which.
 * Every statement is prepared under a name derived from its text. int8 arrives as bigint.
 */
export type Sql = {
  query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
};

export type Database = Sql & {
  /** Runs `work` in one READ COMMITTED transaction; a throw rolls it back. */
  begin<T>(work: (tx: Sql) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};
