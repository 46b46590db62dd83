import { type Entry, formatEntry, type Judgement, judge } from './entry.ts';

/** The bank's memory. What it says is written down before it is said. */
export type Book = {
  /**
   * Writes the entry unless it is known already, and says what now holds for its reference. When that is
   * not this very entry, somebody was first. Rejects when it could not be written.
   */
  record(entry: Entry): Promise<Judgement>;
  find(reference: string): Promise<Judgement | undefined>;
  close(): void;
};

/** Adds nothing: a tombstone on a tombstone, or a second execution under one reference. */
export function isKnown(judgement: Judgement | undefined, entry: Entry): boolean {
  return judgement !== undefined && (judgement.canceled || entry.event !== 'canceled');
}

/** For tests: the same rule without a file. `text` is what the file would hold. */
export type MemoryBook = Book & { readonly text: () => string };

export function memoryBook(): MemoryBook {
  const judgements = new Map<string, Judgement>();
  let text = '';

  return {
    text: () => text,
    async record(entry) {
      const before = judgements.get(entry.reference);
      if (before && isKnown(before, entry)) return before;
      const after = judge(before, entry);
      text += formatEntry(entry);
      judgements.set(entry.reference, after);
      return after;
    },
    async find(reference) {
      return judgements.get(reference);
    },
    close() {},
  };
}
