import type { PageRequest } from './page.ts';

/**
 * Who looks: a person; a browser that fetches ahead what a person may open next; or a robot, which makes a preview
 * or looks for harm.
 */
export type Looker = 'person' | 'browser ahead' | 'robot';

/*
 * Programs that fetch every link that stands in a message or chat, and those that read the web. Apple's Messages
 * calls itself facebookexternalhit and Twitterbot. No bare names of apps: their own browsers say them too, and people
 * pay in those. Cubot makes phones.
 */
const robots =
  /(?<!cu)bot\b|crawl|spider|preview|externalhit|embedly|vkshare|mastodon|google-|googleother|googlemessages|feedfetcher|safelinks|proofpoint|mimecast|barracuda|headless/i;

/** Browsers call themselves Mozilla since 1994, but for those of few people; what does not is a program. */
const browsers = /^(?:Mozilla|Opera|Lynx|E?Links|w3m|NetSurf|Dillo)\b/;

const ahead = ['purpose', 'sec-purpose', 'x-purpose', 'x-moz'];

/** As far as what was sent can tell. */
export function lookerOf({ method, headers }: Pick<PageRequest, 'method' | 'headers'>): Looker {
  const agent = one(headers['user-agent']);
  if (method === 'HEAD' || !browsers.test(agent) || robots.test(agent)) return 'robot';
  const isAhead = ahead.some((name) => /prefetch|prerender|preview/i.test(one(headers[name])));
  if (isAhead) return 'browser ahead';
  // A browser that opens an address says so; what it loads for something else is not looked at.
  const goal = one(headers['sec-fetch-dest']);
  return goal === '' || goal === 'document' ? 'person' : 'robot';
}

function one(header: string | string[] | undefined): string {
  return Array.isArray(header) ? header.join(',') : (header ?? '');
}
