import { blocks } from './blocks.ts';
import { type Judgement, judge, parseEntry, referenceOf } from './entry.ts';

type Search = PromiseWithResolvers<Judgement | undefined>;

/**
 * Looks references up in the part of a book that memory no longer covers. Questions that come while the
 * file is being read wait for the next reading and share it, so an outage that leaves thousands of them
 * costs a few passes, not thousands.
 */
export function searchLines(path: string, end: () => number) {
  let asked = new Map<string, Search>();
  let isReading = false;

  return async (reference: string): Promise<Judgement | undefined> => {
    if (end() === 0) return undefined;
    const search = asked.get(reference) ?? Promise.withResolvers<Judgement | undefined>();
    asked.set(reference, search);
    if (!isReading) void readUntilNobodyAsks();
    return await search.promise;
  };

  async function readUntilNobodyAsks(): Promise<void> {
    isReading = true;
    while (asked.size > 0) {
      const searches = asked;
      asked = new Map();
      try {
        const found = await read(searches);
        for (const [reference, { resolve }] of searches) resolve(found.get(reference));
      } catch (error) {
        for (const { reject } of searches.values()) reject(error);
      }
    }
    isReading = false;
  }

  async function read(searches: ReadonlyMap<string, Search>): Promise<Map<string, Judgement>> {
    const found = new Map<string, Judgement>();
    const quoted = [...searches.keys()].map((reference) => `"${reference}"`);
    // The end moves on while we read, when memory forgets more.
    for (let from = 0, to = end(); from < to; from = to, to = end()) {
      for await (const block of blocks(path, from, to)) {
        // Most blocks hold nothing that was asked for, and while few ask, that is quick to see.
        if (searches.size <= 8 && !quoted.some((reference) => block.includes(reference))) continue;
        for (const line of block.split('\n')) {
          const reference = referenceOf(line);
          if (reference === undefined || !searches.has(reference)) continue;
          const entry = parseEntry(line);
          if (entry) found.set(reference, judge(found.get(reference), entry));
        }
      }
    }
    return found;
  }
}
