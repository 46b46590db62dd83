import { useState } from 'react';
import type { Batch, BatchesListQuery } from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { useChange } from '../data/change.tsx';
import { money, number } from '../data/format.ts';
import { Button } from '../parts/button.tsx';
import { createdColumn, statusColumn } from '../parts/columns.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { ListScreen, type ListSpec } from '../parts/list-screen.tsx';
import { oneState } from '../parts/one-state.ts';
import { bookTabs, RouteTabs } from '../parts/route-tabs.tsx';
import { Amount } from '../parts/show.tsx';
import { books as words } from '../words/books.ts';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';
import { places as titles } from '../words/places.ts';

const spec: ListSpec<Batch, BatchesListQuery> = {
  name: 'batches',
  title: titles.batches,
  icon: 'bank',
  read: (client, query) => client.batches.list(query),
  id: ({ id }) => id,
  label: ({ reference }) => `${t(words.batch)} ${reference}`,
  href: ({ id }) => `/batches/${id}`,
  api: ({ id }) => `/v1/batches/${id}`,
  search: words.searchBatches,
  live: ['batch.'],
  columns: [
    {
      title: words.net,
      isNumber: true,
      onPhone: 2,
      cell: ({ net, currency }) => <Amount minor={net} currency={currency} />,
    },
    statusColumn(),
    { title: words.reference, onPhone: 1, cell: ({ reference }) => reference },
    {
      title: words.items,
      isNumber: true,
      onPhone: 3,
      cell: ({ itemCount }) => number(itemCount),
    },
    {
      title: words.fees,
      isNumber: true,
      cell: ({ fees, currency }) => fees !== 0 && money(fees, currency),
    },
    { title: words.processor, stretches: true, cell: ({ processor }) => processor },
    createdColumn(),
  ],
  filters: [
    oneState(['closing', 'unknown', 'closed', 'mismatch', 'reconciled', 'funded']),
    { kind: 'days', title: common.created, from: 'createdFrom', to: 'createdTo' },
    { kind: 'text', title: words.processor, name: 'processor' },
    { kind: 'text', title: words.payout, name: 'payoutId' },
  ],
  empty: { title: words.emptyBatches, text: words.emptyBatchesText },
};

export default function Batches() {
  const { may } = useHere();
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <ListScreen
        spec={spec}
        tabs={<RouteTabs tabs={bookTabs} />}
        actions={
          may('administer') && (
            <Button look="main" onClick={() => setAsked(true)}>
              {t(words.closeNow)}
            </Button>
          )
        }
      />
      {isAsked && <CloseNow onClose={() => setAsked(false)} />}
    </>
  );
}

function CloseNow({ onClose }: { onClose(): void }) {
  const { client } = useHere();
  const change = useChange((_: undefined, options) => client.batches.close({}, options), {
    done: ({ data }) => {
      const [only] = data;
      const href = data.length === 1 && only ? { href: `/batches/${only.id}` } : {};
      return { text: t(words.didClose(data.length)), ...href };
    },
    after: onClose,
  });
  return (
    <Confirm
      title={t(words.closeTitle)}
      verb={t(words.closeVerb)}
      change={change}
      onConfirm={() => change.mutate(undefined)}
      onClose={onClose}
    >
      <p>{t(words.closeText)}</p>
      <p className="soft">{t(words.closeText2)}</p>
    </Confirm>
  );
}
