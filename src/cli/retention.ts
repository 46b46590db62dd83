import { type Retention, readRetention } from '../moving/retention.ts';
import type { Columns } from './layout.ts';
import { catalogue } from './list.ts';

const columns: Columns<Retention> = {
  what: 'name',
  setting: 'env',
  days: (one) => (one.days === 0 ? 'for ever' : one.days),
  rows: 'rows',
  'would go now': 'old',
};

export const retentionCommands = {
  'retention show': catalogue({
    doc:
      'Lists what is removed when it is old: the setting that says after how many days, how many rows there are, and how ' +
      'many would go now; the worker removes them once a day',
    of: 'kinds',
    filters: {},
    rows: async (world) => await readRetention(world),
    columns,
  }),
} as const;
