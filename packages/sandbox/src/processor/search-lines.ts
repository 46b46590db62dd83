import { blocks } from './blocks.ts';
import { chargeOf, type Entry, parseEntry, referenceOf } from './entry.ts';

/** Called in the very moment in which everything up to the end has been read. */
type Use = (entries: readonly Entry[]) => void;
type Found = { readonly place: number; readonly entry: Entry };
type Search = { readonly found: Found[]; readonly uses: Use[]; readonly rejects: Fail[] };
type Fail = (error: unknown) => void;

/**
 * Looks references up in the part of a book that memory no longer covers: the lines under that reference,
 * those of its follow-ups, and the tombstones of these. Inquiries that come while the file is being read
 * wait for the next reading and share it, so an outage that leaves thousands of them costs a few passes,
 * not thousands.
 */
export function searchLines(path: string, end: () => number) {
  let asked = new Map<string, Search>();
  let isReading = false;

  return async <T>(reference: string, use: (entries: readonly Entry[]) => T): Promise<T> => {
    if (end() === 0) return use([]);
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const search = asked.get(reference) ?? { found: [], uses: [], rejects: [] };
    search.uses.push((entries) => resolve(use(entries)));
    search.rejects.push(reject);
    asked.set(reference, search);
    if (!isReading) void readUntilNobodyAsks();
    return await promise;
  };

  async function readUntilNobodyAsks(): Promise<void> {
    isReading = true;
    while (asked.size > 0) {
      const searches = asked;
      asked = new Map();
      try {
        await read(searches);
      } catch (error) {
        for (const { rejects } of searches.values()) for (const reject of rejects) reject(error);
      }
    }
    isReading = false;
  }

  async function read(searches: ReadonlyMap<string, Search>): Promise<void> {
    const quoted = [...searches.keys()].map((reference) => `"${reference}"`);
    const tombstones = new Map<string, Found>();
    let place = 0;
    // The end moves on while we read, when memory forgets more or others write.
    for (let from = 0, to = end(); from < to; from = to, to = end()) {
      for await (const block of blocks(path, from, to)) {
        // Most blocks contain nothing that was asked for; while few ask, a quick check shows that.
        if (searches.size <= 8 && !isWorthwhile(block, quoted)) continue;
        for (const line of block.split('\n')) {
          place += 1;
          take(line, place, searches, tombstones);
        }
      }
    }
    for (const search of searches.values()) {
      const entries = inOrder(search.found, tombstones);
      for (const use of search.uses) use(entries);
    }
  }
}

const canceled = '"event":"canceled"';

function isWorthwhile(block: string, quoted: readonly string[]): boolean {
  return block.includes(canceled) || quoted.some((reference) => block.includes(reference));
}

function take(
  line: string,
  place: number,
  searches: ReadonlyMap<string, Search>,
  tombstones: Map<string, Found>,
): void {
  const reference = referenceOf(line);
  if (reference === undefined) return;
  const charge = chargeOf(line);
  const own = searches.get(reference);
  const whole = charge === undefined ? undefined : searches.get(charge);
  if (!own && !whole && !line.includes(canceled)) return;
  const entry = parseEntry(line);
  if (!entry) return;
  own?.found.push({ place, entry });
  whole?.found.push({ place, entry });
  if (entry.event === 'canceled' && !tombstones.has(reference)) {
    tombstones.set(reference, { place, entry });
  }
}

/** Adds the tombstones of follow-ups, which do not name their charge. */
function inOrder(found: readonly Found[], tombstones: ReadonlyMap<string, Found>): Entry[] {
  const followUps = found.filter(({ entry }) => 'of' in entry && entry.of !== undefined);
  const names = new Set(followUps.map(({ entry }) => entry.reference));
  const ends = [...names].flatMap((name) => tombstones.get(name) ?? []);
  const known = new Set(found.map(({ place }) => place));
  return [...found, ...ends.filter(({ place }) => !known.has(place))]
    .toSorted((one, other) => one.place - other.place)
    .map(({ entry }) => entry);
}
