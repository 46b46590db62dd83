import { readFile } from 'node:fs/promises';

/** What the bank's file says of one charge and of all that followed it. */
export type BookedStory = {
  readonly cents: number;
  readonly wasCaptured: boolean;
  /** What the bank was told to do, or did because of the card. */
  readonly behaviour: string;
  /** What stands of what followed, by its reference. */
  readonly followed: ReadonlyMap<string, { readonly kind: string; readonly cents: number }>;
};

/** What the bank pays for a batch, and what it is made of: references with their cents. */
export type BookedBatch = { readonly cents: number; readonly items: readonly string[] };

export type BankBook = {
  readonly stories: ReadonlyMap<string, BookedStory>;
  readonly batches: ReadonlyMap<string, BookedBatch>;
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
 * The bank's file, read here a second time, by other means than the reconciliation's: two readings that agree are worth
 * more than one.
 */
export async function readBankBook(path: string): Promise<BankBook> {
  const lines = (await readFile(path, 'utf8')).split('\n').flatMap((text) => lineOf(text) ?? []);
  return { stories: storiesIn(lines), batches: batchesIn(lines) };
}

/** What each charge came to, by its reference; what was not taken is not among them. */
function storiesIn(lines: readonly Line[]): Map<string, BookedStory> {
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
    });
  }
  return stories;
}

/** A bank that died while it closed a batch closes the same again: some of its lines stand there twice. */
function batchesIn(lines: readonly Line[]): Map<string, BookedBatch> {
  const items = Map.groupBy(
    lines.filter(({ event }) => event === 'batched'),
    ({ batch }) => batch!,
  );
  const batches = new Map<string, BookedBatch>();
  for (const { event, reference, cents } of lines) {
    if (event !== 'closed' || batches.has(reference)) continue;
    const held = (items.get(reference) ?? []).map((item) => `${item.reference} ${item.cents}`);
    batches.set(reference, { cents, items: [...new Set(held)] });
  }
  return batches;
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
