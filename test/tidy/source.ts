/** A file as the rules see it. Everything keeps its place, so that an offset still names a line. */
export type Source = {
  readonly path: string;
  readonly text: string;
  /** The text with blanks for comments and for what stands inside quotes; the quotes stay. */
  readonly code: string;
  /** What stands inside quotes; of a template each piece between its `${…}`. */
  readonly strings: readonly Quoted[];
};
export type Quoted = { readonly text: string; readonly at: number };

/**
 * Enough of TypeScript's grammar to tell code from words. TypeScript 7 offers no parser to programs, and
 * the rules ask for no more than this.
 */
export function readSource(path: string, text: string): Source {
  const code = text.split('');
  const strings: Quoted[] = [];
  const blank = (from: number, to: number) => {
    for (let i = from; i < to; i += 1) if (code[i] !== '\n') code[i] = ' ';
  };
  const quote = (from: number, to: number) => {
    strings.push({ text: text.slice(from, to), at: from });
    blank(from, to);
  };

  // For each template that is open: how many braces are open inside its current `${`.
  const braces: number[] = [];
  for (let at = path.endsWith('.ts') ? 0 : text.length; at < text.length; ) {
    const next = text[at]!;
    if (next === '`' || (next === '}' && braces.at(-1) === 0)) {
      if (next === '}') braces.pop();
      const end = endOf(templatePiece, text, at + 1);
      quote(at + 1, end);
      if (text[end] === '$') braces.push(0);
      at = end + (text[end] === '$' ? 2 : 1);
    } else if (next === "'" || next === '"') {
      const end = endOf(next === "'" ? singleQuoted : doubleQuoted, text, at + 1);
      quote(at + 1, end);
      at = end + 1;
    } else if (next === '/') {
      const end = endOf(comment, text, at);
      const skipped = end > at ? end : endOfRegex(text, code, at);
      blank(at + (end > at ? 0 : 1), skipped);
      at = Math.max(skipped, at + 1);
    } else {
      if (braces.length > 0 && next === '{') braces[braces.length - 1]! += 1;
      if (braces.length > 0 && next === '}') braces[braces.length - 1]! -= 1;
      at += 1;
    }
  }
  return { path, text, code: code.join(''), strings };
}

const templatePiece = /(?:[^\\`$]|\\.|\$(?!\{))*/sy;
const singleQuoted = /(?:[^\\'\n]|\\.)*/sy;
const doubleQuoted = /(?:[^\\"\n]|\\.)*/sy;
const comment = /\/\/[^\n]*|\/\*.*?\*\//sy;
const regex = /\/(?:[^\\/[\n]|\\.|\[(?:[^\\\]\n]|\\.)*\])+\/[a-z]*/y;

function endOf(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : from;
}

/** A slash behind a value divides; behind anything else it begins a regular expression. */
function endOfRegex(text: string, code: readonly string[], at: number): number {
  const before = code
    .slice(Math.max(0, at - 20), at)
    .join('')
    .trimEnd();
  const divides = /[\w$)\]'"`]$/.test(before) && !/\b(?:return|typeof|case|in|of)$/.test(before);
  return divides ? at + 1 : endOf(regex, text, at);
}

export function lineOf({ text }: Source, at: number): number {
  return text.slice(0, at).split('\n').length;
}
