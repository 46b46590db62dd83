/*
 * Pages for people who have no account here: to pay at, and forms to fill in.
 *
 * How a page is added: a file that exports a MakeRoute (page.ts), and its line in `kinds` below. Its `answer` gets a
 * Visit, with the form read (form.ts) where one was posted, and gives what `htmlPage` of layout.ts makes: with its
 * security headers, its style and its script. Fields, their faults and the summary of these are field.ts. An answer
 * of `undefined` is the page of an unknown address and is counted against guessing. A Refusal that is thrown becomes
 * a page with its sentence. After a post that did something, `goTo` sends the browser away with a 303, so that a
 * reload does nothing again; a post with faults is answered with the page itself and status 422.
 */

import { createLimiter } from '../base/limits.ts';
import { Refusal } from '../base/refusal.ts';
import type { World } from '../world.ts';
import { assetFiles } from './assets.ts';
import { readForm } from './form.ts';
import { messagePage } from './layout.ts';
import { leadFormPages } from './lead-form-page.ts';
import type { MakeRoute, Page, PageRequest, PageRoute, Visit } from './page.ts';
import { payPages } from './pay-page.ts';
import { lookerOf } from './preview.ts';

export type Pages = {
  /** The paths that are pages: in lower case, with a slash at their end. */
  readonly below: readonly string[];
  readonly mostBodyBytes: number;
  answer(request: PageRequest): Promise<Page>;
  /** "No" before anything was read. */
  refuse(status: number, message: string): Page;
};

const kinds: readonly MakeRoute[] = [payPages, leadFormPages, assetFiles];

export function createPages(world: World): Pages {
  const { now, config, log } = world;
  const routes = kinds.map((make) => make(world));
  const perMinute = config.badCredentialsPerMinute;
  const misses = createLimiter({ burst: perMinute, perSecond: perMinute / 60, now });

  return {
    below: routes.map(({ below }) => below),
    mostBodyBytes: 64 * 1024,
    refuse: refusalPage,
    async answer(request) {
      try {
        return await find(request);
      } catch (error) {
        const { requestId } = request;
        if (error instanceof Refusal) {
          log.info('page.refused', { requestId, code: error.code, status: error.status });
          return refusalPage(error.status, error.message, error.retryAfterSeconds);
        }
        log.error('page.failed', { requestId, error });
        return faultPage(requestId);
      }
    },
  };

  async function find(request: PageRequest): Promise<Page> {
    const { method, from } = request;
    if (method !== 'GET' && method !== 'HEAD' && method !== 'POST') return methodRefused;
    const path = pathOf(request.target);
    const route = routes.find(({ below }) => path.toLowerCase().startsWith(below));
    if (!route) return unknownPage;
    // Who guesses is told nothing any more, not even what would be right.
    if (!misses.hasRoom(from)) throw new Refusal('rate_limited', { retryAfterSeconds: 60 });
    const page = await route.answer(visitOf(request, route, path));
    if (page) return page;
    misses.take(from);
    return unknownPage;
  }
}

function visitOf(request: PageRequest, { below }: PageRoute, path: string): Visit {
  const { method, target, headers, from } = request;
  const isPost = method === 'POST';
  if (isPost && headers['sec-fetch-site'] === 'cross-site') throw new Refusal('unreadable');
  return {
    method: isPost ? 'POST' : 'GET',
    parts: path.slice(below.length).split('/'),
    query: new URLSearchParams(target.slice(pathEnd(target) + 1)),
    form: isPost ? readForm(request) : undefined,
    by: lookerOf(request),
    from,
    path,
  };
}

/** As it was sent, letters and all; a slash at its end is nothing. */
function pathOf(target: string): string {
  return target.slice(0, pathEnd(target)).replace(/\/$/, '');
}

function pathEnd(target: string): number {
  const query = target.indexOf('?');
  return query === -1 ? target.length : query;
}

const unknownPage = messagePage({
  status: 404,
  title: 'This page is not there',
  sentences: [
    'The address may be cut off or mistyped: please open the link from your message once more.',
    'If it still does not work, ask the business that sent it to you for a new one.',
  ],
});

const methodRefused: Page = {
  ...unknownPage,
  status: 405,
  headers: { ...unknownPage.headers, allow: 'GET, HEAD, POST' },
};

function refusalPage(status: number, message: string, retryAfterSeconds?: number): Page {
  const page = messagePage({ status, title: 'This did not work', sentences: [message] });
  if (retryAfterSeconds === undefined) return page;
  return { ...page, headers: { ...page.headers, 'Retry-After': String(retryAfterSeconds) } };
}

function faultPage(requestId: string): Page {
  return messagePage({
    status: 500,
    title: 'Something went wrong on our side',
    sentences: [
      'Please open the link once more. If you were just paying, it tells you there whether that went through.',
      `If you ask somebody about it, name this number: ${requestId}`,
    ],
  });
}
