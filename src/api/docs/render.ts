import { type Html, html } from '../../kernel/html.ts';
import { type Block, parseBlocks } from './blocks.ts';
import { inline, plain, type Resolve } from './inline.ts';

export type Heading = { readonly level: number; readonly id: string; readonly text: string };
/** The text below a heading until the next one, for the search. */
export type Part = { readonly heading: Heading; readonly text: string };
export type Rendered = {
  readonly title: string;
  readonly body: Html;
  readonly parts: readonly Part[];
};

/** A page of Markdown as HTML. Its first heading is its title, and is shown with it. */
export function render(text: string, resolve: Resolve): Rendered {
  const blocks = parseBlocks(text);
  const ids = new Map<string, number>();
  const parts: { heading: Heading; texts: string[] }[] = [];
  const body = blocks.map((block) => {
    if (block.kind !== 'heading') {
      parts.at(-1)?.texts.push(textOf(block));
      return blockHtml(block, { resolve, under: parts.at(-1)?.heading.text });
    }
    const heading = {
      level: block.level,
      id: idOf(plain(block.text), ids),
      text: plain(block.text),
    };
    parts.push({ heading, texts: [] });
    return headingHtml(block, heading.id, resolve);
  });
  return {
    title: parts[0]?.heading.text ?? '',
    body: html`${body}`,
    parts: parts.map(({ heading, texts }) => ({ heading, text: texts.join(' ') })),
  };
}

/** Made as GitHub makes them, since the pages use such links. */
function idOf(text: string, taken: Map<string, number>): string {
  const id = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
  const count = taken.get(id) ?? 0;
  taken.set(id, count + 1);
  return count === 0 ? id : `${id}-${count}`;
}

function headingHtml(
  { level, text }: { level: number; text: string },
  id: string,
  resolve: Resolve,
) {
  const words = inline(text, resolve);
  if (level === 1) return html`<h1 id="${id}">${words}</h1>\n`;
  if (level === 2) return html`<h2 id="${id}">${words}</h2>\n`;
  return level === 3 ? html`<h3 id="${id}">${words}</h3>\n` : html`<h4 id="${id}">${words}</h4>\n`;
}

/** The resolver of links, and the heading above a block. */
type Place = { readonly resolve: Resolve; readonly under: string | undefined };

function blockHtml(block: Block, place: Place): Html {
  const { resolve } = place;
  switch (block.kind) {
    case 'heading':
      return html`<p><strong>${inline(block.text, resolve)}</strong></p>\n`;
    case 'paragraph':
      return html`<p>${inline(block.text, resolve)}</p>\n`;
    case 'fence':
      return codeHtml(block.code, block.language);
    case 'table':
      return tableHtml(block, place);
    case 'quotation':
      return html`<blockquote>${block.blocks.map((one) => blockHtml(one, place))}</blockquote>\n`;
    case 'list':
      return listHtml(block, place);
  }
}

/** Code may be wider than the page, so it scrolls by itself, also with the keyboard. */
function codeHtml(code: string, language: string): Html {
  return html`<div class="code"><pre tabindex="0" data-language="${language}"><code>${code}</code></pre></div>\n`;
}

/** Its heading is part of its name: several tables of a page may have the same columns. */
function tableHtml({ head, rows }: Block & { kind: 'table' }, { resolve, under }: Place): Html {
  const columns = head.map((cell) => plain(cell)).filter(Boolean);
  const name = [under, columns.join(', ')].filter(Boolean).join(': ');
  return html`<div class="table" role="region" tabindex="0" aria-label="Table: ${name || 'values'}"><table>
<thead><tr>${head.map((cell) => headCell(cell, resolve))}</tr></thead>
<tbody>${rows.map(
    (row) => html`<tr>${row.map((cell) => html`<td>${inline(cell, resolve)}</td>`)}</tr>\n`,
  )}</tbody>
</table></div>\n`;
}

/** A column that needs no name has none. */
function headCell(cell: string, resolve: Resolve): Html {
  return cell === '' ? html`<td></td>` : html`<th scope="col">${inline(cell, resolve)}</th>`;
}

function listHtml({ start, items }: Block & { kind: 'list' }, place: Place): Html {
  const lines = items.map(
    (blocks) => html`<li>${blocks.map((one, i) => itemHtml(one, i, place))}</li>\n`,
  );
  if (start === undefined) return html`<ul>\n${lines}</ul>\n`;
  return html`<ol start="${start}">\n${lines}</ol>\n`;
}

/** The first paragraph of an item is on the line of its mark. */
function itemHtml(block: Block, i: number, place: Place): Html {
  return i === 0 && block.kind === 'paragraph'
    ? inline(block.text, place.resolve)
    : blockHtml(block, place);
}

function textOf(block: Block): string {
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
      return plain(block.text);
    case 'fence':
      return block.code;
    case 'table':
      return [block.head, ...block.rows].map((row) => row.map(plain).join(' ')).join(' ');
    case 'quotation':
      return block.blocks.map(textOf).join(' ');
    case 'list':
      return block.items.map((blocks) => blocks.map(textOf).join(' ')).join(' ');
  }
}
