import type { PageRequest } from './page.ts';

/** A person, a browser that prefetches, or a robot that makes a preview or scans for malware. */
export type Looker = 'person' | 'browser ahead' | 'robot';

/*
 * Programs that fetch links in messages and chats, and crawlers. Apple's Messages calls itself facebookexternalhit and
 * Twitterbot. No names of apps alone, since people pay in their in-app browsers, and no headless browsers, which
 * developers test with. Cubot is a maker of phones.
 */
const robots =
  /(?<!cu)bot\b|crawl|spider|preview|externalhit|embedly|vkshare|mastodon|google-|googleother|googlemessages|feedfetcher|safelinks|proofpoint|mimecast|barracuda/i;

/** Nearly all browsers call themselves Mozilla; these are the others. */
const browsers = /^(?:Mozilla|Opera|Lynx|E?Links|w3m|NetSurf|Dillo)\b/;

const ahead = ['purpose', 'sec-purpose', 'x-purpose', 'x-moz'];

/** By the headers of the request. */
export function lookerOf({ method, headers }: Pick<PageRequest, 'method' | 'headers'>): Looker {
  const agent = one(headers['user-agent']);
  if (method === 'HEAD' || !browsers.test(agent) || robots.test(agent)) return 'robot';
  const isAhead = ahead.some((name) => /prefetch|prerender|preview/i.test(one(headers[name])));
  if (isAhead) return 'browser ahead';
  // `document`: a person opens the page; anything else loads it as a resource.
  const goal = one(headers['sec-fetch-dest']);
  return goal === '' || goal === 'document' ? 'person' : 'robot';
}

function one(header: string | string[] | undefined): string {
  return Array.isArray(header) ? header.join(',') : (header ?? '');
}
