import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '../..');

export type NamedTest = { readonly file: string; readonly sentence: string };

/** The tests that a page names: a file in code, and behind it sentences in double quotes. */
export function testsNamedIn(text: string): NamedTest[] {
  const found: NamedTest[] = [];
  let file = '';
  for (const [, path, sentence] of text.matchAll(/`((?:src|test|tools)\/[^`]*\.ts)`|“([^”]*)”/g)) {
    if (path !== undefined) file = path;
    else found.push({ file, sentence: sentence! });
  }
  return found;
}

/** Whether a file has a test of this name, be it put together from a row of a table. */
export function hasTest(file: string, sentence: string): boolean {
  if (!existsSync(join(root, file))) return false;
  const source = read(file);
  if (isQuoted(sentence, source)) return true;
  const rows = textOfFolder(dirname(file));
  return [...source.matchAll(/test\(`([^`\n]*\$\{[^`\n]*)`/g)].some(([, template]) => {
    const pattern = template!
      .split(/\$\{[^}]*\}/)
      .map(RegExp.escape)
      .join('(.+)');
    const filled = new RegExp(`^${pattern}$`).exec(sentence);
    return filled?.slice(1).every((piece) => isQuoted(piece, rows)) ?? false;
  });
}

function isQuoted(text: string, source: string): boolean {
  return [`'${text}'`, `"${text}"`, `\`${text}\``].some((quoted) => source.includes(quoted));
}

/** Rows of a table may stand beside the file that names tests by them. */
function textOfFolder(folder: string): string {
  return globSync(`${folder}/*.ts`, { cwd: root }).map(read).join('\n');
}

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}
