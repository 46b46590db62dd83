import { createHash } from 'node:crypto';
import type pg from 'pg';
import { connectionLost } from '#embedded-postgres';
import type { Database, Sql } from '../runtime/sql.ts';
import { openPools, type Pools } from './pools.ts';
import { preparedElsewhere, readOnly, wasInTheWay } from './retryable.ts';

export { repeatable } from './retryable.ts';

export type ConnectOptions = {
  /** The most connections. */
  size?: number;
  applicationName?: string;
  /** How long to wait for a free connection, or for a server that is away. */
  connectTimeoutMs?: number;
  /** The longest that one statement may run; without it there is no limit. */
  statementTimeoutMs?: number;
  /** How statements are planned: once for all values, which is the default, or as PostgreSQL decides. */
  plans?: 'generic' | 'auto';
};

export function connect(url: string, options: ConnectOptions = {}): Database {
  const pool: Borrowing = { pools: openPools(url, options), areNamesGood: true };
  const aside: Borrowing = { pools: openPools(url, { ...options, size: 1 }), areNamesGood: true };
  return {
    query: (text, values) => single(pool, text, values),
    begin: (work) => anew(() => borrow(pool, (client) => transact(pool, client, work))),
    aside: { query: (text, values) => single(aside, text, values) },
    close: async () => {
      await Promise.all([pool.pools.end(), aside.pools.end()]);
    },
  };
}

type Borrowing = {
  readonly pools: Pools;
  /** False once a pooler stood between: each statement is then prepared and run in one, without a name. */
  areNamesGood: boolean;
};

async function single<Row>(
  pool: Borrowing,
  text: string,
  values?: readonly unknown[],
): Promise<Row[]> {
  return await borrow(pool, async (client) => {
    try {
      return await run<Row>(pool, client, text, values);
    } catch (error) {
      if (!preparedElsewhere(error)) throw error;
      return await run<Row>(pool, client, text, values);
    }
  });
}

async function anew<T>(transaction: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (tries === 5 || !(wasInTheWay(error) || preparedElsewhere(error))) throw error;
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

async function transact<T>(
  pool: Borrowing,
  client: pg.PoolClient,
  work: (tx: Sql) => Promise<T>,
): Promise<T> {
  let isOver = false;
  const tx: Sql = {
    query: async (text, values) => {
      if (isOver) throw new Error('this transaction is over');
      return await run(pool, client, text, values);
    },
  };
  try {
    await client.query('begin isolation level read committed');
    const result = await work(tx);
    isOver = true;
    const { command } = await client.query('commit');
    // PostgreSQL answers so if a statement had failed and its error was ignored.
    if (command !== 'COMMIT') throw new Error('the transaction had failed and was rolled back');
    return result;
  } catch (error) {
    isOver = true;
    if (connectionLost(error)) throw error;
    try {
      await client.query('rollback');
    } catch {
      throw new StuckTransaction('', { cause: error });
    }
    throw error;
  }
}

class StuckTransaction extends Error {}

async function run<Row>(
  pool: Borrowing,
  client: pg.PoolClient,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const query = { text, values: values as unknown[] };
  try {
    const name = pool.areNamesGood ? { name: nameOf(text) } : {};
    const { rows } = await client.query({ ...name, ...query });
    return rows as Row[];
  } catch (error) {
    if (preparedElsewhere(error)) pool.areNamesGood = false;
    throw error;
  }
}

type Prepared = { hash: string; name: string; uses: number; renewAt: number };

/** Statements are few and their texts constant, so this map stays small. */
const statements = new Map<string, Prepared>();

/*
 * A statement is planned once on each connection, and a plan that was made while a table was empty would
 * read it whole however large it has become. So a statement gets a new name, and with it a new plan, after
 * 16, 32, 64 … 16,384 uses: whatever grows under its own statements is soon planned for as it is.
 */
const firstRenewal = 16;
const lastRenewal = 16_384;

function nameOf(text: string): string {
  let statement = statements.get(text);
  if (!statement) {
    const hash = createHash('sha256').update(text).digest('hex').slice(0, 24);
    statement = { hash, name: `q_${hash}_0`, uses: 0, renewAt: firstRenewal };
    statements.set(text, statement);
  }
  statement.uses += 1;
  if (statement.uses > statement.renewAt && statement.renewAt <= lastRenewal) {
    statement.name = `q_${statement.hash}_${statement.renewAt}`;
    statement.renewAt *= 2;
  }
  return statement.name;
}
