import { readUnknownOutcomes } from '../monitoring/unknown-outcomes.ts';
import { nameOf } from './layout.ts';
import { catalogue, limit } from './list.ts';

export const paymentUnknown = catalogue({
  doc: 'Lists payments, captures, voids, refunds and batches whose outcome is unknown, of all businesses, the oldest first',
  more: 'Each is inquired about again by itself, at the time in the last column.',
  of: 'unknown outcomes',
  filters: { limit },
  rows: async ({ db }, options) => await readUnknownOutcomes(db, options.limit),
  columns: {
    business: (one) => String(one.businessId),
    what: 'kind',
    id: (one) => nameOf(one),
    payment: (one) => one.paymentId && nameOf({ businessId: one.businessId, id: one.paymentId }),
    account: 'processor',
    since: 'since',
    'next inquiry': 'nextAt',
  },
});
