import { Refusal } from '../kernel/refusal.ts';
import { type Database, forTenants, type Sql, type Tenants } from './sql.ts';
import type { Telemetry } from './telemetry.ts';
import type { Origin } from './tracing.ts';

/**
 * Concurrent callers share one statement and one commit. There is no timer: a batch is everything that arrived while
 * the previous one was committed. A single caller does not wait; under load, batches grow by themselves.
 */
export type Gather = <Row, Result>(flush: Flush<Row, Result>, row: Row) => Promise<Result>;

/** A statement over a set: one result for each row, in their order. */
export type Flush<Row, Result> = {
  (sql: Sql, rows: readonly Row[]): Promise<readonly Result[]>;
  readonly shares?: Sharing<Row>;
  /** As many rows wait at most: who comes then is refused, since nothing of theirs is begun. */
  readonly mostWaiting?: number;
};

/** The batches of all statements that share are one transaction, and so one commit. The lowest `order` is sent first. */
export type Sharing<Row> = {
  readonly order: number;
  /** False for a rarer row whose statement may wait for others: it is in a batch of its own kind. */
  readonly joins: (row: Row) => boolean;
  /** Rows for which it differs are in statements apart: those of the many must not pay for what a few need. */
  readonly part?: (row: Row) => unknown;
};

export type GatherOptions = {
  /** The most rows of one statement. */
  rows: number;
  /** The most concurrent batches of one kind. */
  lanes: number;
  /** False: no statement shares its transaction. */
  isSharing?: boolean;
  retryable: (error: unknown) => boolean;
  sleep: (ms: number) => Promise<void>;
  telemetry?: Telemetry;
};

type AnyFlush = Flush<unknown, unknown>;
type Waiting = {
  flush: AnyFlush;
  row: unknown;
  resolve: (result: unknown) => void;
  reject: (error: unknown) => void;
  origin: Origin | undefined;
  /** By the clock of the telemetry. */
  sinceMs: number | undefined;
};
/** Returns the results to the callers of a batch. */
type Tell = () => void;
type Queue = {
  readonly isShared: boolean;
  waiting: Waiting[];
  underWay: number;
  scheduled: boolean;
  /** The flushes whose waiting rows the telemetry counts. */
  watched: Set<AnyFlush>;
};

export function createGather(db: Database, options: GatherOptions): Gather {
  const queues = new Map<unknown, Queue>();
  const { telemetry } = options;
  const { isSharing = true } = options;

  return <Row, Result>(given: Flush<Row, Result>, row: Row) => {
    const flush = given as AnyFlush;
    const isShared = isSharing && (flush.shares?.joins(row) ?? false);
    const queue = queueOf(isShared ? 'shared' : flush);
    if (telemetry && !queue.watched.has(flush)) {
      queue.watched.add(flush);
      telemetry.statements.watchQueue(statementOf(flush), () => lengthOf(queue.waiting, flush));
    }
    if (queue.waiting.length >= (flush.mostWaiting ?? Infinity)) {
      return Promise.reject<Result>(new Refusal('busy'));
    }
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    queue.waiting.push({
      flush,
      row,
      resolve: resolve as Waiting['resolve'],
      reject,
      origin: telemetry?.tracing.origin(),
      sinceMs: telemetry?.elapsedMs(),
    });
    schedule(queue);
    return promise;
  };

  function queueOf(name: AnyFlush | 'shared'): Queue {
    let queue = queues.get(name);
    if (!queue) {
      queue = {
        isShared: name === 'shared',
        waiting: [],
        underWay: 0,
        scheduled: false,
        watched: new Set(),
      };
      queues.set(name, queue);
    }
    return queue;
  }

  // Deferred to the end of the turn, so that everything that arrived from sockets in this turn is in one batch.
  function schedule(queue: Queue): void {
    if (queue.scheduled || queue.underWay >= options.lanes) return;
    queue.scheduled = true;
    setImmediate(() => {
      queue.scheduled = false;
      while (queue.waiting.length > 0 && queue.underWay < options.lanes) void run(queue);
    });
  }

  /** Sends batch after batch until no caller waits. */
  async function run(queue: Queue): Promise<void> {
    queue.underWay += 1;
    let next: Promise<Tell> | undefined = sendNext(queue);
    while (next) {
      const tell: Tell = await next;
      if (queue.isShared) {
        tell();
        // Work that its callers add now, after an answer of a bank or a request, is in the next batch.
        await nextTurn();
        await nextTurn();
      }
      // Otherwise sent before they get their results: the database works while they continue.
      next = queue.waiting.length > 0 ? sendNext(queue) : undefined;
      if (!queue.isShared) tell();
    }
    queue.underWay -= 1;
  }

  function sendNext(queue: Queue): Promise<Tell> {
    const batch = queue.waiting.splice(0, options.rows);
    return queue.isShared ? sendShared(batch) : send(batch[0]!.flush, batch);
  }

  /** The statements of several kinds as one transaction. If it fails, each kind has one of its own. */
  async function sendShared(all: readonly Waiting[]): Promise<Tell> {
    const batches = [...Map.groupBy(all, ({ flush }) => flush)]
      .flatMap(([flush, rows]) => {
        const parts = Map.groupBy(rows, ({ row }) => flush.shares!.part?.(row));
        return Array.from(parts.values(), (batch) => ({ flush, batch }));
      })
      .sort((one, other) => one.flush.shares!.order - other.flush.shares!.order);
    const works = batches.map(({ flush, batch }) => {
      const rows = batch.map(({ row }) => row);
      return (sql: Sql) => watch(statementOf(flush), batch, () => flush(sql, rows));
    });
    try {
      const results = await persist(() => within(all.map(({ row }) => row)).together(works));
      const tells = batches.map(({ batch }, i) => tellOf(batch, results[i]!));
      return () => {
        for (const tell of tells) tell();
      };
    } catch {
      telemetry?.statements.splits.add([]);
      const tells: Tell[] = [];
      for (const { flush, batch } of batches) tells.push(await send(flush, batch));
      return () => {
        for (const tell of tells) tell();
      };
    }
  }

  async function send(flush: AnyFlush, batch: Waiting[]): Promise<Tell> {
    const rows = batch.map((waiting) => waiting.row);
    try {
      const results = await watch(statementOf(flush), batch, () =>
        persist(() => flush(within(rows), rows)),
      );
      return tellOf(batch, results);
    } catch (error) {
      if (batch.length === 1) return () => batch[0]!.reject(error);
      // One bad row must not fail the others: each row is sent alone, and only the bad one fails.
      for (const waiting of batch) (await send(flush, [waiting]))();
      return () => {};
    }
  }

  function tellOf(batch: readonly Waiting[], results: readonly unknown[]): Tell {
    if (results.length !== batch.length) throw new Error('a flush must answer every row');
    return () => {
      for (let i = 0; i < batch.length; i += 1) batch[i]!.resolve(results[i]);
    };
  }

  /** The businesses that the rows name, and no other; rows that name none are looked up by a key of their own. */
  function within(rows: readonly unknown[]): Database {
    const tenants = businessesOf(rows);
    return tenants ? forTenants(db, tenants) : db;
  }

  /** A span of a statement for one caller is part of that caller's; of several, it is linked to each. */
  async function watch<T>(statement: string, batch: Waiting[], work: () => Promise<T>): Promise<T> {
    if (!telemetry) return await work();
    const { tracing, elapsedMs, stopwatch, statements } = telemetry;
    statements.rows.observe([statement], batch.length);
    // The first has waited longest.
    statements.waits.observe([statement], (elapsedMs() - batch[0]!.sinceMs!) / 1000);
    const seconds = stopwatch();
    try {
      if (!tracing.isOn) return await work();
      const attributes = { 'db.system.name': 'postgresql', 'quittance.rows': batch.length };
      const origins = batch.map(({ origin }) => origin);
      const part = { name: `statement ${statement}`, kind: 'client', attributes, origins } as const;
      return await tracing.run(part, work);
    } finally {
      statements.seconds.observe([statement], seconds());
    }
  }

  /** A statement over a set is safe to repeat, also if its first commit succeeded and the answer was lost. */
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

function lengthOf(waiting: readonly Waiting[], flush: AnyFlush): number {
  return waiting.reduce((sum, one) => sum + Number(one.flush === flush), 0);
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

function statementOf({ name }: Flush<never, unknown>): string {
  return name === '' ? 'other' : name;
}

type Named = { businessId?: unknown; payment?: { businessId?: unknown } };

/** Undefined: one of them names none. */
function businessesOf(rows: readonly unknown[]): Tenants | undefined {
  const found = new Set<bigint>();
  for (const row of rows) {
    const { businessId, payment } = Object(row) as Named;
    const id = businessId ?? payment?.businessId;
    if (typeof id !== 'bigint') return undefined;
    found.add(id);
  }
  return [...found];
}
