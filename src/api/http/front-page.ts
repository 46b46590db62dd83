import type { Config } from '../../config.ts';
import { version } from '../../runtime/version.ts';
import { securityHeaders } from '../pages/layout.ts';
import type { Page } from '../pages/page.ts';
import { portalPage } from './portal.ts';
import type { Request } from './request.ts';

/** The addresses of all parts, for programs. */
const places = {
  portal: '/',
  signIn: '/sign-in',
  documentation: '/docs',
  reference: '/reference',
  manual: '/manual.md',
  json: '/openapi.json',
  soap: '/Service.asmx',
  wsdl: '/Service.asmx?WSDL',
  health: '/health',
};

/** The page at `/`: the portal for browsers, JSON for programs. */
export function frontPage({ mode }: Pick<Config, 'mode'>): (request: Request) => Promise<Page> {
  const forPrograms = {
    status: 200,
    headers: {
      ...securityHeaders,
      'Content-Type': 'application/json; charset=utf-8',
      vary: 'Accept',
    },
    body: JSON.stringify({ name: 'Quittance', version, mode, ...places }),
  };
  return async (request) => {
    if (!wantsHtml(request.headers.accept)) return forPrograms;
    const page = await portalPage(request);
    return { ...page, headers: { ...page.headers, vary: 'Accept, Accept-Encoding' } };
  };
}

/** Browsers accept HTML by name; programs name other types, or accept any. */
function wantsHtml(accept = ''): boolean {
  return accept
    .split(',')
    .some((one) => /^\s*text\/html\s*(?:;(?!\s*q=0(?:\.0*)?\s*$)|$)/i.test(one));
}
