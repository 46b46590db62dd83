const passing = new Set([
  '40001', // serialization failure
  '40P01', // deadlock
  '55P03', // lock not available
  '57P01', // the server is stopping
  '57P02', // another connection crashed, the server begins anew
  '57P03', // the server is starting
]);

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

/** Whether the same work, tried again under the same key, may well succeed. */
export function retryable(error: unknown): boolean {
  return passing.has(codeOf(error)) || connectionLost(error);
}

/** Whether a transaction was rolled back because others were in its way: begun anew, it may well succeed. */
export function wasInTheWay(error: unknown): boolean {
  return codeOf(error) === '40001' || codeOf(error) === '40P01';
}

/**
 * The same for a statement over a set, whose conflicts are decided by `on conflict`: where one is left, somebody
 * wrote the same key between its look and its write, and the next look sees it.
 */
export function repeatable(error: unknown): boolean {
  return retryable(error) || codeOf(error) === '23505';
}

/**
 * Whether the connection is gone, and with it the knowledge of what became of the last statement. Who tells more of a
 * fault names the connection's own as its cause.
 */
export function connectionLost(error: unknown): boolean {
  const code = codeOf(error);
  if (code.startsWith('08') || code.startsWith('57P0') || network.has(code)) return true;
  if (!(error instanceof Error)) return false;
  // A Unix socket that is not there: the server is away.
  if (code === 'ENOENT' && (error as NodeJS.ErrnoException).syscall === 'connect') return true;
  return lost.has(error.message) || connectionLost(error.cause);
}

function codeOf(error: unknown): string {
  const code = error instanceof Error ? (error as { code?: unknown }).code : undefined;
  return typeof code === 'string' ? code : '';
}
