import { type BatchWish, batchLines, closingOf, fingerprintOf } from './batch.ts';
import {
  type Booking,
  type Closing,
  type Entry,
  formatEntry,
  type Judgement,
  judge,
  type Tombstone,
} from './entry.ts';
import { judgeFollowUp, judgementIn, newStory, type Story, tell, type Wrong } from './story.ts';

/** The bank's memory. What it says is written down before it is said. */
export type Book = {
  /**
   * Writes the entry unless it is known already, and says what now holds for its reference. When that is
   * not this very entry, somebody was first. Rejects when it could not be written.
   */
  record(entry: Booking | Tombstone): Promise<Judgement>;
  /** The same for what follows a charge, judged by all that happened to it before. */
  follow(wish: Booking): Promise<Followed | Wrong>;
  find(reference: string): Promise<Judgement | undefined>;
  /** The same batch again is told what the first was. */
  closeBatch(wish: BatchWish): Promise<Closing | Wrong>;
  findBatch(reference: string): Promise<Closing | undefined>;
  close(): void;
};

/** What now holds, and whether this very wish brought it about. */
export type Followed = { readonly judgement: Judgement; readonly isFirst: boolean };

/** Adds nothing: a tombstone on a tombstone, or a second execution under one reference. */
export function isKnown(judgement: Judgement | undefined, entry: Entry): boolean {
  return judgement !== undefined && (judgement.canceled || entry.event !== 'canceled');
}

/** What there is to be done about a wish: nothing, or a line to be written. */
export function followUpLine(story: Story, known: Judgement | undefined, wish: Booking) {
  if (known) {
    return isSameWish(known, wish) ? { judgement: known, isFirst: false } : usedForAnother;
  }
  return judgeFollowUp(story, wish);
}

/**
 * A tombstone fits every wish: it says itself that it was canceled. Of a card its last four digits are all that the
 * book has to tell it by.
 */
export function isSameWish({ booked }: Judgement, wish: Booking): boolean {
  if (!booked) return true;
  const { kind, of, askedCents, capture, last4 } = booked;
  const isSame = kind === wish.kind && of === wish.of && askedCents === wish.askedCents;
  return isSame && capture === wish.capture && last4 === wish.last4;
}

export const usedForAnother: Wrong = { wrong: 'This reference was used for something else.' };

/** For tests: the same rules without a file. `text` is what the file would hold. */
export type MemoryBook = Book & { readonly text: () => string };

export function memoryBook(): MemoryBook {
  const judgements = new Map<string, Judgement>();
  /** Of every charge, and by the reference of each of its follow-ups too. */
  const stories = new Map<string, Story>();
  const closings = new Map<string, Closing>();
  let text = '';

  return {
    text: () => text,
    async record(entry) {
      const before = judgements.get(entry.reference);
      if (before && isKnown(before, entry)) return before;
      write(entry);
      const after = judge(before, entry);
      judgements.set(entry.reference, after);
      const story = stories.get(entry.reference);
      if (story) tell(story, entry);
      else if (after.booked) stories.set(entry.reference, newStory(entry.reference, after));
      return after;
    },
    async follow(wish) {
      const known = stories.get(wish.of!);
      const story = known && known.reference === wish.of ? known : newStory(wish.of!);
      const line = followUpLine(story, find(wish.reference), wish);
      if (!('event' in line)) return line;
      write(line);
      tell(story, line);
      stories.set(wish.reference, story);
      judgements.set(wish.reference, { booked: line, canceled: false });
      return { judgement: { booked: line, canceled: false }, isFirst: true };
    },
    async find(reference) {
      return find(reference);
    },
    async closeBatch(wish) {
      const known = closings.get(wish.reference);
      if (known) return known.asked === fingerprintOf(wish.items) ? known : usedForAnother;
      const storyOf = (item: string) => stories.get(item);
      for (const line of batchLines(wish, storyOf)) {
        write(line);
        tell(stories.get(line.of)!, line);
      }
      const closing = closingOf(wish, storyOf);
      write(closing);
      closings.set(wish.reference, closing);
      return closing;
    },
    async findBatch(reference) {
      return closings.get(reference);
    },
    close() {},
  };

  function find(reference: string): Judgement | undefined {
    const story = stories.get(reference);
    return (story && judgementIn(story, reference)) ?? judgements.get(reference);
  }

  function write(entry: Entry): void {
    text += formatEntry(entry);
  }
}
