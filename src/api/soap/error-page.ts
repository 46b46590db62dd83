import { xmlText } from '../../kernel/xml/text.ts';
import type { Answer } from '../http/envelope.ts';
import { cacheControl } from './soap-faults.ts';

/** An error page for browsers, never for SOAP callers. */
export function errorPage(status: 405 | 500, message: string): Answer {
  const text = xmlText(message);
  return {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': cacheControl.refused,
      ...pageSecurity(),
    },
    body:
      `<!DOCTYPE html>\n<html lang="en">\n<head><title>${text}</title></head>\n<body>\n` +
      `<h1>Server Error in '/' Application.</h1>\n<p>${text}</p>\n</body>\n</html>\n`,
  };
}

/** For every page: no resources, no scripts, no framing, and forms only to this service. */
export function pageSecurity(formTarget = "'none'"): Record<string, string> {
  return {
    'Content-Security-Policy':
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; " +
      `form-action ${formTarget}`,
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  };
}
