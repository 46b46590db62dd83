import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { parsePostgresAddress } from '../kernel/postgres-address.ts';
import type { ConnectOptions } from './connect.ts';
import { retryable } from './retryable.ts';
import { types } from './types.ts';

/** Connections that are open and of these idle, callers that wait for one, and the most that are opened. */
export type PoolCounts = {
  readonly open: number;
  readonly idle: number;
  readonly waiting: number;
  readonly limit: number;
};

/** The connections to the server that takes writes. */
export type Pools = {
  /** A connection, to be released. Waits as long as for a free one while no server can be entered. */
  enter(): Promise<pg.PoolClient>;
  counts(): PoolCounts;
  end(): Promise<void>;
};

/** Connections are opened as they are needed. */
export function openPools(url: string, options: ConnectOptions): Pools {
  const address = parsePostgresAddress(url) ?? { servers: [url], mustWrite: false };
  const { servers, mustWrite } = address;
  const patienceMs = options.connectTimeoutMs ?? 10_000;
  // If several servers are named, one that does not answer leaves time for the others.
  const entryMs = servers.length > 1 ? Math.ceil(patienceMs / (servers.length + 1)) : patienceMs;
  const pools = servers.map((server) => {
    return openPool(server, { ...options, mustWrite, patienceMs, entryMs });
  });
  let current = 0;
  let looking: Promise<void> | undefined;
  let isEnding = false;

  return {
    enter,
    counts() {
      const sum = (count: (pool: pg.Pool) => number) =>
        pools.reduce((total, pool) => total + count(pool), 0);
      return {
        open: sum(({ totalCount }) => totalCount),
        idle: sum(({ idleCount }) => idleCount),
        waiting: sum(({ waitingCount }) => waitingCount),
        limit: options.size ?? usualSize,
      };
    },
    end: async () => {
      isEnding = true;
      await Promise.all(pools.map((pool) => pool.end()));
    },
  };

  /**
   * While the server is away (it is being restarted, or a standby takes over) callers wait, as long as
   * they would for a free connection. Nothing was sent, so nothing can happen twice.
   */
  async function enter(): Promise<pg.PoolClient> {
    const begun = performance.now();
    for (let pauseMs = 10; ; pauseMs = Math.min(pauseMs * 2, 250)) {
      try {
        return await pools[current]!.connect();
      } catch (error) {
        const isLate = performance.now() - begun + pauseMs > patienceMs;
        if (isLate || isEnding || !(retryable(error) || isFull(error) || isElsewhere(error))) {
          throw error;
        }
      }
      if (servers.length > 1) {
        looking ??= findWriter().finally(() => {
          looking = undefined;
        });
        await looking;
      }
      await delay(pauseMs);
    }
  }

  /** Asks all servers at once: one that does not answer delays none. If none is found, the next caller asks again. */
  async function findWriter(): Promise<void> {
    const found = servers.map(async (server, index) => {
      const client = new pg.Client({
        connectionString: server,
        connectionTimeoutMillis: entryMs,
        application_name: options.applicationName ?? 'quittance',
      });
      client.on('error', () => {});
      try {
        await client.connect();
        if (mustWrite) await refuseReadOnly(client);
        return index;
      } finally {
        await client.end().catch(() => {});
      }
    });
    current = await Promise.any(found).catch(() => current);
  }

  /** A host that is not known any more may be one of several. */
  function isElsewhere(error: unknown): boolean {
    return servers.length > 1 && (error as NodeJS.ErrnoException).syscall === 'getaddrinfo';
  }
}

type PoolOptions = ConnectOptions & {
  readonly mustWrite: boolean;
  readonly patienceMs: number;
  readonly entryMs: number;
};

const usualSize = 10;

function openPool(url: string, options: PoolOptions): pg.Pool {
  const {
    size = usualSize,
    applicationName = 'quittance',
    statementTimeoutMs,
    plans = 'generic',
  } = options;
  // The pool's own limit counts the wait for a free connection too.
  class Client extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super({ ...config, connectionTimeoutMillis: options.entryMs });
    }
  }
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    application_name: applicationName,
    connectionTimeoutMillis: options.patienceMs,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    types,
    Client,
    // Set by statements: a pooler refuses parameters at the start of a connection that it does not know.
    onConnect: async (client) => {
      // Our statements are few, wide and over sets: to plan one anew for its values costs more than to
      // run it.
      const mode = plans === 'auto' ? 'auto' : 'force_generic_plan';
      const settings = [`set plan_cache_mode = ${mode}`];
      if (statementTimeoutMs) settings.push(`set statement_timeout = ${statementTimeoutMs}`);
      await client.query(settings.join('; '));
      if (options.mustWrite) await refuseReadOnly(client);
    },
  });
  // An idle connection ends when the server is restarted. The pool drops it; the next query opens a new one and fails if
  // the error lasts.
  pool.on('error', () => {});
  // A new connection may end in the very bytes that say it is ready, before `borrow` listens.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

async function refuseReadOnly(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query('show transaction_read_only');
  if (rows[0].transaction_read_only === 'off') return;
  throw Object.assign(new Error('this server takes no writes'), { code: '25006' });
}

function isFull(error: unknown): boolean {
  return error instanceof Error && (error as { code?: string }).code === '53300';
}
