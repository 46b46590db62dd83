import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { messagePage, securityHeaders } from '../pages/layout.ts';
import type { Page } from '../pages/page.ts';
import type { Door } from './http.ts';
import { pathOf } from './paths.ts';
import type { Request } from './request.ts';
import { type StoredFile, sentFile } from './stored-file.ts';

/*
 * The portal: one page for `/`, for every address below /b/ (its screens, by business), and its files below /portal/.
 * `npm run portal` builds them into portal/dist, which is part of the repository.
 */

const folder = join(import.meta.dirname, '../../../portal/dist');

/** Styles are set by rules and the CSSOM alone, and no text becomes markup or script. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
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

const page: StoredFile = {
  content: readFileSync(join(folder, 'index.html')),
  type: 'text/html; charset=utf-8',
  small: undefined,
};
const files = new Map<string, StoredFile>(
  readdirSync(folder)
    .filter((name) => name !== 'index.html')
    .map((name) => [
      `/portal/${name}`,
      {
        content: readFileSync(join(folder, name)),
        type: types[extname(name)] ?? 'application/octet-stream',
        small: undefined,
      },
    ]),
);

const gone = messagePage({
  status: 404,
  title: 'This file is not there any more',
  sentences: ['Please load the page that you came from once more.'],
});

/** The page whose script shows every screen. */
export async function portalPage(request: Request): Promise<Page> {
  return await sentFile(page, request, { ...securityHeaders, 'Content-Security-Policy': policy });
}

export const portalDoor: Door = {
  below: ['/b/', '/portal/'],
  async answer(request) {
    const path = pathOf(request.url!);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return { ...gone, status: 405, headers: { ...gone.headers, allow: 'GET, HEAD' } };
    }
    if (path.startsWith('/b/')) return await portalPage(request);
    const file = files.get(path);
    if (!file) return gone;
    return await sentFile(file, request, {
      'Cache-Control': 'public, max-age=31536000, immutable',
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "default-src 'none'",
      'Cross-Origin-Resource-Policy': 'same-origin',
    });
  },
};
