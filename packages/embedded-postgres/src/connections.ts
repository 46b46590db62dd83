import pg from 'pg';
import type { Names } from './names.ts';

/** The port that gives the socket its name; nothing listens on a network. */
export const port = 5432;

export function urlOf(socketFolder: string, user: string, { database }: Names): string {
  return `postgresql://${user}@${encodeURIComponent(socketFolder)}/${database}`;
}

/** A superuser's connection, not opened yet. Its end is an event and never an error without a listener. */
export function adminClient(socketFolder: string, names: Names, database = 'postgres'): pg.Client {
  const client = new pg.Client({
    host: socketFolder,
    port,
    user: names.superuser,
    database,
    connectionTimeoutMillis: 5000,
    application_name: `${names.program} supervisor`,
  });
  client.on('error', () => {});
  return client;
}

const network = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTCONN']);

// pg gives these no code.
const lost = new Set([
  'Connection terminated',
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Client has encountered a connection error and is not queryable',
]);

/**
 * True when the connection is gone: the outcome of its last statement is unknown. An error that wraps another one is
 * judged by its cause.
 */
export function connectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (typeof code === 'string') {
    if (code.startsWith('08') || code.startsWith('57P0') || network.has(code)) return true;
    // The Unix socket is not there: the server is away.
    if (code === 'ENOENT' && syscall === 'connect') return true;
  }
  return lost.has(error.message) || connectionLost(error.cause);
}
