/*
 * Pages for people without an account: pay pages, subscriptions, lead forms. To add a page, export a MakeRoute (page.ts) from a
 * file and list it in `kinds` below. Its `answer` gets a Visit, with the form if one was posted, and returns the page
 * that `htmlPage` of layout.ts makes, with security headers, style and script. field.ts has fields, their faults and
 * the summary of faults. `undefined` is an unknown address, and counts against guessing. A thrown Refusal becomes a
 * page with its message. After a successful post `goTo` redirects with a 303, so that a reload does not post again; a
 * post with faults is answered with the page itself and status 422.
 */

import { isLanguage, type Language, preferredLanguage } from '../../kernel/language.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { readLogo, readLogoPath } from '../../parties/businesses/branding.ts';
import { createAddressLimiter } from '../../runtime/rate-limiter.ts';
import type { World } from '../../world.ts';
import {
  type Asset,
  accentStyleAt,
  docsScript,
  docsStyle,
  fieldsScripts,
  fieldsStyle,
  icon,
  proofScript,
  referenceScript,
  referenceStyle,
  script,
  signInScript,
  signInStyle,
  style,
} from './asset-files.ts';
import { createDeclineLimit } from './decline-limit.ts';
import { fieldPages } from './fields-page.ts';
import { messagePage } from './layout.ts';
import { leadFormPages } from './lead-form-page.ts';
import {
  type MakeRoute,
  type Page,
  type PageRequest,
  type PageRoute,
  readForm,
  type Visit,
} from './page.ts';
import { languageFor } from './page-language.ts';
import { payPages } from './pay-page.ts';
import { lookerOf } from './preview.ts';
import { subscriptionPages } from './subscription-page.ts';
import { validationPages } from './validation-page.ts';
import { common } from './words/all-pages.ts';
import { refusalText } from './words/refusals.ts';

export type Pages = {
  /** In lower case, with a slash at their end. */
  readonly below: readonly string[];
  answer(request: PageRequest): Promise<Page>;
  /** A refusal before the body was read. */
  refuse(
    refused: { readonly status: number; readonly message: string },
    request: Pick<PageRequest, 'target' | 'headers'>,
  ): Page;
};

const assets = new Map(
  [
    style,
    script,
    proofScript,
    referenceStyle,
    referenceScript,
    docsStyle,
    docsScript,
    signInScript,
    signInStyle,
    fieldsStyle,
    ...fieldsScripts,
    icon,
  ].map((asset) => [asset.path, assetPage(asset)]),
);

/** Style sheet, scripts and icon of all pages, and what businesses have of their own. */
const assetFiles: MakeRoute = ({ db }) => ({
  below: '/assets/',
  async answer(visit) {
    const { path } = visit;
    const own = accentStyleAt(path);
    const known = assets.get(path) ?? (own ? assetPage(own) : await logoAt(db, path));
    return known ?? gone(languageFor(visit));
  },
});

/** Undefined as well for a logo that was replaced. */
async function logoAt(db: World['db'], path: string): Promise<Page | undefined> {
  const named = readLogoPath(path);
  const content = named && (await readLogo(db, named));
  return content && assetPage({ type: named.type, content });
}

function assetPage({ type, content }: Pick<Asset, 'type' | 'content'>): Page {
  return {
    status: 200,
    headers: {
      'Content-Type': type,
      'Cache-Control': 'public, max-age=31536000, immutable',
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "default-src 'none'",
      'Cross-Origin-Resource-Policy': 'same-origin',
    },
    body: content,
  };
}

/** For a page of an earlier version; it does not count against guessing. */
function gone(language: Language): Page {
  return messagePage({
    status: 404,
    language,
    title: common.fileGone,
    sentences: [common.loadAgain],
  });
}

const kinds: readonly MakeRoute[] = [
  payPages,
  leadFormPages,
  validationPages,
  subscriptionPages,
  fieldPages,
  assetFiles,
];

export function createPages(world: World): Pages {
  const { now, config, log } = world;
  const declines = createDeclineLimit(now);
  const routes = kinds.map((make) => make(world, declines));
  const perMinute = config.badCredentialsPerMinute;
  const misses = createAddressLimiter({ burst: perMinute, perSecond: perMinute / 60, now });

  return {
    below: routes.map(({ below }) => below),
    refuse({ status, message }, request) {
      const code = status === 413 ? 'too_large' : 'unreadable';
      return refusalPage(
        languageOf(request),
        { code, message, retryAfterSeconds: undefined },
        status,
      );
    },
    async answer(request) {
      try {
        return await find(request);
      } catch (error) {
        const { requestId } = request;
        if (error instanceof Refusal) {
          log.info('page.refused', { requestId, code: error.code, status: error.status });
          return refusalPage(languageOf(request), error, error.status);
        }
        log.error('page.failed', { requestId, error });
        return faultPage(languageOf(request), requestId);
      }
    },
  };

  async function find(request: PageRequest): Promise<Page> {
    const { method, from } = request;
    if (method !== 'GET' && method !== 'HEAD' && method !== 'POST') {
      return methodRefused(languageOf(request));
    }
    const path = pathOf(request.target);
    const route = routes.find(({ below }) => path.toLowerCase().startsWith(below));
    if (!route) return unknownPage(languageOf(request));
    // An address has 128 random bits and cannot be guessed, so a valid one is answered at any limit. A wrong one takes
    // from the limit and is checked in one step, however many come at once.
    const page = await route.answer(visitOf(request, route, path));
    if (page) return page;
    if (!misses.take(from).ok) throw new Refusal('rate_limited', { retryAfterSeconds: 60 });
    return unknownPage(languageOf(request));
  }
}

function visitOf(request: PageRequest, { below }: PageRoute, path: string): Visit {
  const { method, target, headers, from, ownAddress } = request;
  const isPost = method === 'POST';
  const query = queryOf(target);
  if (isPost && headers['sec-fetch-site'] === 'cross-site') throw new Refusal('unreadable');
  return {
    method: isPost ? 'POST' : 'GET',
    parts: path.slice(below.length).split('/'),
    query,
    form: isPost ? readForm(request) : undefined,
    by: lookerOf(request),
    from,
    isSecure: ownAddress.startsWith('https:'),
    path,
    state: stateOf(query),
    ...askedLanguage(request),
  };
}

function queryOf(target: string): URLSearchParams {
  return new URLSearchParams(target.slice(pathEnd(target) + 1));
}

/** The names and forms of queries of the pages: nothing else goes into a link. */
function stateOf(query: URLSearchParams): string {
  const tried = query.get('try');
  const amount = query.get('amount');
  const paid = [
    tried && /^\d{1,15}$/.test(tried) && `try=${tried}`,
    amount && /^[\d.,]{1,12}$/.test(amount) && `amount=${amount}`,
  ].filter(Boolean);
  if (paid.length > 0) return paid.join('&');
  const done = query.get('done');
  if (done === 'card' || done === 'keep') return `done=${done}`;
  return ['sent', 'end'].find((name) => query.has(name)) ?? '';
}

function askedLanguage({ target, headers }: Pick<PageRequest, 'target' | 'headers'>) {
  const chosen = queryOf(target).get('lang');
  return {
    chosen: isLanguage(chosen) ? chosen : undefined,
    accepted: preferredLanguage(String(headers['accept-language'] ?? '')),
  };
}

function languageOf(request: Pick<PageRequest, 'target' | 'headers'>): Language {
  return languageFor(askedLanguage(request));
}

/** As it was sent, without a slash at its end. */
function pathOf(target: string): string {
  return target.slice(0, pathEnd(target)).replace(/\/$/, '');
}

function pathEnd(target: string): number {
  const query = target.indexOf('?');
  return query === -1 ? target.length : query;
}

function unknownPage(language: Language): Page {
  const sentences = [common.cutOff, common.askForNew];
  return messagePage({ status: 404, language, title: common.notThere, sentences });
}

function methodRefused(language: Language): Page {
  const page = unknownPage(language);
  return { ...page, status: 405, headers: { ...page.headers, allow: 'GET, HEAD, POST' } };
}

type Refused = Pick<Refusal, 'code' | 'message' | 'retryAfterSeconds'>;

function refusalPage(language: Language, refusal: Refused, status: number): Page {
  const sentences = [refusalText(refusal)];
  const page = messagePage({ status, language, title: common.didNotWork, sentences });
  const { retryAfterSeconds } = refusal;
  if (retryAfterSeconds === undefined) return page;
  return { ...page, headers: { ...page.headers, 'Retry-After': String(retryAfterSeconds) } };
}

function faultPage(language: Language, requestId: string): Page {
  const sentences = [common.openAgain, common.nameNumber(requestId)];
  return messagePage({ status: 500, language, title: common.ourFault, sentences });
}
