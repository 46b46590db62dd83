import type { Sql, Work } from '../runtime/sql.ts';

export type Asked = { readonly text: string; readonly values: readonly unknown[] };
type Waiting = Asked & {
  readonly resolve: (rows: unknown[]) => void;
  readonly reject: (error: unknown) => void;
};

/** Lets works ask for their one statement each, sends all statements at once, and gives each work its rows. */
export async function collect<T>(
  works: readonly Work<T>[],
  send: (asked: readonly Asked[]) => Promise<unknown[][]>,
): Promise<T[]> {
  const asked: Waiting[] = [];
  let isSent = false;
  const sql: Sql = {
    query<Row>(text: string, values: readonly unknown[] = []) {
      if (isSent) throw notOne();
      const { promise, resolve, reject } = Promise.withResolvers<Row[]>();
      asked.push({ text, values, resolve: resolve as Waiting['resolve'], reject });
      return promise;
    },
  };
  const results = Promise.all(works.map((work) => work(sql)));
  // A work may fail before the others have their rows.
  results.catch(() => {});
  isSent = true;
  try {
    if (asked.length !== works.length) throw notOne();
    const rows = await send(asked);
    for (const [i, { resolve }] of asked.entries()) resolve(rows[i]!);
  } catch (error) {
    for (const { reject } of asked) reject(error);
  }
  return await results;
}

function notOne(): Error {
  return new Error('each of several works together sends one statement, at once');
}
