import { flaw, parsed } from '../../kernel/parsed.ts';
import { type Field, plain } from './fields.ts';

/**
 * An enumerated word with its synonyms. Letter case, hyphens and blanks do not count, so "Bi-Weekly" equals "BiWeekly".
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
