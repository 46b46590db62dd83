import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { messagePage, passkeyHeaders, securityHeaders } from '../pages/layout.ts';
import type { Page } from '../pages/page.ts';
import type { Door } from './http.ts';
import { pathOf } from './paths.ts';
import type { Request } from './request.ts';
import { type StoredFile, sentFile } from './stored-file.ts';

/*
 * The portal: one page for `/`, for every address below /b/ (its screens, by business), and its files below /portal/.
 * `npm run portal` builds them into portal/dist.
 */

const folder = join(import.meta.dirname, '../../../portal/dist');

/** Styles are set by rules and the CSSOM alone, and no text becomes markup or script. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  // Previews of mails, which the portal makes itself: the same policy holds in them.
  'frame-src blob:',
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.md': 'text/markdown; charset=utf-8',
};

type Built = { readonly page: StoredFile; readonly files: ReadonlyMap<string, StoredFile> };

let built: Built | undefined;

/** Read once. Undefined if the portal is not built yet: then the next call looks for it again. */
function readBuilt(): Built | undefined {
  if (built || !existsSync(join(folder, 'index.html'))) return built;
  const read = (name: string, type: string): StoredFile => {
    return { content: readFileSync(join(folder, name)), type, small: undefined };
  };
  const names = readdirSync(folder).filter((name) => name !== 'index.html');
  built = {
    page: read('index.html', 'text/html; charset=utf-8'),
    files: new Map(
      names.map((name) => [
        `/portal/${name}`,
        read(name, types[extname(name)] ?? 'application/octet-stream'),
      ]),
    ),
  };
  return built;
}

const notBuilt = messagePage({
  status: 503,
  title: 'The portal is not built',
  sentences: ['Run npm run portal in the folder of Quittance, and load this page again.'],
});

const gone = messagePage({
  status: 404,
  title: 'This file is not there any more',
  sentences: ['Load the page that you came from once more.'],
});

/** The page whose script shows every screen. */
export async function portalPage(request: Request): Promise<Page> {
  const page = readBuilt()?.page;
  if (!page) return notBuilt;
  return await sentFile(page, request, {
    ...securityHeaders,
    ...passkeyHeaders,
    'Content-Security-Policy': policy,
  });
}

export const portalDoor: Door = {
  below: ['/b/', '/portal/'],
  async answer(request) {
    const path = pathOf(request.url!);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return { ...gone, status: 405, headers: { ...gone.headers, allow: 'GET, HEAD' } };
    }
    if (path.startsWith('/b/')) return await portalPage(request);
    const file = readBuilt()?.files.get(path);
    if (!file) return gone;
    return await sentFile(file, request, {
      'Cache-Control': 'public, max-age=31536000, immutable',
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "default-src 'none'",
      'Cross-Origin-Resource-Policy': 'same-origin',
    });
  },
};
