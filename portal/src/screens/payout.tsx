import { useQuery } from '@tanstack/react-query';
import { useParams } from 'wouter';
import type { Payout } from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { money, number } from '../data/format.ts';
import { statusColumn } from '../parts/columns.tsx';
import { Detail, ObjectFrame } from '../parts/detail.tsx';
import { PartList } from '../parts/part-list.tsx';
import { Amount, Copy, Facts, Note, SideBlock, When } from '../parts/show.tsx';
import { books as words } from '../words/books.ts';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';

export default function PayoutScreen() {
  const { payoutId = '' } = useParams<{ payoutId: string }>();
  const { business, client } = useHere();
  const found = useQuery({
    queryKey: [business.id, 'payouts', payoutId],
    queryFn: () => client.payouts.retrieve(payoutId),
  });
  return (
    <Detail
      found={found}
      title={t(words.payout)}
      titleOf={({ id }) => `${t(words.payout)} ${id}`}
      crumb={{ text: t(words.payouts), href: '/payouts' }}
    >
      {(payout) => (
        <ObjectFrame
          headline={money(payout.amount, 'USD')}
          unit="USD"
          state={payout.status}
          sub={[
            <span key="account">
              {t(words.account)} <span className="digits">•••• {payout.last4}</span>
            </span>,
            <When key="at" at={payout.createdAt} />,
          ]}
          notes={
            payout.returnCode !== null && (
              <Note tone="bad" title={t(words.cameBack)}>
                {t(words.cameBackText(payout.returnCode))}
              </Note>
            )
          }
          side={
            <SideBlock title={t(common.details)}>
              <PayoutFacts payout={payout} />
            </SideBlock>
          }
        >
          <BatchesOf payout={payout} />
        </ObjectFrame>
      )}
    </Detail>
  );
}

function BatchesOf({ payout }: { payout: Payout }) {
  const { client } = useHere();
  return (
    <PartList
      name={['payouts', payout.id, 'batches']}
      title={t(words.batchesOfPayout)}
      icon="bank"
      read={(cursor) => client.batches.list({ ...cursor, payoutId: payout.id })}
      id={({ id }) => id}
      href={({ id }) => `/batches/${id}`}
      empty={t(words.emptyBatches)}
      columns={[
        { title: words.batch, onPhone: 1, cell: ({ reference }) => reference },
        {
          title: words.net,
          isNumber: true,
          onPhone: 2,
          cell: ({ net, currency }) => <Amount minor={net} currency={currency} />,
        },
        {
          title: words.fees,
          isNumber: true,
          cell: ({ fees, currency }) => money(fees, currency),
        },
        {
          title: words.items,
          isNumber: true,
          onPhone: 3,
          cell: ({ itemCount }) => number(itemCount),
        },
        statusColumn(),
      ]}
    />
  );
}

function PayoutFacts({ payout }: { payout: Payout }) {
  return (
    <Facts
      facts={[
        [t(words.account), `•••• ${payout.last4}`],
        [t(words.sameDay), t(payout.isSameDay ? common.yes : common.no)],
        payout.traceNumber !== null && [t(words.trace), <Copy key="t" text={payout.traceNumber} />],
        payout.returnCode !== null && [t(words.returnCode), payout.returnCode],
        [t(common.created), <When key="c" at={payout.createdAt} />],
        payout.settledAt !== null && [t(words.settled), <When key="s" at={payout.settledAt} />],
        payout.returnedAt !== null && [t(words.returned), <When key="r" at={payout.returnedAt} />],
        [t(common.identifiers), <Copy key="i" text={payout.id} />],
      ]}
    />
  );
}
