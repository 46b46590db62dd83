import type { Database, Sql } from './sql.ts';

class NothingIsCommitted extends Error {
  readonly result: unknown;
  constructor(result: unknown) {
    super('nothing is committed');
    this.result = result;
  }
}

/** The result of `work` within a transaction that is then rolled back. */
export async function withoutCommit<T>(
  db: Pick<Database, 'begin'>,
  work: (tx: Sql) => Promise<T>,
): Promise<T> {
  try {
    return await db.begin<T>(async (tx) => {
      throw new NothingIsCommitted(await work(tx));
    });
  } catch (error) {
    if (error instanceof NothingIsCommitted) return error.result as T;
    throw error;
  }
}
