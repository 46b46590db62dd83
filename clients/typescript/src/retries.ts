/** Statuses that say "not now". Those of a gateway in between say no more than a broken connection does. */
const notNow = [429, 502, 503, 504];

/** True where the same call under the same idempotency key may go better. */
export function isWorthRetrying(status: number, code: string | undefined): boolean {
  // The attempt before this one is still under way.
  return notNow.includes(status) || code === 'request_in_progress';
}

const firstWaitMs = 250;
const longestBackoffMs = 8_000;

/** Milliseconds before the next attempt: what the service asked for, else a backoff; the rest is chance. */
export function waitBefore(attempt: number, askedSeconds: number | undefined): number {
  const backoff = Math.min(firstWaitMs * 2 ** attempt, longestBackoffMs);
  if (askedSeconds !== undefined) return askedSeconds * 1000 + backoff * Math.random();
  return backoff * (0.5 + Math.random() / 2);
}

/** Seconds of Retry-After, which may also be a date. */
export function retryAfterIn({ headers }: Pick<Response, 'headers'>): number | undefined {
  const sent = headers.get('retry-after');
  if (sent === null) return undefined;
  const seconds = /^\d+$/.test(sent.trim()) ? Number(sent) : (Date.parse(sent) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(seconds, 0);
}

/** Letters alone: digits could look like a card number, which the service refuses. */
export function newIdempotencyKey(): string {
  const letters = 'abcdefghijklmnopqrstuvwxyzABCDEF';
  const bytes = crypto.getRandomValues(new Uint8Array(26));
  return Array.from(bytes, (byte) => letters[byte % 32]).join('');
}

export function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
