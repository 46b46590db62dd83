import { strict as assert } from 'node:assert';
import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import { type Book, isKnown } from './book.ts';
import { type Entry, formatEntry, type Judgement, judge, parseEntry } from './entry.ts';
import { recent } from './recent.ts';
import { searchLines } from './search-lines.ts';

/** Where the first execution stands in the file; what was canceled is seldom, and held whole. */
type Known = number | Judgement;

type Waiting = {
  readonly entry: Entry;
  readonly resolve: (judgement: Judgement) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * The bank's memory as an append-only file that several processes share. The order of the lines is the
 * truth: a process appends its lines, reads whatever others appended before and after them, and only then
 * judges, so all of them agree on who was first.
 *
 * Memory is an index of the latest references, at least `keep` of them, and as many tombstones besides. An
 * execution is judged against those: that is this bank's lifetime of idempotency. A question about an older
 * reference is answered from the file.
 */
export function fileBook(path: string, { keep = 20_000 }: { keep?: number } = {}): Book {
  const file = openSync(path, 'a+', 0o600);
  const references = recent<Known>(keep);
  const tombstones = recent<Judgement>(keep);
  /** References that are being judged must not be forgotten meanwhile, however much others wrote. */
  let pinned = new Map<string, Judgement | undefined>();
  let waiting: Waiting[] = [];
  /** Everything before `readTo` was read; the unfinished line at its end is in `unfinished`. */
  let readTo = 0;
  let unfinished = '';
  /** Every reference whose first line lies behind `coveredFrom` is in memory. */
  let coveredFrom = 0;
  let youngFrom = 0;
  let isOpen = true;

  const searchOld = searchLines(path, () => coveredFrom);
  readTail();

  return {
    record(entry) {
      return new Promise((resolve, reject) => {
        assert(isOpen, 'the book of the simulated bank is closed');
        // Deferred to the end of the turn: all that came in together is one write.
        if (waiting.push({ entry, resolve, reject }) === 1) setImmediate(settle);
      });
    },
    async find(reference) {
      assert(isOpen, 'the book of the simulated bank is closed');
      readNew();
      return recall(reference) ?? (await searchOld(reference)) ?? recall(reference);
    },
    close() {
      if (!isOpen) return;
      settle();
      isOpen = false;
      closeSync(file);
    },
  };

  function settle(): void {
    if (waiting.length === 0) return;
    const batch = waiting;
    waiting = [];
    pinned = new Map(batch.map(({ entry }) => [entry.reference, recall(entry.reference)]));
    try {
      readNew();
      append(
        batch.map(({ entry }) => entry).filter((entry) => !isKnown(recall(entry.reference), entry)),
      );
      for (const { entry, resolve } of batch) resolve(written(entry));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
    pinned = new Map();
  }

  function append(entries: readonly Entry[]): void {
    if (entries.length === 0) return;
    const lines = entries.map(formatEntry);
    const bytes = Buffer.from(lines.join(''), 'latin1');
    writeSync(file, bytes);
    if (fstatSync(file).size !== readTo + bytes.length) {
      // Others wrote too, or the disk is full: what the file holds decides, and in its order.
      readNew();
      for (let i = 0; i < entries.length; i += 1) recognize(entries[i]!, lines[i]!);
      return;
    }
    unfinished = '';
    for (let i = 0; i < entries.length; i += 1) {
      const lineStart = readTo;
      readTo += lines[i]!.length;
      remember(entries[i]!, lineStart, readTo);
    }
  }

  /** What came back from the file is ours when it is our very line; whoever recorded it is to see that. */
  function recognize(entry: Entry, line: string): void {
    const judgement = recall(entry.reference);
    if (entry.event === 'canceled' || !judgement?.booked) return;
    if (formatEntry(judgement.booked) !== line) return;
    pinned.set(entry.reference, { booked: entry, canceled: judgement.canceled });
  }

  function written(entry: Entry): Judgement {
    const judgement = recall(entry.reference);
    if (judgement && isKnown(judgement, entry)) return judgement;
    throw new Error('the book of the simulated bank could not be written');
  }

  function recall(reference: string): Judgement | undefined {
    if (pinned.has(reference)) return pinned.get(reference);
    const known = references.get(reference) ?? tombstones.get(reference);
    if (typeof known !== 'number') return known;
    return judge(undefined, entryAt(known));
  }

  function remember(entry: Entry, lineStart: number, nextLine: number): void {
    const { reference } = entry;
    const before = recall(reference);
    const judgement = judge(before, entry);
    if (pinned.has(reference)) pinned.set(reference, judgement);
    if (judgement === before) return;
    if (judgement.canceled) tombstones.set(reference, judgement);
    if (references.set(reference, judgement.canceled ? judgement : lineStart)) {
      coveredFrom = youngFrom;
      youngFrom = nextLine;
    }
  }

  function entryAt(lineStart: number): Entry {
    const chunk = Buffer.allocUnsafe(1024);
    const got = readSync(file, chunk, 0, chunk.length, lineStart);
    const text = chunk.toString('latin1', 0, got);
    const entry = parseEntry(text.slice(0, text.indexOf('\n')));
    assert(entry, 'the book of the simulated bank was changed');
    return entry;
  }

  function readNew(): void {
    const { size } = fstatSync(file);
    assert(size >= readTo, 'the book of the simulated bank was cut short');
    while (readTo < size) readChunk(Math.min(size - readTo, 1 << 20));
  }

  function readChunk(length: number): void {
    const chunk = Buffer.allocUnsafe(length);
    const got = readSync(file, chunk, 0, length, readTo);
    assert(got > 0, 'the book of the simulated bank cannot be read');
    const text = unfinished + chunk.toString('latin1', 0, got);
    let lineStart = readTo - unfinished.length;
    let from = 0;
    for (let to = text.indexOf('\n'); to >= 0; to = text.indexOf('\n', from)) {
      const entry = parseEntry(text.slice(from, to));
      const nextLine = lineStart + to + 1 - from;
      if (entry) remember(entry, lineStart, nextLine);
      lineStart = nextLine;
      from = to + 1;
    }
    readTo += got;
    unfinished = text.slice(from);
  }

  /** A start must be fast however long the book; a line is about 180 bytes. */
  function readTail(): void {
    const { size } = fstatSync(file);
    readTo = wholeLineFrom(Math.max(0, size - keep * 180), size);
    coveredFrom = readTo;
    youngFrom = readTo;
    readNew();
  }

  function wholeLineFrom(middle: number, size: number): number {
    if (middle === 0) return 0;
    const chunk = Buffer.allocUnsafe(1 << 12);
    for (let at = middle; at < size; at += chunk.length) {
      const newline = chunk.subarray(0, readSync(file, chunk, 0, chunk.length, at)).indexOf(10);
      if (newline >= 0) return at + newline + 1;
    }
    return size;
  }
}
