import { type BatchRequest, batchLines, closingOf, fingerprintOf } from './batch.ts';
import {
  applyEntry,
  type Booking,
  type Closing,
  type Entry,
  formatEntry,
  type ReferenceState,
  type Tombstone,
} from './entry.ts';
import {
  appendEntry,
  decideFollowUp,
  newStory,
  type Story,
  stateOfReference,
  type Wrong,
} from './story.ts';

/** The bank's records. Every answer is written before it is given. */
export type Book = {
  /**
   * Writes the entry unless its reference is known, and returns the state of the reference. If that contains another
   * entry than this one, the other was first. Rejects if it could not be written.
   */
  record(entry: Booking | Tombstone): Promise<ReferenceState>;
  /** The same for a follow-up, which is decided by the history of its charge. */
  follow(requested: Booking): Promise<Followed | Wrong>;
  find(reference: string): Promise<ReferenceState | undefined>;
  /** Replays the first closing of the same batch. */
  closeBatch(requested: BatchRequest): Promise<Closing | Wrong>;
  findBatch(reference: string): Promise<Closing | undefined>;
  close(): void;
};

/** `isFirst`: true if this very request brought it about. */
export type Followed = { readonly judgement: ReferenceState; readonly isFirst: boolean };

/** True if the entry adds nothing: a tombstone on a tombstone, or a second execution under one reference. */
export function isKnown(judgement: ReferenceState | undefined, entry: Entry): boolean {
  return judgement !== undefined && (judgement.canceled || entry.event !== 'canceled');
}

/** The line to write for a request, or the earlier judgement of the same one. */
export function followUpLine(story: Story, known: ReferenceState | undefined, requested: Booking) {
  if (known) {
    return isSameRequest(known, requested) ? { judgement: known, isFirst: false } : usedForAnother;
  }
  return decideFollowUp(story, requested);
}

/**
 * A tombstone fits every request: its answer is that the reference was canceled. The book has only the last four digits
 * of a card.
 */
export function isSameRequest({ booked }: ReferenceState, requested: Booking): boolean {
  if (!booked) return true;
  const { kind, of, askedCents, currency, capture, last4 } = booked;
  const isSame =
    kind === requested.kind && of === requested.of && askedCents === requested.askedCents;
  return (
    isSame &&
    currency === requested.currency &&
    capture === requested.capture &&
    last4 === requested.last4
  );
}

export const usedForAnother: Wrong = { wrong: 'This reference was used for something else.' };

/** The same rules without a file. `text` returns the content that the file would have. */
export type MemoryBook = Book & { readonly text: () => string };

export function memoryBook(): MemoryBook {
  const judgements = new Map<string, ReferenceState>();
  /** The story of every charge, by its own reference and by those of its follow-ups. */
  const stories = new Map<string, Story>();
  const closings = new Map<string, Closing>();
  let text = '';

  return {
    text: () => text,
    async record(entry) {
      const before = judgements.get(entry.reference);
      if (before && isKnown(before, entry)) return before;
      write(entry);
      const after = applyEntry(before, entry);
      judgements.set(entry.reference, after);
      const story = stories.get(entry.reference);
      if (story) appendEntry(story, entry);
      else if (after.booked) stories.set(entry.reference, newStory(entry.reference, after));
      return after;
    },
    async follow(requested) {
      const known = stories.get(requested.of!);
      const story = known && known.reference === requested.of ? known : newStory(requested.of!);
      const line = followUpLine(story, find(requested.reference), requested);
      if (!('event' in line)) return line;
      write(line);
      appendEntry(story, line);
      stories.set(requested.reference, story);
      judgements.set(requested.reference, { booked: line, canceled: false });
      return { judgement: { booked: line, canceled: false }, isFirst: true };
    },
    async find(reference) {
      return find(reference);
    },
    async closeBatch(requested) {
      const known = closings.get(requested.reference);
      if (known) return known.asked === fingerprintOf(requested.items) ? known : usedForAnother;
      const storyOf = (item: string) => stories.get(item);
      for (const line of batchLines(requested, storyOf)) {
        write(line);
        appendEntry(stories.get(line.of)!, line);
      }
      const closing = closingOf(requested, storyOf);
      write(closing);
      closings.set(requested.reference, closing);
      return closing;
    },
    async findBatch(reference) {
      return closings.get(reference);
    },
    close() {},
  };

  function find(reference: string): ReferenceState | undefined {
    const story = stories.get(reference);
    return (story && stateOfReference(story, reference)) ?? judgements.get(reference);
  }

  function write(entry: Entry): void {
    text += formatEntry(entry);
  }
}
