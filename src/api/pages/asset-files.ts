import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file that pages load. Its name has a hash of its content, so it may be cached for ever. */
export type Asset = {
  readonly path: string;
  readonly type: string;
  readonly content: Buffer;
  /** Subresource integrity. */
  readonly integrity: string;
};

export const style = asset('pages.css', 'text/css; charset=utf-8');
export const script = asset('pages.js', 'text/javascript; charset=utf-8');
/** For a form that asks for a proof of work. */
export const proofScript = asset('proof.js', 'text/javascript; charset=utf-8');
export const icon = asset('icon.svg', 'image/svg+xml');

function asset(file: string, type: string): Asset {
  const content = readFileSync(join(import.meta.dirname, 'assets', file));
  const [name, ending] = file.split('.');
  const digest = hash('sha256', content, 'hex').slice(0, 16);
  return {
    path: `/assets/${name}-${digest}.${ending}`,
    type,
    content,
    integrity: `sha384-${hash('sha384', content, 'base64')}`,
  };
}
