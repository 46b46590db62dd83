import {
  type Overdue,
  type OverdueKind,
  overdueKinds,
  readOverdue,
} from '../monitoring/overdue.ts';
import { catalogue, limit } from './list.ts';
import { oneOf } from './values.ts';
import { option } from './words.ts';

/** The command that shows the rows themselves. */
const next: Readonly<Record<OverdueKind, (one: Overdue) => string>> = {
  outcomes: () => 'payment unknown',
  webhooks: ({ businessId, first }) => `webhooks show ${businessId}/${first}`,
  receivers: ({ businessId }) => `webhooks list --business ${businessId}`,
  mails: ({ businessId }) => `mail list --business ${businessId} --state queued`,
  'failed-mails': ({ businessId }) => `mail list --business ${businessId} --state failed`,
  texts: ({ businessId, first }) => `message show ${businessId}/${first}`,
  'failed-texts': ({ businessId, first }) => `message show ${businessId}/${first}`,
  transfers: ({ businessId }) => `ach entries --business ${businessId}`,
  files: ({ businessId, first }) => `ach file ${businessId}/${first}`,
  subscriptions: ({ businessId, first }) => `subscription show ${businessId}/${first}`,
  jobs: () => 'logs tail --event job.failed',
  accounts: ({ businessId }) => `processor list --business ${businessId}`,
  circuits: () => 'logs tail --event processor.circuit_opened',
};

const longestReason = 50;

export const overdue = catalogue({
  doc: 'Lists what is late or fails, of all businesses, the longest wait first',
  more:
    'Late is what was due a minute ago. A line for each business and kind: how many, since when the first of them waits, the ' +
    'command that shows more, and what the last met with. outcomes: of requests that move money, and unknown; receivers: of ' +
    'webhooks; failed-mails and failed-texts: of the last day, and not tried again; transfers and files: of the bank; ' +
    'accounts: at gateways, and stopped; circuits: accounts that a process leaves alone after failures, as it wrote within ' +
    'the last half minute. Business 0 is the platform. Cases that wait are in case list.',
  of: 'overdue work',
  filters: { kind: option(overdueKinds.join('|'), oneOf(overdueKinds)), limit },
  rows: async ({ db, now }, { kind, limit: most }) =>
    await readOverdue(db, now(), { ...(kind && { kinds: [kind] }), limit: most }),
  columns: {
    business: 'businessId',
    what: 'kind',
    count: 'count',
    since: 'since',
    'look at': (one) => next[one.kind](one),
    why: (one) => one.why?.slice(0, longestReason),
  },
});
