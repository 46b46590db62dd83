import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import type { Page } from '../pages/page.ts';
import type { Request } from './request.ts';

const compress = promisify(gzip);
/** What fits into a few packets is as fast as it is. */
const leastBytes = 4_096;

/**
 * A long answer is compressed for whoever takes that, by another thread. An answer with an ETag stays as it is: its bytes
 * are what the tag names.
 */
export async function compressed({ headers: asked }: Request, page: Page): Promise<Page> {
  const { body, headers } = page;
  if (typeof body !== 'string' || body.length < leastBytes || headers.ETag) return page;
  const own = { ...headers, Vary: 'Accept-Encoding' };
  if (!/\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(String(asked['accept-encoding'] ?? ''))) {
    return { ...page, headers: own };
  }
  const small = await compress(body, { level: constants.Z_BEST_SPEED + 3 });
  return { ...page, headers: { ...own, 'Content-Encoding': 'gzip' }, body: small };
}
