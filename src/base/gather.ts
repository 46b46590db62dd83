import type { Database, Sql } from './sql.ts';

/**
 * Concurrent callers share one statement and one commit. There is no timer: a batch is whatever
 * arrived while the last one was being committed. Alone, a caller waits for nobody; under load,
 * batches grow by themselves.
 */
export type Gather = <Row, Result>(flush: Flush<Row, Result>, row: Row) => Promise<Result>;

/** A statement over a set: as many results as rows, in their order. It runs alone or in one batch. */
export type Flush<Row, Result> = (sql: Sql, rows: readonly Row[]) => Promise<readonly Result[]>;

export type GatherOptions = {
  /** The most rows of one statement. */
  rows: number;
  /** How many batches of one kind may be under way at once. */
  lanes: number;
  retryable: (error: unknown) => boolean;
  sleep: (ms: number) => Promise<void>;
};

type Waiting = {
  row: unknown;
  resolve: (result: unknown) => void;
  reject: (error: unknown) => void;
};
type Queue = { waiting: Waiting[]; underWay: number; scheduled: boolean };

export function createGather(db: Database, options: GatherOptions): Gather {
  const queues = new Map<unknown, Queue>();

  return <Row, Result>(flush: Flush<Row, Result>, row: Row) => {
    let queue = queues.get(flush);
    if (!queue) {
      queue = { waiting: [], underWay: 0, scheduled: false };
      queues.set(flush, queue);
    }
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    queue.waiting.push({ row, resolve: resolve as Waiting['resolve'], reject });
    schedule(queue, flush as Flush<unknown, unknown>);
    return promise;
  };

  // Deferred to the end of the turn, so that everything the sockets brought in this turn goes together.
  function schedule(queue: Queue, flush: Flush<unknown, unknown>): void {
    if (queue.scheduled || queue.underWay >= options.lanes) return;
    queue.scheduled = true;
    setImmediate(() => {
      queue.scheduled = false;
      while (queue.waiting.length > 0 && queue.underWay < options.lanes) {
        const batch = queue.waiting.splice(0, options.rows);
        queue.underWay += 1;
        void send(flush, batch).finally(() => {
          queue.underWay -= 1;
          if (queue.waiting.length > 0) schedule(queue, flush);
        });
      }
    });
  }

  async function send(flush: Flush<unknown, unknown>, batch: Waiting[]): Promise<void> {
    try {
      const results = await persist(() =>
        flush(
          db,
          batch.map((waiting) => waiting.row),
        ),
      );
      if (results.length !== batch.length) throw new Error('a flush must answer every row');
      for (let i = 0; i < batch.length; i += 1) batch[i]!.resolve(results[i]);
    } catch (error) {
      if (batch.length === 1) batch[0]!.reject(error);
      // One bad row spoils nobody else's work: each goes alone, and only the bad one hears of it.
      else for (const waiting of batch) await send(flush, [waiting]);
    }
  }

  /** A statement of a set is safe to repeat, also when its first commit arrived and the answer was lost. */
  async function persist<T>(work: () => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await work();
      } catch (error) {
        if (tries === 5 || !options.retryable(error)) throw error;
        await options.sleep(20 * 2 ** tries);
      }
    }
  }
}
