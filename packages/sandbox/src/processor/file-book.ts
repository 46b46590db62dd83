import { strict as assert } from 'node:assert';
import { batchLines, closingOf, fingerprintOf } from './batch.ts';
import { type Book, followUpLine, isKnown, isSameRequest, usedForAnother } from './book.ts';
import {
  applyEntry,
  type Batched,
  type Booking,
  type Closing,
  type Entry,
  formatEntry,
  type ReferenceState,
  type Tombstone,
} from './entry.ts';
import { liveStories } from './live-stories.ts';
import { recent } from './recent.ts';
import { searchLines } from './search-lines.ts';
import { sharedFile } from './shared-file.ts';
import { newStory, type Story, stateOfReference } from './story.ts';

/**
 * The offset of the first execution in the file. A charge with follow-ups, and each of these, also has the reference of
 * the charge, whose story decides. Canceled references are few and kept whole.
 */
type Known = number | { readonly lineStart: number; readonly of: string } | ReferenceState;

type Waiting = {
  readonly entry: Booking | Tombstone;
  readonly resolve: (judgement: ReferenceState) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * The book as an append-only file that several processes share. The order of the lines is the truth: a process appends
 * its lines, reads all lines that others appended before and after them, and only then judges. So all processes agree
 * on which line was first.
 *
 * Memory is an index of the latest references, at least `keep` of them, and as many tombstones besides. An
 * execution is judged against those: that is this bank's lifetime of idempotency. An inquiry about an older
 * reference is answered from the file, and so is a follow-up of an older charge.
 */
export function fileBook(path: string, { keep = 20_000 }: { keep?: number } = {}): Book {
  const references = recent<Known>(keep);
  const tombstones = recent<ReferenceState>(keep);
  const closings = recent<Closing>(keep);
  /** References that are being judged stay in memory, however much other processes write. */
  let pinned = new Map<string, ReferenceState | undefined>();
  let waiting: Waiting[] = [];
  /** Every reference whose first line is at `coveredFrom` or later is in memory. */
  let coveredFrom = 0;
  let youngFrom = 0;
  let forgotClosings = false;
  let isOpen = true;

  const file = sharedFile(path, remember);
  const searchOld = searchLines(path, () => coveredFrom);
  const searchAll = searchLines(path, file.linesRead);
  const stories = liveStories({ keep, begin: beginStory, load: searchAll });
  // A start must be fast however long the book; a line is about 180 bytes.
  coveredFrom = file.startAtTail(keep * 180);
  youngFrom = coveredFrom;
  forgotClosings = coveredFrom > 0;
  file.readNew();

  return {
    record(entry) {
      return new Promise((resolve, reject) => {
        mustBeOpen();
        // Deferred to the end of the turn: all entries that came in together are one write.
        if (waiting.push({ entry, resolve, reject }) === 1) setImmediate(settle);
      });
    },

    async follow(requested) {
      mustBeOpen();
      const release = await stories.hold([requested.of!]);
      try {
        mustBeOpen();
        file.readNew();
        const story = stories.get(requested.of!)!;
        const line = followUpLine(story, judgementFrom(story, requested.reference), requested);
        if (!('event' in line)) return line;
        file.append([line]);
        const judgement = judgementFrom(story, requested.reference);
        // A concurrent follow-up was written first, and rules this one out.
        if (!judgement) return { wrong: 'Something else happened to the charge just now.' };
        if (!isSameRequest(judgement, requested)) return usedForAnother;
        return { judgement, isFirst: judgement.booked?.at === requested.at };
      } finally {
        release();
      }
    },

    async find(reference) {
      mustBeOpen();
      file.readNew();
      return await findNow(reference);
    },

    async closeBatch(requested) {
      mustBeOpen();
      file.readNew();
      const owners = await Promise.all(requested.items.map(({ reference }) => ownerOf(reference)));
      const charges = new Map(requested.items.map(({ reference }, i) => [reference, owners[i]]));
      const known = await findClosing(requested.reference);
      if (known) return known.asked === fingerprintOf(requested.items) ? known : usedForAnother;

      const release = await stories.hold(owners.filter((one) => one !== undefined));
      const storyOf = (item: string) => {
        const charge = charges.get(item);
        return charge === undefined ? undefined : stories.get(charge);
      };
      try {
        mustBeOpen();
        file.readNew();
        if (!closings.get(requested.reference)) {
          file.append(batchLines(requested, storyOf));
          // Concurrent lines are known now, and the items of the batch stay in it.
          file.append([closingOf(requested, storyOf)]);
        }
        const closing = closings.get(requested.reference);
        assert(closing, 'the book of the simulated bank could not be written');
        return closing.asked === fingerprintOf(requested.items) ? closing : usedForAnother;
      } finally {
        release();
      }
    },

    async findBatch(reference) {
      mustBeOpen();
      file.readNew();
      return await findClosing(reference);
    },

    close() {
      if (!isOpen) return;
      settle();
      isOpen = false;
      file.close();
    },
  };

  function mustBeOpen(): void {
    assert(isOpen, 'the book of the simulated bank is closed');
  }

  function settle(): void {
    if (waiting.length === 0) return;
    const batch = waiting;
    waiting = [];
    pinned = new Map(batch.map(({ entry }) => [entry.reference, recall(entry.reference)]));
    try {
      file.readNew();
      const lines = batch
        .map(({ entry }) => entry)
        .filter((entry) => !isKnown(recall(entry.reference), entry));
      if (!file.append(lines)) for (const line of lines) recognize(line);
      for (const { entry, resolve } of batch) resolve(written(entry));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
    pinned = new Map();
  }

  /** An entry that was read from the file is ours if it is exactly our line: `record` compares by identity. */
  function recognize(entry: Booking | Tombstone): void {
    const judgement = recall(entry.reference);
    if (entry.event === 'canceled' || !judgement?.booked) return;
    if (formatEntry(judgement.booked) !== formatEntry(entry)) return;
    pinned.set(entry.reference, { booked: entry, canceled: judgement.canceled });
  }

  function written(entry: Booking | Tombstone): ReferenceState {
    const judgement = recall(entry.reference);
    if (judgement && isKnown(judgement, entry)) return judgement;
    throw new Error('the book of the simulated bank could not be written');
  }

  async function findNow(reference: string): Promise<ReferenceState | undefined> {
    const judgement = await firstLine(reference);
    const charge = judgement?.booked?.of;
    if (charge === undefined) return judgement;
    const release = await stories.hold([charge]);
    try {
      return judgementFrom(stories.get(charge)!, reference);
    } finally {
      release();
    }
  }

  async function firstLine(reference: string): Promise<ReferenceState | undefined> {
    const known = recall(reference);
    if (known) return known;
    const old = await searchOld(reference, (entries) => judgementOf(reference, entries));
    return old ?? recall(reference);
  }

  /** A follow-up counts by its story, not by its own line, which was judged before concurrent lines were known. */
  function judgementFrom(story: Story, reference: string): ReferenceState | undefined {
    const told = stateOfReference(story, reference);
    const known = told ?? recall(reference);
    if (told || known?.booked?.of !== story.reference) return known;
    return known.canceled ? { booked: undefined, canceled: true } : undefined;
  }

  async function findClosing(reference: string): Promise<Closing | undefined> {
    const known = closings.get(reference);
    if (known || !forgotClosings) return known;
    const isIt = (entry: Entry) => entry.event === 'closed' && entry.reference === reference;
    return await searchAll(reference, (entries) => {
      const found = entries.find(isIt) as Closing | undefined;
      if (found) closings.set(reference, found);
      return found;
    });
  }

  /** The charge whose story has this reference. */
  async function ownerOf(reference: string): Promise<string | undefined> {
    const known = references.get(reference);
    if (typeof known === 'number') return reference;
    if (known && 'of' in known) return known.of;
    const judgement = await firstLine(reference);
    return judgement?.booked && (judgement.booked.of ?? reference);
  }

  function recall(reference: string): ReferenceState | undefined {
    if (pinned.has(reference)) return pinned.get(reference);
    const known = references.get(reference) ?? tombstones.get(reference);
    if (typeof known === 'number') return applyEntry(undefined, bookingAt(known));
    if (known && 'of' in known) return applyEntry(undefined, bookingAt(known.lineStart));
    return known;
  }

  function bookingAt(lineStart: number): Booking {
    const entry = file.entryAt(lineStart);
    assert(entry.event === 'approved' || entry.event === 'declined');
    return entry;
  }

  function beginStory(charge: string): Story | undefined {
    const known = references.get(charge);
    if (typeof known === 'number') return newStory(charge, applyEntry(undefined, bookingAt(known)));
    return known === undefined && coveredFrom === 0 ? newStory(charge) : undefined;
  }

  function remember(entry: Entry, lineStart: number, nextLine: number): void {
    if (entry.event === 'closed') {
      if (closings.get(entry.reference)) return;
      if (closings.set(entry.reference, entry)) forgotClosings = true;
    } else if (entry.event === 'batched') {
      rememberFollowing(entry, entry.of, nextLine);
    } else if (entry.event === 'canceled' || entry.of === undefined) {
      stories.hear(entry);
      rememberFirst(entry, lineStart, nextLine);
    } else {
      rememberFollowing(entry, entry.of, nextLine);
      if (recall(entry.reference)) return;
      index(entry.reference, { lineStart, of: entry.of }, nextLine);
    }
  }

  function rememberFirst(entry: Booking | Tombstone, lineStart: number, nextLine: number): void {
    const { reference } = entry;
    const before = recall(reference);
    const judgement = applyEntry(before, entry);
    if (pinned.has(reference)) pinned.set(reference, judgement);
    if (judgement === before) return;
    if (judgement.canceled) tombstones.set(reference, judgement);
    index(reference, judgement.canceled ? judgement : lineStart, nextLine);
  }

  function rememberFollowing(entry: Booking | Batched, charge: string, nextLine: number): void {
    const wasCanceled = entry.event !== 'batched' && recall(entry.reference)?.canceled === true;
    stories.follow(entry, charge, wasCanceled);
    const known = references.get(charge);
    if (typeof known === 'number') index(charge, { lineStart: known, of: charge }, nextLine);
  }

  function index(reference: string, known: Known, nextLine: number): void {
    if (!references.set(reference, known)) return;
    coveredFrom = youngFrom;
    youngFrom = nextLine;
  }
}

function judgementOf(reference: string, entries: readonly Entry[]): ReferenceState | undefined {
  let judgement: ReferenceState | undefined;
  for (const entry of entries) {
    if (entry.event === 'batched' || entry.event === 'closed') continue;
    if (entry.reference === reference) judgement = applyEntry(judgement, entry);
  }
  return judgement;
}
