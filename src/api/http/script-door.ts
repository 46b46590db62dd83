import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Refusal } from '../../kernel/refusal.ts';
import type { Page } from '../pages/page.ts';
import { jsonAnswer, refusalAnswer } from './envelope.ts';
import type { Door } from './http.ts';
import { pathOf } from './paths.ts';

/*
 * The script that puts card fields into pages of others. `/js/v1.0.0/quittance.js` never changes, so a page pins it by its
 * hash; files of earlier versions stay in the folder. `/js/v1/quittance.js` is the newest of version 1, and `/js/v1` tells
 * its address and hash.
 */

const folder = join(import.meta.dirname, '../pages/assets');

/** Any page may load it, and compare its hash. */
const anywhere = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'",
};

const versions = readdirSync(folder)
  .flatMap((name) => {
    const [, version] = /^quittance-(1\.\d+\.\d+)\.js$/.exec(name) ?? [];
    return version ? [{ version, content: readFileSync(join(folder, name)) }] : [];
  })
  .sort((one, other) => other.version.localeCompare(one.version, 'en', { numeric: true }));

const addressOf = (version: string) => `/js/v${version}/quittance.js`;

const newest = versions[0]!;
const answers = new Map<string, Page>([
  ...versions.map((one): [string, Page] => [
    addressOf(one.version),
    script(one.content, 'public, max-age=31536000, immutable'),
  ]),
  ['/js/v1/quittance.js', script(newest.content, 'public, max-age=3600')],
  [
    '/js/v1',
    jsonAnswer(
      200,
      {
        version: newest.version,
        path: addressOf(newest.version),
        integrity: `sha384-${hash('sha384', newest.content, 'base64')}`,
      },
      { ...anywhere, 'Cache-Control': 'public, max-age=3600' },
    ),
  ],
]);

function script(content: Buffer, caching: string): Page {
  return {
    status: 200,
    headers: {
      ...anywhere,
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': caching,
    },
    body: content,
  };
}

export const scriptDoor: Door = {
  below: ['/js/'],
  async answer(request) {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return refusalAnswer(new Refusal('method_not_allowed', { allow: ['GET', 'HEAD'] }));
    }
    return answers.get(pathOf(request.url!)) ?? refusalAnswer(new Refusal('unknown_operation'));
  },
};
