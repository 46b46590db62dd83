import { namesIn } from '../router.ts';
import type { EndpointDoc } from './described.ts';

/**
 * The request as a command for a shell. BASE is the address of the service, KEY an API key, COOKIE a person's cookie.
 */
export function curlSample({ method, path, credentials, example }: EndpointDoc): string {
  const address = namesIn(path).reduce(
    (at, name) => at.replace(`{${name}}`, `$${shellName(name)}`),
    path,
  );
  const parts = [
    `curl${method === 'GET' || method === 'POST' ? '' : ` -X ${method}`} "$BASE${address}"`,
    ...shown(credentials, method),
    ...(method === 'POST' && credentials !== 'session'
      ? ["-H 'Idempotency-Key: one-per-request'"]
      : []),
  ];
  if (example !== undefined) {
    const body = bodyOf(example).replaceAll("'", "'\\''");
    parts.push("-H 'Content-Type: application/json'", `-d '${body}'`);
  } else if (method === 'POST') parts.push('-X POST');
  return parts.join(' \\\n  ');
}

/** In one line if it fits. */
function bodyOf(example: unknown): string {
  const line = JSON.stringify(example);
  return line.length <= longestLine ? line : JSON.stringify(example, undefined, 2);
}
const longestLine = 50;

function shown(credentials: EndpointDoc['credentials'], method: string): readonly string[] {
  if (credentials === 'key') return ['-H "Authorization: Bearer $KEY"'];
  if (credentials !== 'session') return ['-u "$USERNAME:$KEY"'];
  return ['-b "$COOKIE"', ...(method === 'GET' ? [] : ['-H "X-Anti-Forgery: $ANTI_FORGERY"'])];
}

/** `paymentId` is PAYMENT_ID. */
function shellName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
}
