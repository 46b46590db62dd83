import { stat } from 'node:fs/promises';
import type { BookedCharge } from '../../../../src/ports/processors/booked-charge.ts';
import { blocks } from './blocks.ts';
import {
  type Batched,
  type Booking,
  type Entry,
  parseEntry,
  standing,
  type Tombstone,
} from './entry.ts';
import { recent } from './recent.ts';
import { appendEntry, newStory, type Story } from './story.ts';

/**
 * The whole book for the reconciliation, one reference at a time in the order of their first lines, so that a book of
 * any length can be compared. Memory holds only the tombstones, the charges with follow-ups (until the last of these),
 * and the latest references. If the bank charged one reference twice, long apart, both come out, and the reconciliation
 * finds it. A reference that was canceled before it came is called a charge.
 */
export async function* readBook(path: string, options: Options = {}): AsyncGenerator<BookedCharge> {
  const { size } = await stat(path);
  yield* view((isWanted) => entries(blocks(path, 0, size), isWanted), options);
}

/** The same for a book that is in memory. */
export function readBookText(text: string, options: Options = {}): AsyncGenerator<BookedCharge> {
  return view((isWanted) => entries([text], isWanted), options);
}

async function* view(
  read: (isWanted: Wanted) => AsyncIterable<Entry>,
  { asOf = Number.POSITIVE_INFINITY, keep = 20_000 }: Options,
): AsyncGenerator<BookedCharge> {
  const { tombstones, following } = await survey(read(isAboutOthers));
  const stories = retell(following);
  const seen = recent<true>(keep);
  const seenTombstones = new Set<string>();

  for await (const entry of read(() => true)) {
    const told = stories.append(entry);
    if (!told) continue;
    const { reference, booked, restsOn } = told;
    if (seen.get(reference) || seenTombstones.has(reference)) continue;
    seen.set(reference, true);
    if (tombstones.has(reference)) seenTombstones.add(reference);
    const canceled = [reference, booked?.of, restsOn].some((one) => one && tombstones.has(one));
    const now = standing({ booked, canceled }, asOf);
    yield {
      kind: booked?.kind ?? 'charge',
      reference,
      of: booked?.of,
      standing: now,
      netCents: booked && now === 'approved' ? booked.cents : 0n,
      processorId: booked?.processorId,
      last4: booked?.last4,
      capture: booked?.kind === 'charge' ? booked.capture : undefined,
    };
  }
}

type Options = { readonly asOf?: number; readonly keep?: number };
type Wanted = (text: string) => boolean;
type Told = {
  readonly reference: string;
  readonly booked: Booking | undefined;
  readonly restsOn: string | undefined;
};

/** Folds the stories of the charges with follow-ups. */
function retell(following: Map<string, number>) {
  const stories = new Map<string, Story>();
  const owners = new Map<string, Story>();
  const tombstones = new Set<string>();

  return {
    append(entry: Entry): Told | undefined {
      switch (entry.event) {
        case 'closed':
          return undefined;
        case 'batched':
          return pass(entry, stories.get(entry.of));
        case 'canceled':
          tombstones.add(entry.reference);
          pass(entry, stories.get(entry.reference) ?? owners.get(entry.reference));
          return { reference: entry.reference, booked: undefined, restsOn: undefined };
        case 'approved':
        case 'declined':
          return entry.of === undefined ? begin(entry) : follow(entry, entry.of);
      }
    },
  };

  function pass(entry: Batched | Tombstone, story: Story | undefined): undefined {
    if (story) appendEntry(story, entry);
  }

  function begin(booked: Booking): Told {
    const { reference } = booked;
    if (following.has(reference) && !stories.has(reference)) {
      const judgement = { booked, canceled: tombstones.has(reference) };
      stories.set(reference, newStory(reference, judgement));
    }
    return { reference, booked, restsOn: undefined };
  }

  function follow(entry: Booking, charge: string): Told | undefined {
    const { reference } = entry;
    const story = stories.get(charge) ?? newStory(charge);
    appendEntry(story, entry, tombstones.has(reference));
    owners.set(reference, story);
    forgetInTime(story);
    const counted = story.followUps.get(reference);
    return counted && { reference, ...counted };
  }

  /** After the last line about a charge nothing can change its follow-ups. */
  function forgetInTime(story: Story): void {
    const left = following.get(story.reference)! - 1;
    following.set(story.reference, left);
    if (left > 0) return;
    stories.delete(story.reference);
    for (const followUp of story.followUps.keys()) owners.delete(followUp);
  }
}

/** The first pass: all tombstones, and the number of follow-ups of each charge. */
async function survey(lines: AsyncIterable<Entry>) {
  const tombstones = new Set<string>();
  const following = new Map<string, number>();
  for await (const entry of lines) {
    if (entry.event === 'canceled') tombstones.add(entry.reference);
    else if ('kind' in entry && entry.of !== undefined) {
      following.set(entry.of, (following.get(entry.of) ?? 0) + 1);
    }
  }
  return { tombstones, following };
}

function isAboutOthers(text: string): boolean {
  return text.includes('"event":"canceled"') || text.includes('"kind":');
}

async function* entries(
  texts: AsyncIterable<string> | readonly string[],
  isWanted: Wanted,
): AsyncGenerator<Entry> {
  for await (const block of texts) {
    if (!isWanted(block)) continue;
    for (const line of block.split('\n')) {
      const entry = isWanted(line) ? parseEntry(line) : undefined;
      if (entry) yield entry;
    }
  }
}
