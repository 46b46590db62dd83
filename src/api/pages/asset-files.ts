import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { shadesOf, tints } from '../../kernel/contrast.ts';

/** A file that pages load. Its name has a hash of its content, so it may be cached for ever. */
export type Asset = {
  readonly path: string;
  readonly type: string;
  readonly content: Buffer;
  /** Subresource integrity. */
  readonly integrity: string;
};

export const style = asset('pages.css', 'text/css; charset=utf-8');
export const script = asset('pages.js', 'text/javascript; charset=utf-8', read('numbers.js'));
/** For a form that asks for a proof of work. */
export const proofScript = asset('proof.js', 'text/javascript; charset=utf-8');
/** For the pages of the reference. */
export const referenceStyle = asset('reference.css', 'text/css; charset=utf-8');
export const referenceScript = asset('reference.js', 'text/javascript; charset=utf-8');
/** For the page where people sign in, which looks like the portal. */
export const signInStyle = asset('sign-in.css', 'text/css; charset=utf-8', portalTokens());
export const signInScript = asset('sign-in.js', 'text/javascript; charset=utf-8');
/** For the documentation, which looks like the portal. */
export const docsStyle = asset('docs.css', 'text/css; charset=utf-8', portalTokens());
export const docsScript = asset('docs.js', 'text/javascript; charset=utf-8');
/** For the frame with fields in a foreign page. */
export const fieldsStyle = asset('fields.css', 'text/css; charset=utf-8');
export const fieldsScripts = ['fields-words.js', 'numbers.js', 'fields.js'].map((file) =>
  asset(file, 'text/javascript; charset=utf-8'),
);
export const icon = asset('icon.svg', 'image/svg+xml');

/**
 * Changes the style of all pages by a business's color. It follows from the color alone, so it is made when it is
 * asked for; an address with another hash is one of another version.
 */
export function accentStyle(color: string): Asset {
  const { fill, onFill, hover, light, dark } = shadesOf(color);
  const content = Buffer.from(
    `:root{--accent:${light};--accent-dark:${light};--tint:${tints.light};--fill:${fill};--fill-hover:${hover};` +
      `--on-fill:${onFill};--fill-edge:var(--accent)}\n` +
      `@media (prefers-color-scheme:dark){:root{--accent:${dark};--accent-dark:${dark};--tint:${tints.dark}}}\n`,
  );
  return { ...named(`accent-${color.slice(1)}`, 'css', content), type: 'text/css; charset=utf-8' };
}

/** Undefined: there is none at this path. */
export function accentStyleAt(path: string): Asset | undefined {
  const color = /^\/assets\/accent-([0-9a-f]{6})-[0-9a-f]{16}\.css$/.exec(path)?.[1];
  const style = color === undefined ? undefined : accentStyle(`#${color}`);
  return style?.path === path ? style : undefined;
}

function portalTokens(): Buffer {
  return read('../../../../portal/src/styles/tokens.css');
}

/** A file of the folder of assets. */
function read(file: string): Buffer {
  return readFileSync(join(import.meta.dirname, 'assets', file));
}

function asset(file: string, type: string, before?: Buffer): Asset {
  const own = read(file);
  const content = before ? Buffer.concat([before, own]) : own;
  const [name, ending] = file.split('.');
  return { ...named(name!, ending!, content), type };
}

function named(name: string, ending: string, content: Buffer): Omit<Asset, 'type'> {
  const digest = hash('sha256', content, 'hex').slice(0, 16);
  return {
    path: `/assets/${name}-${digest}.${ending}`,
    content,
    integrity: `sha384-${hash('sha384', content, 'base64')}`,
  };
}
