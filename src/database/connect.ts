import type pg from 'pg';
import { connectionLost } from '#embedded-postgres';
import type { Database, Sql, Tenants } from '../runtime/sql.ts';
import { openPools, type PoolCounts, type Pools } from './pools.ts';
import { queryBehind } from './query-behind.ts';
import { queryTogether } from './query-together.ts';
import { isConflict, preparedElsewhere, readOnly } from './retryable.ts';
import { type Ahead, beginWithin, scopeOf, setScope } from './row-security.ts';
import { statementNames } from './statement-names.ts';
import { type Asked, collect } from './together.ts';

export type ConnectOptions = {
  /** The most connections. */
  size?: number;
  applicationName?: string;
  /** How long to wait for a free connection, or for a server that is away. */
  connectTimeoutMs?: number;
  /** The longest that one statement may run; without it there is no limit. */
  statementTimeoutMs?: number;
  /**
   * The planning of statements: for all values, and anew as tables grow, which is the default; once, if tables stay
   * small; or as PostgreSQL decides.
   */
  plans?: 'generic' | 'once' | 'auto';
  /** The tenants of statements that name none: undefined, no row of any business; `all`, the rows of every business. */
  tenants?: 'all';
};

export function connect(url: string, options: ConnectOptions = {}): Database {
  const nameOf = options.plans === 'once' ? nameOnce : nameAndRenew;
  const pool: Borrowing = { pools: openPools(url, options), nameOf, areNamesGood: true };
  const aside: Borrowing = {
    pools: openPools(url, { ...options, size: 1 }),
    nameOf,
    areNamesGood: true,
  };
  // Few: what a connection has planned and looked up is there for the next batch.
  const lane: Borrowing = {
    pools: openPools(url, { ...options, size: 1 }),
    nameOf,
    areNamesGood: true,
  };
  const within = (tenants: Tenants | undefined) => scopeOf(tenants ?? options.tenants);
  const db: Database = {
    query: (text, values, tenants) => single(pool, within(tenants), text, values),
    begin: (work, tenants) =>
      anew(() => borrow(pool, (client) => transact(pool, within(tenants), client, work))),
    together: (works, tenants) =>
      collect(works, (asked) => sendTogether(lane, within(tenants), asked)),
    aside: {
      query: (text, values, tenants) => single(aside, within(tenants), text, values),
    },
    close: async () => {
      await Promise.all([pool, aside, lane].map(({ pools }) => pools.end()));
    },
  };
  counted.set(db, () => pool.pools.counts());
  return db;
}

const counted = new WeakMap<Database, () => PoolCounts>();

/** The connections of a database that `connect` opened, without the one aside. */
export function poolOf(db: Database): PoolCounts | undefined {
  return counted.get(db)?.();
}

type Borrowing = {
  readonly pools: Pools;
  readonly nameOf: (text: string) => string | undefined;
  /** False once a pooler stood between: each statement is then prepared and run in one, without a name. */
  areNamesGood: boolean;
};

async function single<Row>(
  pool: Borrowing,
  scope: string,
  text: string,
  values?: readonly unknown[],
): Promise<Row[]> {
  const statement = { text, values, ahead: scope === '' ? [] : [setScope(scope)] };
  return await borrow(pool, async (client) => {
    try {
      return await run<Row>(pool, client, statement);
    } catch (error) {
      if (!preparedElsewhere(error)) throw error;
      return await run<Row>(pool, client, statement);
    }
  });
}

async function anew<T>(transaction: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (tries === 5 || !(isConflict(error) || preparedElsewhere(error))) throw error;
    }
  }
}

/** A connection that is lost or was left in an unknown state does not go back to the pool. */
async function borrow<T>(
  { pools }: Borrowing,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pools.enter();
  let isBroken = false;
  const note = () => {
    isBroken = true;
  };
  // Without a listener a connection that ends between two statements would end the process.
  client.on('error', note);
  try {
    return await work(client);
  } catch (error) {
    const isLost = connectionLost(error) || readOnly(error) || error instanceof StuckTransaction;
    if (isLost) isBroken = true;
    throw error instanceof StuckTransaction ? error.cause : error;
  } finally {
    client.off('error', note);
    client.release(isBroken);
  }
}

/** All of them in one message, once more if a pooler lost their names. */
async function sendTogether(
  pool: Borrowing,
  scope: string,
  asked: readonly Asked[],
): Promise<unknown[][]> {
  const send = async (client: pg.PoolClient) => {
    const statements = asked.map(({ text, values }) => {
      return { name: pool.areNamesGood ? pool.nameOf(text) : undefined, text, values };
    });
    try {
      return await queryTogether(client, scope, statements);
    } catch (error) {
      if (preparedElsewhere(error)) pool.areNamesGood = false;
      throw error;
    }
  };
  return await borrow(pool, async (client) => {
    try {
      return await send(client);
    } catch (error) {
      if (!preparedElsewhere(error)) throw error;
      return await send(client);
    }
  });
}

async function transact<T>(
  pool: Borrowing,
  scope: string,
  client: pg.PoolClient,
  work: (tx: Sql) => Promise<T>,
): Promise<T> {
  let isOver = false;
  let first: Promise<unknown> | undefined;
  const tx: Sql = {
    query: async <Row>(text: string, values?: readonly unknown[]) => {
      if (isOver) throw new Error('this transaction is over');
      if (first === undefined) {
        // It begins with its first statement, in the same round trip.
        const rows = run<Row>(pool, client, { text, values, ahead: beginWithin(scope) });
        first = rows;
        return await rows;
      }
      // If that one failed, perhaps none has begun: then nothing that follows is sent.
      await first;
      if (isOver) throw new Error('this transaction is over');
      return await run<Row>(pool, client, { text, values, ahead: [] });
    },
  };
  try {
    const result = await work(tx);
    isOver = true;
    if (first === undefined) return result;
    const { command } = await client.query('commit');
    // PostgreSQL answers so if a statement had failed and its error was ignored.
    if (command !== 'COMMIT') throw new Error('the transaction had failed and was rolled back');
    return result;
  } catch (error) {
    isOver = true;
    if (first === undefined || connectionLost(error)) throw error;
    try {
      await client.query('rollback');
    } catch {
      throw new StuckTransaction('', { cause: error });
    }
    throw error;
  }
}

class StuckTransaction extends Error {}

const nameAndRenew = statementNames(2000);
const nameOnce = statementNames(2000, { isRenewed: false });

type Statement = {
  readonly text: string;
  readonly values?: readonly unknown[] | undefined;
  readonly ahead: readonly Ahead[];
};

async function run<Row>(
  pool: Borrowing,
  client: pg.PoolClient,
  { text, values = [], ahead }: Statement,
): Promise<Row[]> {
  const named = pool.areNamesGood ? pool.nameOf(text) : undefined;
  try {
    const query = { name: named, text, values: values as unknown[] };
    const { rows } = await queryBehind(client, ahead, query);
    return rows as Row[];
  } catch (error) {
    if (preparedElsewhere(error)) pool.areNamesGood = false;
    throw error;
  }
}
