import { flaw, parsed } from '../base/parsed.ts';
import { type Field, plain } from './fields.ts';

/**
 * An enumerated word that is written in more ways than one: each word with the others that mean the same.
 * Neither letter case nor hyphens and blanks count, so that "Bi-Weekly" and "BiWeekly" are one.
 */
export function wordOf<W extends string>(
  doc: string,
  spellings: Readonly<Record<W, readonly string[]>>,
): Field<W> {
  const words = Object.keys(spellings) as W[];
  const bySpelling = new Map(
    words.flatMap((word) => [word, ...spellings[word]].map((text) => [bare(text), word] as const)),
  );
  const notOne = flaw('not_one_of', `must be one of: ${words.join(', ')}`);
  return plain(doc, { type: 'string', enum: words }, (text) => {
    const word = bySpelling.get(bare(text));
    return word === undefined ? notOne : parsed(word);
  });
}

function bare(text: string): string {
  return text.toLowerCase().replace(/[ _-]/g, '');
}
