import type { ResourceDoc } from '../v1/reference/described.ts';
import { addressOf } from '../v1/reference/reference-frame.ts';
import type { Library } from './library.ts';

/** The index that the search of the browser reads. Numbers are places in these lists. */
export type SearchIndex = {
  /** Title of the page, section, and 1 for background. */
  readonly pages: readonly (readonly [string, string, 0 | 1])[];
  /** Page, address, heading and how it begins. */
  readonly parts: readonly (readonly [number, string, string, string])[];
  /** Sorted, so that words with the same beginning stand together. */
  readonly words: readonly string[];
  /**
   * For each word the parts that have it: twice the distance from the one before, and one more if it is in the heading.
   */
  readonly places: readonly (readonly number[])[];
};

/** About as much as two lines of a result. */
const excerptLength = 110;

export function searchIndex(library: Library, resources: readonly ResourceDoc[]): SearchIndex {
  const pages: SearchIndex['pages'][number][] = [];
  const parts: SearchIndex['parts'][number][] = [];
  const words = new Map<string, Map<number, boolean>>();

  const add = (at: string, heading: string, text: string): void => {
    const place = parts.length;
    parts.push([pages.length - 1, at, heading, excerptOf(text)]);
    for (const [source, isHeading] of [
      [text, false],
      [heading, true],
    ] as const) {
      for (const word of wordsOf(source)) {
        const found = words.get(word) ?? new Map<number, boolean>();
        words.set(word, found.set(place, isHeading));
      }
    }
  };
  for (const entry of library.entries) {
    const { title, parts: own } = library.pageOf(entry);
    pages.push([title, entry.section, entry.isBackground ? 1 : 0]);
    for (const { heading, text } of own) {
      add(heading.level === 1 ? entry.at : `${entry.at}#${heading.id}`, heading.text, text);
    }
  }
  for (const { name, title, endpoints } of resources) {
    pages.push([title, 'Reference', 0]);
    for (const endpoint of endpoints) {
      const { id, method, path, doc, body } = endpoint;
      const fields = body.map((field) => field.name).join(' ');
      add(addressOf(name, endpoint), `${method} ${path} (${id})`, `${doc} ${fields}`);
    }
  }
  const sorted = [...words].sort(([one], [other]) => (one < other ? -1 : 1));
  return {
    pages,
    parts,
    words: sorted.map(([word]) => word),
    places: sorted.map(([, found]) => distances(found)),
  };
}

function distances(found: ReadonlyMap<number, boolean>): readonly number[] {
  let before = 0;
  return [...found].map(([place, isHeading]) => {
    const step = place - before;
    before = place;
    return step * 2 + (isHeading ? 1 : 0);
  });
}

/** In small letters; names in camelCase are found by their parts too. */
export function wordsOf(text: string): ReadonlySet<string> {
  const runs = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  const parted = runs.flatMap((run) => [
    run,
    ...(run.match(/\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})|\p{N}+/gu) ?? []),
  ]);
  // Longer runs of figures are ids and numbers of samples.
  const kept = parted.filter(
    (word) => word.length > 1 && word.length <= 40 && !/^\p{N}{5,}$/u.test(word),
  );
  return new Set(kept.map((word) => word.toLowerCase()));
}

function excerptOf(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= excerptLength) return line;
  return `${line.slice(0, line.lastIndexOf(' ', excerptLength))} …`;
}
