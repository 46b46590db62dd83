import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'wouter';
import type { Batch } from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { money, number } from '../data/format.ts';
import { useLiveRefresh } from '../data/live.tsx';
import { Actor } from '../parts/actor.tsx';
import { createdColumn } from '../parts/columns.tsx';
import { Detail, ObjectFrame } from '../parts/detail.tsx';
import { PartList } from '../parts/part-list.tsx';
import { Amount, Copy, Facts, Note, SideBlock, When } from '../parts/show.tsx';
import { books as words } from '../words/books.ts';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';
import { places as titles } from '../words/places.ts';

export default function BatchScreen() {
  const { batchId = '' } = useParams<{ batchId: string }>();
  const { business, client } = useHere();
  const found = useQuery({
    queryKey: [business.id, 'batches', batchId],
    queryFn: () => client.batches.retrieve(batchId),
  });
  useLiveRefresh(['batch.'], () => void found.refetch());
  return (
    <Detail
      found={found}
      title={t(words.batch)}
      titleOf={({ reference }) => `${t(words.batch)} ${reference}`}
      crumb={{ text: t(titles.batches), href: '/batches' }}
    >
      {(batch) => (
        <ObjectFrame
          headline={money(batch.net, batch.currency)}
          unit={batch.currency}
          state={batch.status}
          sub={[
            `${number(batch.itemCount)} ${t(words.items).toLowerCase()}`,
            batch.processor,
            <When key="at" at={batch.closedAt ?? batch.createdAt} />,
          ]}
          notes={<Doubt batch={batch} />}
          side={<BatchFacts batch={batch} />}
        >
          <Items batch={batch} />
        </ObjectFrame>
      )}
    </Detail>
  );
}

function Doubt({ batch }: { batch: Batch }) {
  if (batch.status === 'unknown') {
    return (
      <Note tone="doubt" title={t(words.isUnknown)}>
        {t(words.isUnknownText)}
      </Note>
    );
  }
  if (batch.status !== 'mismatch' || batch.processorNet === null) return null;
  const difference = money(batch.processorNet - batch.net, batch.currency);
  return (
    <Note tone="bad" title={t(words.differs(difference))}>
      {t(words.differsText)} <Link href="/cases?status=open">{t(words.toCases)}</Link>
    </Note>
  );
}

function Items({ batch }: { batch: Batch }) {
  const { client } = useHere();
  return (
    <PartList
      name={['batches', batch.id, 'items']}
      title={t(words.items)}
      icon="list"
      read={(cursor) => client.batches.items(batch.id, cursor)}
      id={({ reference, kind }) => `${kind} ${reference}`}
      href={({ paymentId }) => `/payments/${paymentId}`}
      empty={t(words.emptyItems)}
      columns={[
        {
          title: common.kind,
          onPhone: 1,
          cell: ({ kind, paymentId }) =>
            `${t(kind === 'refund' ? words.refund : words.payment)} ${paymentId}`,
        },
        {
          title: common.amount,
          isNumber: true,
          onPhone: 2,
          cell: ({ amount }) => <Amount minor={amount} currency={batch.currency} />,
        },
        { title: words.reference, onPhone: 3, cell: ({ reference }) => <Copy text={reference} /> },
        createdColumn(4),
      ]}
    />
  );
}

function BatchFacts({ batch }: { batch: Batch }) {
  const { net, fees, currency, processorNet, processorItemCount } = batch;
  return (
    <>
      <SideBlock title={t(common.money)}>
        <Facts
          facts={[
            [t(words.net), money(net, currency)],
            processorNet !== null && [t(words.theirs), money(processorNet, currency)],
            processorNet !== null &&
              processorNet !== net && [
                t(words.difference),
                money(processorNet - net, currency),
                'total',
              ],
            fees !== 0 && [t(words.fees), money(fees, currency)],
            [t(words.items), number(batch.itemCount)],
            processorItemCount !== null && [t(words.theirItems), number(processorItemCount)],
          ]}
        />
        {processorNet === net && <p className="soft small">{t(words.agrees)}</p>}
      </SideBlock>
      <SideBlock title={t(common.details)}>
        <Facts
          facts={[
            [t(words.processor), batch.processor],
            [t(common.created), <When key="c" at={batch.createdAt} />],
            batch.closedAt !== null && [t(words.closed), <When key="d" at={batch.closedAt} />],
            batch.actor !== null && [t(words.closedBy), <Actor key="a" of={batch.actor} />],
            batch.reconciledAt !== null && [
              t(words.reconciled),
              <When key="r" at={batch.reconciledAt} />,
            ],
            batch.payoutId !== null && [
              t(words.payout),
              <Link key="p" href={`/payouts/${batch.payoutId}`}>
                {batch.payoutId}
              </Link>,
            ],
          ]}
        />
      </SideBlock>
      <SideBlock title={t(common.identifiers)}>
        <Facts
          facts={[
            [t(words.batch), <Copy key="b" text={batch.id} />],
            [t(words.reference), <Copy key="r" text={batch.reference} />],
          ]}
        />
      </SideBlock>
    </>
  );
}
