import type { Database, Sql } from '../../src/base/sql.ts';

export class Death extends Error {}

/**
 * A database whose client dies at its step number `life`: just before a statement or commit is carried
 * out, or just after and before anybody heard of it. Who is dead stays dead.
 */
export function mortal(db: Database, life: number, moment: 'before' | 'after'): Database {
  let steps = 0;
  return {
    ...through(db),
    async begin(work) {
      const result = await db.begin(async (tx) => {
        const done = await work(through(tx));
        steps += 1; // The commit.
        dieIf(moment === 'before');
        return done;
      });
      dieIf(moment === 'after');
      return result;
    },
    close: () => db.close(),
  };

  function through(sql: Sql): Sql {
    return {
      async query(text, values) {
        steps += 1;
        dieIf(moment === 'before');
        const rows = await sql.query(text, values);
        dieIf(moment === 'after');
        return rows as never;
      },
    };
  }

  function dieIf(isTheMoment: boolean): void {
    if (steps > life || (steps === life && isTheMoment)) throw new Death();
  }
}
