import type { Database, Sql } from '../src/base/sql.ts';
import type { Processor } from '../src/processors/processor.ts';

/**
 * Called at every moment at which a process may stop: just before each statement, commit, call and sleep,
 * and just after it, before anybody heard of it. What it throws is what happens there; what it waits for,
 * the whole world waits for.
 */
export type AtMoment = () => void | Promise<void>;

export function treadingDatabase(db: Database, atMoment: AtMoment): Database {
  return {
    ...treadingSql(db, atMoment),
    async begin(work) {
      const result = await db.begin(async (tx) => {
        const done = await work(treadingSql(tx, atMoment));
        await atMoment(); // Before the commit.
        return done;
      });
      await atMoment();
      return result;
    },
    close: () => db.close(),
  };
}

function treadingSql(sql: Sql, atMoment: AtMoment): Sql {
  return { query: (text, values) => tread(atMoment, () => sql.query(text, values)) };
}

export function treadingProcessor(processor: Processor, atMoment: AtMoment): Processor {
  return {
    ...processor,
    charge: (request) => tread(atMoment, () => processor.charge(request)),
    inquire: (reference) => tread(atMoment, () => processor.inquire(reference)),
    cancel: (reference) => tread(atMoment, () => processor.cancel(reference)),
  };
}

export async function tread<T>(atMoment: AtMoment, step: () => Promise<T>): Promise<T> {
  await atMoment();
  const result = await step();
  await atMoment();
  return result;
}
