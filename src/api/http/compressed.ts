import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import type { Page } from '../pages/page.ts';
import type { Request } from './request.ts';

const compress = promisify(gzip);
/** A body that fits into a few packets gains nothing from compression. */
const leastBytes = 4_096;

/**
 * A long answer is compressed by another thread, if the client accepts that. An answer with an ETag stays as it is: the
 * tag names its bytes.
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
