import { groupsOf, type Try } from './judge.ts';
import type { Suspect } from './suspect.ts';

/**
 * Cards that paid, in the memory of one process: an ordinary payment writes nothing. They are handed to the shared
 * score when a card of the same suspect is refused. What a process forgets, at its end or because it remembers too many,
 * makes a score too high by that many cards, and never too low.
 */
export type PaidCards = {
  note(suspect: Suspect, attempt: Try): void;
  /** Those since the last call, by group. */
  take(suspect: Suspect): ReadonlyMap<string, number>;
};

type Paid = { readonly credits: Map<string, number>; readonly seen: Set<string> };

const mostSuspects = 20_000;
const mostSeen = 1_000;
/** More lower no score further than to zero. */
const mostCredits = 250;
/** Renewals of saved cards are refused more often, so one that pays weighs more. */
const creditOf = (group: string) => (group === 'saved' ? 2 : 1);

export function createPaidCards(): PaidCards {
  const all = new Map<string, Paid>();

  return {
    note({ name, kind }, attempt) {
      const paid = all.get(name) ?? { credits: new Map(), seen: new Set() };
      // The suspect that was quiet for longest is the first.
      all.delete(name);
      all.set(name, paid);
      if (all.size > mostSuspects) all.delete(all.keys().next().value!);
      // One good card that pays again and again proves nothing about others.
      if (paid.seen.has(attempt.number)) return;
      paid.seen.add(attempt.number);
      if (paid.seen.size > mostSeen) paid.seen.delete(paid.seen.values().next().value!);
      for (const group of groupsOf(kind, attempt)) {
        const credits = (paid.credits.get(group) ?? 0) + creditOf(group);
        paid.credits.set(group, Math.min(credits, mostCredits));
      }
    },
    take({ name }) {
      const paid = all.get(name);
      const credits = new Map(paid?.credits);
      paid?.credits.clear();
      return credits;
    },
  };
}
