import { useState } from 'react';
import type { Invoice, InvoicesListQuery } from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { money } from '../data/format.ts';
import { Button } from '../parts/button.tsx';
import { customerName } from '../parts/customer-parts.tsx';
import {
  canBeVoided,
  invoiceColumns,
  SellTabs,
  VoidInvoiceDialog,
} from '../parts/invoice-parts.tsx';
import { type Column, ListScreen, type ListSpec } from '../parts/list-screen.tsx';
import { common } from '../words/common.ts';
import { due } from '../words/due.ts';
import { invoices as words } from '../words/invoices.ts';
import { t } from '../words/language.ts';

const states = [
  'open',
  'partially_paid',
  'paying',
  'reserved',
  'paid',
  'returned',
  'canceled',
  'expired',
  'void',
] as const;

const [amount, status, ...others] = invoiceColumns;

const spec: ListSpec<Invoice, InvoicesListQuery> = {
  name: 'invoices',
  title: words.invoices,
  icon: 'bill',
  read: (client, query) => client.invoices.list({ ...query, expand: ['customer'] }),
  id: ({ id }) => id,
  href: ({ id }) => `/invoices/${id}`,
  label: (one) => t(words.labelOf(one.number, money(one.amount, one.currency))),
  api: ({ id }) => `/v1/invoices/${id}`,
  search: words.search,
  live: ['payment.'],
  polls: true,
  columns: [
    amount!,
    status!,
    { title: common.customer, onPhone: 1, cell: ({ customer }) => customerName(customer) },
    ...others,
  ],
  filters: [
    { kind: 'states', title: common.status, name: 'status', values: states },
    {
      kind: 'word',
      title: due.due,
      name: 'overdue',
      values: [
        ['true', due.yes],
        ['false', due.no],
      ],
    },
    { kind: 'days', title: common.created, from: 'createdFrom', to: 'createdTo' },
    { kind: 'amount', title: common.amount, from: 'amountFrom', to: 'amountTo' },
    { kind: 'text', title: common.order, name: 'orderNumber' },
  ],
  empty: { title: words.empty, text: words.emptyText },
};

export default function Invoices() {
  const { may } = useHere();
  const [leaving, setLeaving] = useState<Invoice>();
  const action: Column<Invoice> = {
    title: words.do,
    isNumber: true,
    cell: (one) =>
      canBeVoided(one) && (
        <Button small look="plain" onClick={() => setLeaving(one)}>
          {t(words.void)}
        </Button>
      ),
  };
  const shown = may('charge') ? { ...spec, columns: [...spec.columns, action] } : spec;
  return (
    <>
      <ListScreen spec={shown} tabs={<SellTabs />} />
      {leaving && <VoidInvoiceDialog invoice={leaving} onClose={() => setLeaving(undefined)} />}
    </>
  );
}
