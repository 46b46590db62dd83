import {
  countRefused,
  levelFor,
  type Try,
  unsuspected,
} from '../../src/payments/risk/card-testing/judge.ts';
import { higher, type Level } from '../../src/payments/risk/card-testing/limits.ts';
import { createPaidCards } from '../../src/payments/risk/card-testing/paid-cards.ts';
import { isProbeDue, withAnswer, withProbe } from '../../src/payments/risk/card-testing/stops.ts';
import type { Suspect } from '../../src/payments/risk/card-testing/suspect.ts';

/** What the bank makes of a try. `harmless`: declined for a reason that says nothing against the card. */
export type Answer = 'paid' | 'refused' | 'wrong code' | 'harmless';

type Met = {
  readonly suspects: readonly Suspect[];
  readonly attempt: Try;
  readonly payer: string;
  readonly answer: Answer;
  readonly at: number;
};

/** The judge over histories of tries, one after the other, without a database. */
export type Watch = {
  /** What follows for this try; unless it is stopped, the bank answers it. `probe`: it passes a stop. */
  meet(met: Met): Level | 'probe';
  /** As a process that starts: only what the database has is known. */
  restart(): void;
};
export type Judge = typeof countRefused;

export function watchOf(judge: Judge = countRefused): Watch {
  let paid = createPaidCards();
  const all = new Map<string, Parameters<Judge>[0]>();
  let payments = 0;
  const watchedOf = (name: string) => all.get(name) ?? unsuspected;

  /** True if the try passes every stop that holds for it. */
  function probes({ suspects, attempt, at }: Met): boolean {
    const stopped = suspects.filter(
      ({ name, kind }) => levelFor(watchedOf(name), kind, attempt, at) === 'stop',
    );
    if (!stopped.every(({ name, kind }) => isProbeDue(watchedOf(name), kind, attempt, at))) {
      return false;
    }
    for (const { name, kind } of stopped) {
      all.set(name, withProbe(watchedOf(name), kind, attempt, at)!);
    }
    return true;
  }

  return {
    meet(met) {
      const { suspects, attempt, payer, answer, at: now } = met;
      payments += 1;
      const level = suspects
        .map(({ name, kind }) => levelFor(watchedOf(name), kind, attempt, now))
        .reduce(higher, 'none');
      const isProbe = level === 'stop' && probes(met);
      const follows = isProbe ? 'probe' : level;
      if (follows === 'stop' || answer === 'harmless') return follows;
      const hasPaid = answer === 'paid';
      if (hasPaid) paid.note(suspects, attempt, now);
      const code = answer === 'wrong code' ? 'incorrect_cvc' : 'do_not_honor';
      const refused = {
        ...attempt,
        wrongCodeOf: answer === 'wrong code' ? `${payments}` : undefined,
        excuse: hasPaid ? 'none' : paid.excuseFor(suspects, { attempt, payer, code }, now),
      } as const;
      for (const suspect of suspects) {
        const { name, kind } = suspect;
        if (isProbe) {
          all.set(name, withAnswer(watchedOf(name), kind, { attempt, hasPaid, now }).watched);
        }
        if (hasPaid) continue;
        const around = { credits: paid.take(suspect), now };
        all.set(name, judge(watchedOf(name), kind, refused, around).watched);
      }
      return follows;
    },
    restart() {
      paid = createPaidCards();
    },
  };
}

/** Broken judges that the simulations must find. */
export const brokenJudges: Readonly<
  Record<'paid cards count for nothing' | 'only the same card counts' | 'no outage is seen', Judge>
> = {
  'paid cards count for nothing': (before, kind, attempt, around) =>
    countRefused(before, kind, attempt, { ...around, credits: new Map() }),
  'no outage is seen': (before, kind, attempt, around) =>
    countRefused(before, kind, { ...attempt, excuse: 'none' }, around),
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
