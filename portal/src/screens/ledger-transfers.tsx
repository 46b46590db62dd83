import type {
  LedgerTransfer,
  LedgerTransfersListQuery,
} from '../../../clients/typescript/src/index.ts';
import { money } from '../data/format.ts';
import { ListScreen, type ListSpec } from '../parts/list-screen.tsx';
import { ledgerTabs, RouteTabs } from '../parts/route-tabs.tsx';
import { transferColumns } from '../parts/transfer-parts.tsx';
import { t } from '../words/language.ts';
import { ledger as words } from '../words/ledger.ts';
import { places as titles } from '../words/places.ts';

const spec: ListSpec<LedgerTransfer, LedgerTransfersListQuery> = {
  name: 'ledgerTransfers',
  title: titles.ledger,
  icon: 'book',
  read: (client, query) => client.ledgerTransfers.list(query),
  id: ({ id }) => id,
  label: ({ amount, currency }) => `${t(words.transfer)} ${money(amount, currency)}`,
  href: ({ id }) => `/ledger/transfers/${id}`,
  search: words.search,
  live: ['payment.', 'batch.', 'dispute.', 'deposit.'],
  columns: transferColumns,
  filters: [
    { kind: 'text', title: words.account, name: 'account' },
    { kind: 'text', title: words.payment, name: 'paymentId' },
    { kind: 'text', title: words.batch, name: 'batchId' },
    { kind: 'text', title: words.dispute, name: 'disputeId' },
    { kind: 'days', title: words.written, from: 'madeFrom', to: 'madeTo' },
  ],
  empty: { title: words.empty, text: words.emptyText },
};

export default function LedgerTransfers() {
  return <ListScreen spec={spec} tabs={<RouteTabs tabs={ledgerTabs} />} />;
}
