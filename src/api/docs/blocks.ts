/* The Markdown that our pages are written in: headings, paragraphs, lists, tables, fences and quotations. */

export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'fence'; readonly language: string; readonly code: string }
  | {
      readonly kind: 'table';
      readonly head: readonly string[];
      readonly rows: readonly (readonly string[])[];
    }
  | {
      readonly kind: 'list';
      readonly start: number | undefined;
      readonly items: readonly (readonly Block[])[];
    }
  | { readonly kind: 'quotation'; readonly blocks: readonly Block[] };

const heading = /^(#{1,6})\s+(.*?)\s*#*$/;
const fence = /^```\s*([\w-]*)/;
const item = /^(?:[-*+]|(\d{1,4})\.)\s+/;
const tableRule = /^\|(?:\s*:?-+:?\s*\|)+\s*$/;

export function parseBlocks(text: string): readonly Block[] {
  return blocksOf(text.replace(/<!--[\s\S]*?-->/g, '').split('\n'));
}

function blocksOf(lines: readonly string[]): readonly Block[] {
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length; ) {
    if (lines[at]!.trim() === '') at += 1;
    else {
      const [block, next] = blockAt(lines, at);
      blocks.push(block);
      at = next;
    }
  }
  return blocks;
}

/** The block that begins at a line, and the line behind it. */
function blockAt(lines: readonly string[], at: number): [Block, number] {
  const line = lines[at]!;
  const title = heading.exec(line);
  if (title) return [{ kind: 'heading', level: title[1]!.length, text: title[2]! }, at + 1];
  const code = fence.exec(line);
  if (code) return fenceAt(lines, at, code[1]!);
  if (line.startsWith('|') && tableRule.test(lines[at + 1] ?? '')) return tableAt(lines, at);
  if (item.test(line)) return listAt(lines, at);
  if (line.startsWith('>')) {
    const end = endOf(lines, at, (one) => one.startsWith('>'));
    const quoted = lines.slice(at, end).map((one) => one.replace(/^> ?/, ''));
    return [{ kind: 'quotation', blocks: blocksOf(quoted) }, end];
  }
  const end = Math.max(endOf(lines, at, goesOn), at + 1);
  const text = lines.slice(at, end).map((one) => one.trim());
  return [{ kind: 'paragraph', text: text.join(' ') }, end];
}

/** True if a line belongs to the paragraph before it. */
function goesOn(line: string): boolean {
  return (
    line.trim() !== '' &&
    !heading.test(line) &&
    !fence.test(line) &&
    !/^(?:[>|]|[-*+]\s|1\.\s)/.test(line)
  );
}

function endOf(lines: readonly string[], at: number, isIn: (line: string) => boolean): number {
  const end = lines.findIndex((line, i) => i >= at && !isIn(line));
  return end === -1 ? lines.length : end;
}

function fenceAt(lines: readonly string[], at: number, language: string): [Block, number] {
  const end = endOf(lines, at + 1, (line) => line.trimEnd() !== '```');
  const code = lines.slice(at + 1, end).join('\n');
  return [{ kind: 'fence', language, code }, end + 1];
}

function tableAt(lines: readonly string[], at: number): [Block, number] {
  const end = endOf(lines, at, (line) => line.startsWith('|'));
  const [head = [], , ...rows] = lines.slice(at, end).map(cellsOf);
  return [{ kind: 'table', head, rows }, end];
}

/** `\|` is a bar within a cell. */
function cellsOf(line: string): readonly string[] {
  return line
    .trim()
    .replace(/^\||(?<!\\)\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));
}

function listAt(lines: readonly string[], at: number): [Block, number] {
  const [, number] = item.exec(lines[at]!)!;
  const isSame = (line: string) => (item.exec(line)?.[1] === undefined) === (number === undefined);
  const items: (readonly Block[])[] = [];
  let next = at;
  while (next < lines.length && item.test(lines[next]!) && isSame(lines[next]!)) {
    const end = endOfItem(lines, next);
    const width = item.exec(lines[next]!)![0].length;
    const [first = '', ...rest] = lines.slice(next, end);
    const indent = new RegExp(`^ {0,${width}}`);
    items.push(blocksOf([first.slice(width), ...rest.map((line) => line.replace(indent, ''))]));
    next = end;
  }
  return [{ kind: 'list', start: number === undefined ? undefined : Number(number), items }, next];
}

/** An item includes the indented lines below it, and the lines of its paragraph. */
function endOfItem(lines: readonly string[], at: number): number {
  let end = at + 1;
  while (end < lines.length) {
    const line = lines[end]!;
    const isBlank = line.trim() === '';
    const following = isBlank ? lines.slice(end).find((one) => one.trim() !== '') : line;
    const isIndented = /^ {2,}/.test(following ?? '');
    const isLazy = !isBlank && goesOn(line) && !item.test(line) && lines[end - 1]!.trim() !== '';
    if (following === undefined || !(isIndented || isLazy)) break;
    end += 1;
  }
  // Blank lines between items belong to no item.
  while (end < lines.length && lines[end]!.trim() === '' && item.test(lines[end + 1] ?? ''))
    end += 1;
  return end;
}
