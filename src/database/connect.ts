import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Database, Sql } from '../base/sql.ts';
import { connectionLost, retryable, wasInTheWay } from './retryable.ts';
import { types } from './types.ts';

export { connectionLost, repeatable } from './retryable.ts';

export type ConnectOptions = {
  /** The most connections. */
  size?: number;
  applicationName?: string;
  /** How long to wait for a free connection, or for a server that is away. */
  connectTimeoutMs?: number;
  /** The longest that one statement may run; without it there is no limit. */
  statementTimeoutMs?: number;
};

export function connect(url: string, options: ConnectOptions = {}): Database {
  const pool = openPool(url, options);
  const aside = openPool(url, { ...options, size: 1 });
  return {
    query: (text, values) => borrow(pool, (client) => run(client, text, values)),
    begin: (work) => anew(() => borrow(pool, (client) => transact(client, work))),
    aside: { query: (text, values) => borrow(aside, (client) => run(client, text, values)) },
    close: async () => {
      await Promise.all([pool.end(), aside.end()]);
    },
  };
}

async function anew<T>(transaction: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (tries === 5 || !wasInTheWay(error)) throw error;
    }
  }
}

/** Connections are opened as they are needed. */
function openPool(url: string, options: ConnectOptions): pg.Pool {
  const { size = 10, applicationName = 'quittance', connectTimeoutMs = 10_000 } = options;
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    application_name: applicationName,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    // Our statements are few, wide and over sets: to plan one anew for its values costs more than to
    // run it.
    options: '-c plan_cache_mode=force_generic_plan',
    types,
    ...(options.statementTimeoutMs ? { statement_timeout: options.statementTimeoutMs } : {}),
  });
  // An idle connection ends when the server is restarted. The pool forgets it; the next query opens
  // a new one and hears of the error if it lasts.
  pool.on('error', () => {});
  // A new connection may end in the very bytes that say it is ready, before `borrow` listens.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/**
 * While the server is away (it is being restarted, or a standby takes over) callers wait, as long as
 * they would for a free connection. Nothing was sent, so nothing can happen twice.
 */
async function enter(pool: pg.Pool): Promise<pg.PoolClient> {
  const begun = performance.now();
  const patienceMs = pool.options.connectionTimeoutMillis ?? 0;
  for (let pauseMs = 10; ; pauseMs = Math.min(pauseMs * 2, 250)) {
    try {
      return await pool.connect();
    } catch (error) {
      const isLate = performance.now() - begun + pauseMs > patienceMs;
      if (isLate || pool.ending || !(retryable(error) || isFull(error))) throw error;
    }
    await delay(pauseMs);
  }
}

function isFull(error: unknown): boolean {
  return error instanceof Error && (error as { code?: string }).code === '53300';
}

/** A connection that is lost or was left in an unknown state does not go back to the pool. */
async function borrow<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await enter(pool);
  let isBroken = false;
  const note = () => {
    isBroken = true;
  };
  // Without a listener a connection that ends between two statements would end the process.
  client.on('error', note);
  try {
    return await work(client);
  } catch (error) {
    if (connectionLost(error) || error instanceof StuckTransaction) isBroken = true;
    throw error instanceof StuckTransaction ? error.cause : error;
  } finally {
    client.off('error', note);
    client.release(isBroken);
  }
}

async function transact<T>(client: pg.PoolClient, work: (tx: Sql) => Promise<T>): Promise<T> {
  let isOver = false;
  const tx: Sql = {
    query: async (text, values) => {
      if (isOver) throw new Error('this transaction is over');
      return await run(client, text, values);
    },
  };
  try {
    await client.query('begin isolation level read committed');
    const result = await work(tx);
    isOver = true;
    const { command } = await client.query('commit');
    // What PostgreSQL answers when a statement had failed and nobody minded.
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
  client: pg.PoolClient,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const query = { name: nameOf(text), text, values: values as unknown[] };
  const { rows } = await client.query(query);
  return rows as Row[];
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
