import { familyOf } from '../payments/risk/card-testing/judge.ts';
import {
  listSuspects,
  releaseSuspect,
  type SuspectRow,
} from '../payments/risk/card-testing/store.ts';
import { ExpectedError } from './command.ts';
import { dataCommand } from './data-command.ts';
import { catalogue } from './list.ts';
import { reason, verbatim } from './values.ts';
import { positional, required } from './words.ts';

/** `stop bin (25)`: the level, the group, and the surplus of refused cards over those that paid. */
function signsOf({ watched: { raised, groups } }: SuspectRow, now: Date): string {
  return Object.entries(raised)
    .filter(([, { until }]) => until > now.getTime())
    .map(([group, { level }]) => {
      const score = Math.round(groups[group]?.score ?? 0);
      return `${level} ${familyOf(group)} (${score})`;
    })
    .join(', ');
}

export const riskCommands = {
  'risk list': catalogue({
    doc: 'Lists who seems to test cards, and what follows',
    more: 'Each is released by itself at the time shown.',
    of: 'suspects',
    filters: {},
    async rows({ db, now }) {
      const at = now();
      const found = await listSuspects(db, at);
      return found.map((row) => ({ ...row, signs: signsOf(row, at) }));
    },
    columns: {
      suspect: 'name',
      business: 'businessId',
      signs: 'signs',
      changed: 'changedAt',
      until: 'raisedUntil',
    },
    json: (rows) => rows.map(({ watched: _, ...row }) => row),
  }),
  'risk release': dataCommand({
    doc: 'Releases somebody who seems to test cards: what was counted is forgotten. Written to the audit log.',
    words: { suspect: positional('SUSPECT', verbatim(100)), note: required('TEXT', reason) },
    async work(world, { suspect: name, note }, actor) {
      const found = await releaseSuspect(world, name, { actor, note });
      if (!found) throw new ExpectedError(`nothing is known of ${name}; risk list shows the names`);
      const { businessId, kind } = found;
      return { data: { name, kind, businessId }, text: `${name} is released.` };
    },
  }),
} as const;
