import { type Html, html } from '../../kernel/html.ts';

/** The address on the site of a page's link or picture; undefined: it has none, and its text alone is shown. */
export type Resolve = (href: string) => string | undefined;

const marks = new RegExp(
  [
    /(?<tick>`+)(?<code>[\s\S]*?[^`])\k<tick>(?!`)/,
    /!\[(?<alt>[^\]]*)\]\((?<picture>[^)\s]+)\)/,
    /\[(?<text>(?:`[^`]*`|[^[\]])*)\]\((?<href>[^)\s]+)\)/,
    /\*\*(?<strong>[\s\S]+?)\*\*/,
    /(?<!\w)\*(?<emphasis>[^\s*](?:[^*]*[^\s*])?)\*(?!\w)/,
    /\\(?<escaped>[!-/:-@[-`{-~])/,
    /<(?<address>https?:[^>\s]+)>/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
);

/** The text of a paragraph, heading or cell with its code, links and emphasis. */
export function inline(text: string, resolve: Resolve): Html {
  const parts: (Html | string)[] = [];
  let end = 0;
  for (const match of text.matchAll(marks)) {
    parts.push(text.slice(end, match.index), marked(match.groups!, resolve));
    end = match.index + match[0].length;
  }
  return html`${[...parts, text.slice(end)]}`;
}

function marked(found: Readonly<Record<string, string | undefined>>, resolve: Resolve): Html {
  const { code, picture, alt, href, text, strong, emphasis, escaped, address } = found;
  if (code !== undefined) return html`<code>${code}</code>`;
  if (picture !== undefined) {
    const at = resolve(picture);
    return at === undefined ? html`${alt}` : html`<img src="${at}" alt="${alt}" loading="lazy">`;
  }
  if (href !== undefined) {
    const at = resolve(href);
    const words = inline(text!, resolve);
    return at === undefined ? words : html`<a href="${at}">${words}</a>`;
  }
  if (strong !== undefined) return html`<strong>${inline(strong, resolve)}</strong>`;
  if (emphasis !== undefined) return html`<em>${inline(emphasis, resolve)}</em>`;
  return address === undefined ? html`${escaped}` : html`<a href="${address}">${address}</a>`;
}

/** The same without any mark. */
export function plain(text: string): string {
  return text.replace(marks, (...found) => {
    const groups = found.at(-1) as Record<string, string | undefined>;
    const { code, alt, text: words, strong, emphasis, escaped, address } = groups;
    if (code !== undefined) return code;
    const inner = words ?? strong ?? emphasis;
    return inner === undefined ? (alt ?? escaped ?? address ?? '') : plain(inner);
  });
}
