import { readFile } from 'node:fs/promises';

/** What the bank's file says of one charge and of all that followed it. */
export type BookedStory = {
  readonly cents: number;
  readonly wasCaptured: boolean;
  /** What the bank was told to do, or did because of the card. */
  readonly behaviour: string;
  /** What stands of what followed, by its reference. */
  readonly followed: ReadonlyMap<string, { readonly kind: string; readonly cents: number }>;
  /** The batches that hold something of it. */
  readonly batches: readonly string[];
};

type Line = {
  readonly reference: string;
  readonly event: 'approved' | 'declined' | 'canceled' | 'batched' | 'closed';
  readonly kind?: 'capture' | 'void' | 'refund';
  readonly of?: string;
  readonly cents: number;
  readonly capture: boolean;
  readonly behaviour: string;
  readonly batch?: string;
};

/**
 * What the bank's file says that each charge came to, by its reference; what it did not take is not in it. Read
 * here a second time, by other means than the auditor's: two readings that agree are worth more than one.
 */
export async function readStories(path: string): Promise<Map<string, BookedStory>> {
  const lines = (await readFile(path, 'utf8')).split('\n').flatMap((text) => lineOf(text) ?? []);
  const canceled = new Set(
    lines.flatMap((line) => (line.event === 'canceled' ? line.reference : [])),
  );
  // Whoever comes first is executed; after a tombstone nobody is.
  const met = new Set<string>();
  const firsts = lines.filter((line) => {
    if (line.event === 'batched' || line.event === 'closed') return false;
    const isFirst = !met.has(line.reference);
    met.add(line.reference);
    return isFirst && line.event === 'approved' && !canceled.has(line.reference);
  });
  const about = Map.groupBy(
    lines.filter(({ event }) => event === 'batched'),
    ({ of }) => of!,
  );
  const following = Map.groupBy(
    firsts.filter(({ of }) => of !== undefined),
    ({ of }) => of!,
  );
  const stories = new Map<string, BookedStory>();
  for (const { reference, of, cents, capture, behaviour } of firsts) {
    if (of !== undefined) continue;
    const followed = following.get(reference) ?? [];
    stories.set(reference, {
      cents,
      wasCaptured: capture,
      behaviour,
      followed: new Map(
        followed.map((line) => [line.reference, { kind: line.kind!, cents: line.cents }]),
      ),
      batches: (about.get(reference) ?? []).map(({ batch }) => batch!),
    });
  }
  return stories;
}

/** What the payer paid in the end, less what came back. */
export function keptCents({ cents, wasCaptured, followed }: BookedStory): number {
  let kept = wasCaptured ? cents : 0;
  const all = [...followed.values()];
  for (const one of all) if (one.kind === 'capture') kept += one.cents;
  for (const one of all) if (one.kind === 'refund') kept -= one.cents;
  return all.some(({ kind }) => kind === 'void') ? Math.min(kept, 0) : kept;
}

/** A process that was killed while it wrote leaves half a line, and the next one is glued to it. */
function lineOf(line: string): Line | undefined {
  try {
    return JSON.parse(line.slice(line.lastIndexOf('{')));
  } catch {
    return undefined;
  }
}
