import { connectionLost } from '#embedded-postgres';

const passing = new Set([
  '40001', // serialization failure
  '40P01', // deadlock
  '55P03', // lock not available
  '57P01', // the server is stopping
  '57P02', // another connection crashed, the server begins anew
  '57P03', // the server is starting
  '25006', // the server became a standby: another one takes writes
  'XX000', // what a cluster's coordinator or a proxy says of a node that it lost
]);

/** True if the same work, tried again under the same key, may well succeed. */
export function retryable(error: unknown): boolean {
  return passing.has(codeOf(error)) || connectionLost(error);
}

/** True if a transaction was rolled back because of a conflict with others: begun anew, it may well succeed. */
export function isConflict(error: unknown): boolean {
  return codeOf(error) === '40001' || codeOf(error) === '40P01';
}

/**
 * True if a prepared statement is unknown to the server, or its name belongs to another client's: a pooler gives each
 * transaction another connection. Nothing was done.
 */
export function preparedElsewhere(error: unknown): boolean {
  return codeOf(error) === '26000' || codeOf(error) === '42P05';
}

/** True if the server takes no writes any more, so that its connections are of no use. */
export function readOnly(error: unknown): boolean {
  return codeOf(error) === '25006';
}

/**
 * The same for a statement over a set, whose conflicts are decided by `on conflict`: if one is left, another
 * transaction wrote the same key between its look and its write, and the next look sees it.
 */
export function repeatable(error: unknown): boolean {
  return retryable(error) || codeOf(error) === '23505';
}

/** Runs idempotent work again when its connection was lost: the next connection waits until the server is back. */
export async function retryWhenLost<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries === 5 || !connectionLost(error)) throw error;
    }
  }
}

function codeOf(error: unknown): string {
  const code = error instanceof Error ? (error as { code?: unknown }).code : undefined;
  return typeof code === 'string' ? code : '';
}
