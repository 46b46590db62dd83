import { stat } from 'node:fs/promises';
import { blocks } from './blocks.ts';
import { type Entry, parseEntry, type Standing, standing } from './entry.ts';
import { recent } from './recent.ts';

/** What the bank holds in the end under one reference. */
export type BookedCharge = {
  readonly reference: string;
  readonly standing: Standing;
  /** What the payer has lost: zero for all that was declined, canceled or is yet to be carried out. */
  readonly netCents: bigint;
  /** Unset when the reference was canceled before anything was booked. */
  readonly processorId: string | undefined;
  readonly capture: boolean | undefined;
};

/**
 * The whole book for the auditor, one reference at a time in the order of their first lines, so that a book
 * of any length can be compared. Held in memory are only the tombstones and the latest references: should
 * the bank have charged one reference twice, long apart, both come out, and the auditor sees it.
 */
export async function* readBook(
  path: string,
  { asOf = Number.POSITIVE_INFINITY, keep = 20_000 }: { asOf?: number; keep?: number } = {},
): AsyncGenerator<BookedCharge> {
  const { size } = await stat(path);
  const tombstones = new Set<string>();
  for await (const entry of entries(path, size, '"event":"canceled"'))
    tombstones.add(entry.reference);

  const seen = recent<true>(keep);
  const seenTombstones = new Set<string>();
  for await (const entry of entries(path, size, '')) {
    const { reference } = entry;
    const canceled = tombstones.has(reference);
    if (seen.get(reference) || seenTombstones.has(reference)) continue;
    seen.set(reference, true);
    if (canceled) seenTombstones.add(reference);
    yield charge(entry, canceled, asOf);
  }
}

function charge(entry: Entry, canceled: boolean, asOf: number): BookedCharge {
  const booked = entry.event === 'canceled' ? undefined : entry;
  const now = standing({ booked, canceled }, asOf);
  return {
    reference: entry.reference,
    standing: now,
    netCents: booked && now === 'approved' ? booked.cents : 0n,
    processorId: booked?.processorId,
    capture: booked?.capture,
  };
}

async function* entries(path: string, size: number, containing: string): AsyncGenerator<Entry> {
  for await (const block of blocks(path, 0, size)) {
    if (!block.includes(containing)) continue;
    for (const line of block.split('\n')) {
      const entry = line.includes(containing) ? parseEntry(line) : undefined;
      if (entry) yield entry;
    }
  }
}
