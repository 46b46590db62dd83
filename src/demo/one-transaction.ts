import { type Database, oneByOne, type Sql } from '../runtime/sql.ts';

/**
 * A database whose statements are all part of one transaction: nobody sees any of them before the commit, and after an
 * error nothing is left. A transaction of the code is a savepoint here, one after the other; or only a turn, for work
 * that is never undone by itself.
 */
export function asOneTransaction(tx: Sql, part: 'savepoint' | 'turn'): Database {
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work);
    last = result.catch(() => {});
    return result;
  };
  const begin: Database['begin'] = (work) =>
    inTurn(async () => {
      if (part === 'turn') return await work(tx);
      await tx.query('savepoint one');
      try {
        const result = await work(tx);
        await tx.query('release savepoint one');
        return result;
      } catch (error) {
        await tx.query('rollback to savepoint one');
        throw error;
      }
    });
  return {
    query: (text, values) => inTurn(() => tx.query(text, values)),
    begin,
    together: oneByOne({ begin }),
    // A caller of `aside` may be within a transaction, for which all others wait.
    aside: tx,
    close: async () => {},
  };
}
