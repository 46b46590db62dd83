import type { AuditLogEntry } from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { common } from '../words/common.ts';
import { type Text, t } from '../words/language.ts';
import { subscriptions as words } from '../words/subscriptions.ts';
import { Actor } from './actor.tsx';
import type { Column } from './list-screen.tsx';
import { PartList } from './part-list.tsx';
import { When } from './show.tsx';

const acts: Readonly<Record<string, Text>> = {
  'subscription.paused': words.wasPaused,
  'subscription.resumed': words.wasResumed,
  'subscription.canceled': words.wasCanceled,
  'subscription.ends_with_period': words.wasEnded,
  'subscription.goes_on': words.wasKept,
  'subscription.price_changed': words.wasRepriced,
  'subscription.token_changed': words.wasMoved,
  'subscription.address_shown': words.wasShown,
  'subscription.address_replaced': words.wasReplaced,
};

const columns: readonly Column<AuditLogEntry>[] = [
  {
    title: words.what,
    onPhone: 1,
    cell: ({ act }) => (Object.hasOwn(acts, act) ? t(acts[act]!) : act),
  },
  {
    title: words.by,
    onPhone: 3,
    cell: ({ actor }) => (actor === 'payer' ? t(words.payer) : <Actor of={actor} />),
  },
  {
    title: common.created,
    isNumber: true,
    onPhone: 2,
    cell: ({ happenedAt }) => <When at={happenedAt} />,
  },
];

/** Changes and their authors, including the payer. */
export function SubscriptionHistory({ subscriptionId }: { subscriptionId: string }) {
  const { client } = useHere();
  return (
    <>
      <h2 className="pad">{t(words.history)}</h2>
      <PartList
        name={['subscriptions', subscriptionId, 'history']}
        title={t(words.history)}
        icon="book"
        read={(cursor) =>
          client.auditLog.list({ ...cursor, object: `subscription:${subscriptionId}` })
        }
        id={({ id }) => id}
        columns={columns}
        empty={t(words.noHistory)}
      />
    </>
  );
}
