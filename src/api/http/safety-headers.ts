import type { Config } from '../../config.ts';

/** A year, as browsers require. Without subdomains, which may belong to somebody else. */
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
