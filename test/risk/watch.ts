import {
  countRefused,
  levelFor,
  type Try,
  unsuspected,
} from '../../src/payments/risk/card-testing/judge.ts';
import { higher, type Level } from '../../src/payments/risk/card-testing/limits.ts';
import { createPaidCards } from '../../src/payments/risk/card-testing/paid-cards.ts';
import type { Suspect } from '../../src/payments/risk/card-testing/suspect.ts';

/** What the bank makes of a try. `harmless`: declined for a reason that says nothing against the card. */
export type Answer = 'paid' | 'refused' | 'wrong code' | 'harmless';

/** The judge over histories of tries, one after the other, without a database. */
export type Watch = {
  /** What follows for this try; unless it is stopped, the bank answers it. */
  meet(suspects: readonly Suspect[], attempt: Try, answer: Answer, at: number): Level;
};
export type Judge = typeof countRefused;

export function watchOf(judge: Judge = countRefused): Watch {
  const paid = createPaidCards();
  const all = new Map<string, Parameters<Judge>[0]>();
  let payments = 0;

  return {
    meet(suspects, attempt, answer, now) {
      payments += 1;
      const level = suspects
        .map(({ name, kind }) => levelFor(all.get(name) ?? unsuspected, kind, attempt, now))
        .reduce(higher, 'none');
      if (level === 'stop' || answer === 'harmless') return level;
      for (const suspect of suspects) {
        if (answer === 'paid') {
          paid.note(suspect, attempt);
          continue;
        }
        const refused = {
          ...attempt,
          wrongCodeOf: answer === 'wrong code' ? `${payments}` : undefined,
        };
        const before = all.get(suspect.name) ?? unsuspected;
        const around = { credits: paid.take(suspect), now };
        all.set(suspect.name, judge(before, suspect.kind, refused, around).watched);
      }
      return level;
    },
  };
}

/** Broken judges that the simulations must find. */
export const brokenJudges: Readonly<
  Record<'paid cards count for nothing' | 'only the same card counts', Judge>
> = {
  'paid cards count for nothing': (before, kind, attempt, around) =>
    countRefused(before, kind, attempt, { ...around, credits: new Map() }),
  'only the same card counts': (before, kind, attempt, around) => {
    const isKnown = Object.values(before.groups).some(({ numbers }) =>
      numbers.includes(attempt.number),
    );
    const isFirst = Object.keys(before.groups).length === 0;
    return isKnown || isFirst
      ? countRefused(before, kind, attempt, around)
      : { watched: before, news: [] };
  },
};
