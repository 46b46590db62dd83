import type { Database, Sql } from './sql.ts';

class NothingIsCommitted extends Error {
  readonly result: unknown;
  constructor(result: unknown) {
    super('nothing is committed');
    this.result = result;
  }
}

type Begin = Pick<Database, 'begin'>;

/** The result of `work` within a transaction that is then rolled back. */
export async function withoutCommit<T>(db: Begin, work: (tx: Sql) => Promise<T>): Promise<T> {
  return await commitIf(db, work, () => false);
}

/** The result of `work` within a transaction. Undefined: nothing was made, and nothing that it wrote is committed. */
export async function commitWhatIsMade<T>(
  db: Begin,
  work: (tx: Sql) => Promise<T | undefined>,
): Promise<T | undefined> {
  return await commitIf(db, work, (made) => made !== undefined);
}

async function commitIf<T>(
  db: Begin,
  work: (tx: Sql) => Promise<T>,
  isCommitted: (result: T) => boolean,
): Promise<T> {
  try {
    return await db.begin<T>(async (tx) => {
      const result = await work(tx);
      if (!isCommitted(result)) throw new NothingIsCommitted(result);
      return result;
    });
  } catch (error) {
    if (error instanceof NothingIsCommitted) return error.result as T;
    throw error;
  }
}
