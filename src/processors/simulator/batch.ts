import { createHash } from 'node:crypto';
import type { Batched, Closing } from './entry.ts';
import { batchedCents, fitsBatch, type Story } from './story.ts';

/** A batch as it is to be closed. */
export type BatchWish = {
  readonly reference: string;
  readonly at: number;
  readonly processorId: string;
  readonly items: readonly Item[];
  /** The bank forgets the last item: a batch that does not come out even. */
  readonly forgetsOne: boolean;
};

type Item = { readonly reference: string; readonly cents: bigint };
type Stories = (item: string) => Story | undefined;

/** The lines that put into the batch what the bank agrees to. */
export function batchLines(wish: BatchWish, storyOf: Stories): Batched[] {
  const { reference: batch, at } = wish;
  const taken = new Set<string>();
  return itemsOf(wish).flatMap((item) => {
    const story = storyOf(item.reference);
    const { reference, cents } = item;
    const line = {
      reference,
      event: 'batched',
      at,
      of: story?.reference ?? '',
      batch,
      cents,
    } as const;
    if (!story || taken.has(reference) || !fitsBatch(story, line)) return [];
    taken.add(reference);
    return [line];
  });
}

/** The line that closes it, by what is in it now. */
export function closingOf(wish: BatchWish, storyOf: Stories): Closing {
  const { reference, at, processorId } = wish;
  const agreed = new Map<string, bigint>();
  for (const item of itemsOf(wish)) {
    const story = storyOf(item.reference);
    const cents = story && batchedCents(story, item.reference, reference);
    if (cents !== undefined) agreed.set(item.reference, cents);
  }
  const cents = [...agreed.values()].reduce((sum, one) => sum + one, 0n);
  return {
    reference,
    event: 'closed',
    at,
    processorId,
    count: agreed.size,
    cents,
    asked: fingerprintOf(wish.items),
  };
}

export function fingerprintOf(items: readonly Item[]): string {
  const hash = createHash('sha256');
  for (const { reference, cents } of items) hash.update(`${reference} ${cents}\n`);
  return hash.digest('hex').slice(0, 16);
}

function itemsOf({ items, forgetsOne }: BatchWish): readonly Item[] {
  return forgetsOne ? items.slice(0, -1) : items;
}
