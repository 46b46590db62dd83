import type { Config } from '../../config.ts';
import type { Checks } from '../../runtime/readiness.ts';

/** A year, as browsers require. Without subdomains, which may have other owners. */
const strict = 'max-age=31536000';

/**
 * On every answer: no content sniffing, and no return from https to http. Without an https PUBLIC_URL there is no HSTS
 * header.
 */
export function safetyHeaders({ publicUrl }: Pick<Config, 'publicUrl'>): Record<string, string> {
  const isSecure = /^https:/i.test(publicUrl);
  return {
    'X-Content-Type-Options': 'nosniff',
    ...(isSecure && { 'Strict-Transport-Security': strict }),
  };
}

/** Headers of every response. */
export function headersOfAll(
  config: Pick<Config, 'publicUrl'>,
  { isClosing }: Pick<Checks, 'isClosing'>,
): (requestId: string) => Record<string, string> {
  const safety = safetyHeaders(config);
  return (requestId) => ({
    ...safety,
    'X-Request-Id': requestId,
    // A caller that keeps its connection would find it closed with its next request on the way.
    ...(isClosing() && { Connection: 'close' }),
  });
}
