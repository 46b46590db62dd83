import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { Page } from '../pages/page.ts';
import type { Request } from './request.ts';

const compress = promisify(brotliCompress);

/** Content that is the same for everybody, as long as this process lives. */
export type StoredFile = {
  readonly content: Buffer;
  readonly type: string;
  small: Promise<Buffer> | undefined;
};

/**
 * Compressed once for all browsers that accept it. By another thread: the largest file takes about a second, in which
 * this thread would answer nobody.
 */
export async function sentFile(
  file: StoredFile,
  { headers }: Request,
  own: Readonly<Record<string, string>>,
): Promise<Page> {
  const all = { ...own, 'Content-Type': file.type, vary: 'Accept-Encoding' };
  if (!/\bbr\b/.test(String(headers['accept-encoding'] ?? ''))) {
    return { status: 200, headers: all, body: file.content };
  }
  file.small ??= compress(file.content);
  return { status: 200, headers: { ...all, 'Content-Encoding': 'br' }, body: await file.small };
}
