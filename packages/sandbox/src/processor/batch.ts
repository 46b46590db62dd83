import { createHash } from 'node:crypto';
import type { Batched, Closing } from './entry.ts';
import { batchedCents, fitsBatch, type Story } from './story.ts';

/** A batch as it is to be closed. */
export type BatchRequest = {
  readonly reference: string;
  readonly at: number;
  readonly processorId: string;
  readonly items: readonly Item[];
  /** The bank forgets the last item: a batch that does not come out even. */
  readonly forgetsOne: boolean;
};

type Item = { readonly reference: string; readonly cents: bigint };
type Stories = (item: string) => Story | undefined;

/** The lines that put the items into the batch to which the bank agrees. */
export function batchLines(requested: BatchRequest, storyOf: Stories): Batched[] {
  const { reference: batch, at } = requested;
  const taken = new Set<string>();
  return itemsOf(requested).flatMap((item) => {
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

/** The line that closes the batch with its present items. */
export function closingOf(requested: BatchRequest, storyOf: Stories): Closing {
  const { reference, at, processorId } = requested;
  const agreed = new Map<string, bigint>();
  for (const item of itemsOf(requested)) {
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
    asked: fingerprintOf(requested.items),
  };
}

export function fingerprintOf(items: readonly Item[]): string {
  const hash = createHash('sha256');
  for (const { reference, cents } of items) hash.update(`${reference} ${cents}\n`);
  return hash.digest('hex').slice(0, 16);
}

function itemsOf({ items, forgetsOne }: BatchRequest): readonly Item[] {
  return forgetsOne ? items.slice(0, -1) : items;
}
