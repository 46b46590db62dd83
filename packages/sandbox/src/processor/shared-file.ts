import { strict as assert } from 'node:assert';
import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import { type Entry, formatEntry, parseEntry } from './entry.ts';

/** Appends the text of another book, in one write: nobody else's line comes between two pieces of one of its lines. */
export function appendBook(path: string, text: string): void {
  const file = openSync(path, 'a', 0o600);
  try {
    const bytes = Buffer.from(text, 'latin1');
    assert(
      writeSync(file, bytes) === bytes.length,
      'the book of the simulated bank could not be written',
    );
  } finally {
    closeSync(file);
  }
}

/** Every whole line, once, in the order of the file, with where it begins and where the next one does. */
export type OnLine = (entry: Entry, lineStart: number, nextLine: number) => void;

/**
 * An append-only file that several processes write at once. The order of its lines is the truth: a process
 * appends its own and reads whatever others appended before and after them.
 */
export function sharedFile(path: string, onLine: OnLine) {
  const file = openSync(path, 'a+', 0o600);
  /** Everything before `readTo` was read; the unfinished line at its end is in `unfinished`. */
  let readTo = 0;
  let unfinished = '';

  return {
    /** The offset of the end of the last whole line that was read. */
    linesRead: () => readTo - unfinished.length,
    readNew,
    close: () => closeSync(file),

    /** Returns false when others wrote too, so that the lines came back by way of the file. */
    append(entries: readonly Entry[]): boolean {
      if (entries.length === 0) return true;
      const lines = entries.map(formatEntry);
      const bytes = Buffer.from(lines.join(''), 'latin1');
      writeSync(file, bytes);
      if (fstatSync(file).size !== readTo + bytes.length) {
        // Other processes wrote too, or the disk is full: the lines in the file decide, in their order.
        readNew();
        return false;
      }
      unfinished = '';
      for (let i = 0; i < entries.length; i += 1) {
        const lineStart = readTo;
        readTo += lines[i]!.length;
        onLine(entries[i]!, lineStart, readTo);
      }
      return true;
    },

    entryAt(lineStart: number): Entry {
      const chunk = Buffer.allocUnsafe(1024);
      const got = readSync(file, chunk, 0, chunk.length, lineStart);
      const text = chunk.toString('latin1', 0, got);
      const entry = parseEntry(text.slice(0, text.indexOf('\n')));
      assert(entry, 'the book of the simulated bank was changed');
      return entry;
    },

    /** Reads no more than about the last so many bytes; returns where it began. */
    startAtTail(bytes: number): number {
      const { size } = fstatSync(file);
      readTo = wholeLineFrom(Math.max(0, size - bytes), size);
      return readTo;
    },
  };

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
    readTo += got;
    for (let to = text.indexOf('\n'); to >= 0; to = text.indexOf('\n', from)) {
      const entry = parseEntry(text.slice(from, to));
      const nextLine = lineStart + to + 1 - from;
      if (entry) onLine(entry, lineStart, nextLine);
      lineStart = nextLine;
      from = to + 1;
    }
    unfinished = text.slice(from);
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
