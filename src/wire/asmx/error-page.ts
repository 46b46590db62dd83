import type { Answer } from '../envelope.ts';
import { cacheControl } from './soap-faults.ts';
import { xmlText } from './xml-text.ts';

/** What a browser is told. A SOAP caller is never answered with it. */
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

/** Of every page: nothing is loaded, nothing runs, nobody frames it, and forms go nowhere but to us. */
export function pageSecurity(formTarget = "'none'"): Record<string, string> {
  return {
    'Content-Security-Policy':
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; " +
      `form-action ${formTarget}`,
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  };
}
