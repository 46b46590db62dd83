import type { Batched, Booking, Entry, Tombstone } from './entry.ts';
import { appendEntry, newStory, type Story } from './story.ts';

type Held = { readonly story: Story; holders: number };

type Options = {
  readonly keep: number;
  /** The story of a charge without follow-ups; undefined when it is not in memory. */
  readonly begin: (charge: string) => Story | undefined;
  /** Calls back at the moment at which everything was read that others wrote. */
  readonly load: (charge: string, use: (entries: readonly Entry[]) => void) => Promise<void>;
};

/**
 * The stories of the charges that were followed up lately. A story that is here is whole: it began with the
 * first line about its charge and has every line that was read since.
 */
export function liveStories({ keep, begin, load }: Options) {
  let young = generation();
  let old = generation();
  /** Stories in use, which may not be forgotten meanwhile. */
  const held = new Map<string, Held>();

  return {
    get,
    /** Takes the line of a charge itself, or a tombstone; most are about no charge that is here. */
    hear(entry: Booking | Tombstone): void {
      if (held.size === 0 && young.stories.size === 0 && old.stories.size === 0) return;
      const own = known(entry.reference);
      if (own) appendEntry(own, entry);
      const whole = storyWith(entry.reference);
      if (whole) appendEntry(whole, entry);
    },
    /** Takes the line of a follow-up. Without a story of its charge in memory it is read from the file later. */
    follow(entry: Booking | Batched, charge: string, wasCanceled: boolean): void {
      const story = get(charge);
      if (!story) return;
      appendEntry(story, entry, wasCanceled);
      keepStory(story);
    },
    /** Until they are released `get` knows the stories of all of these charges, also of missing ones. */
    async hold(charges: readonly string[]): Promise<() => void> {
      await Promise.all([...new Set(charges)].map(holdOne));
      return () => {
        for (const charge of new Set(charges)) letGo(charge);
      };
    },
  };

  function get(charge: string): Story | undefined {
    const here = known(charge);
    if (here) return here;
    const story = begin(charge);
    if (story) keepStory(story);
    return story;
  }

  function known(charge: string): Story | undefined {
    return held.get(charge)?.story ?? young.stories.get(charge) ?? old.stories.get(charge);
  }

  function storyWith(followUp: string): Story | undefined {
    const charge = young.of.get(followUp) ?? old.of.get(followUp);
    if (charge !== undefined) return known(charge);
    for (const { story } of held.values()) if (story.followUps.has(followUp)) return story;
    return undefined;
  }

  async function holdOne(charge: string): Promise<void> {
    const story = get(charge);
    if (story) return pin(story);
    await load(charge, (entries) => {
      // A concurrent load was faster, and its story has later lines.
      pin(get(charge) ?? foldStory(charge, entries));
    });
  }

  function pin(story: Story): void {
    const one = held.get(story.reference) ?? { story, holders: 0 };
    one.holders += 1;
    held.set(story.reference, one);
    keepStory(story);
  }

  function letGo(charge: string): void {
    const one = held.get(charge)!;
    one.holders -= 1;
    if (one.holders > 0) return;
    held.delete(charge);
    keepStory(one.story);
  }

  /** A story and the names of its follow-ups are forgotten together. */
  function keepStory(story: Story): void {
    young.stories.set(story.reference, story);
    for (const reference of story.followUps.keys()) young.of.set(reference, story.reference);
    if (young.stories.size < keep && young.of.size < 4 * keep) return;
    old = young;
    young = generation();
  }
}

function generation() {
  return { stories: new Map<string, Story>(), of: new Map<string, string>() };
}

/** Folds the lines about one charge, in their order. */
function foldStory(charge: string, entries: readonly Entry[]): Story {
  const story = newStory(charge);
  const early = new Set<string>();
  for (const entry of entries) {
    if (entry.event === 'closed') continue;
    if (entry.event === 'canceled') early.add(entry.reference);
    appendEntry(story, entry, early.has(entry.reference));
  }
  return story;
}
