import { skipSpace } from './characters.ts';
import { malformed } from './fault.ts';
import { endOfName } from './names.ts';

/** Behind the XML declaration and the byte order mark, where there are any. */
export function endOfDeclaration(text: string): number {
  const start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  declaration.lastIndex = start;
  return declaration.test(text) ? declaration.lastIndex : start;
}

const declaration = new RegExp(
  [
    /<\?xml\s+version\s*=\s*(?:"1\.[0-9]+"|'1\.[0-9]+')/,
    /(?:\s+encoding\s*=\s*(?:"[A-Za-z][\w.-]*"|'[A-Za-z][\w.-]*'))?/,
    /(?:\s+standalone\s*=\s*(?:"(?:yes|no)"|'(?:yes|no)'))?\s*\?>/,
  ]
    .map(({ source }) => source.replaceAll('\\s', '[ \\t\\r\\n]'))
    .join(''),
  'y',
);

/** The end of the comment whose < stands at `from`. */
export function endOfComment(text: string, from: number): number {
  const dashes = text.indexOf('--', from + 4);
  if (dashes === -1) throw malformed(text, from, 'A comment is not closed.');
  if (text.charCodeAt(dashes + 2) !== 0x3e) {
    throw malformed(text, dashes, 'A comment holds two dashes.');
  }
  return dashes + 3;
}

/** The end of the processing instruction whose < stands at `from`. */
export function endOfInstruction(text: string, from: number): number {
  const nameEnd = endOfName(text, from + 2);
  if (nameEnd === from + 5 && text.slice(from + 2, nameEnd).toLowerCase() === 'xml') {
    throw malformed(text, from, notADeclaration);
  }
  const end = text.indexOf('?>', nameEnd);
  if (end === -1) throw malformed(text, from, 'A processing instruction is not closed.');
  if (end > nameEnd && skipSpace(text, nameEnd) === nameEnd) {
    throw malformed(text, nameEnd, wrongTarget);
  }
  return end + 2;
}

const notADeclaration = 'An XML declaration is not at the very start or not written as it must be.';
const wrongTarget = 'The name of a processing instruction holds a wrong character.';
