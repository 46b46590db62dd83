import { useState } from 'react';
import type { Invoice, InvoicesListQuery } from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { useChange } from '../data/change.tsx';
import { money } from '../data/format.ts';
import { Button } from '../parts/button.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { customerName } from '../parts/customer-parts.tsx';
import { invoiceColumns, SellTabs } from '../parts/invoice-parts.tsx';
import { type Column, ListScreen, type ListSpec } from '../parts/list-screen.tsx';
import { Note } from '../parts/show.tsx';
import { common } from '../words/common.ts';
import { invoices as words } from '../words/invoices.ts';
import { t } from '../words/language.ts';

const states = [
  'open',
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
      one.status === 'open' && (
        <Button small look="plain" onClick={() => setLeaving(one)}>
          {t(words.void)}
        </Button>
      ),
  };
  const shown = may('charge') ? { ...spec, columns: [...spec.columns, action] } : spec;
  return (
    <>
      <ListScreen spec={shown} tabs={<SellTabs />} />
      {leaving && <VoidDialog invoice={leaving} onClose={() => setLeaving(undefined)} />}
    </>
  );
}

function VoidDialog({ invoice, onClose }: { invoice: Invoice; onClose(): void }) {
  const { client } = useHere();
  const leave = useChange((_: undefined, options) => client.invoices.void(invoice.id, options), {
    done: () => ({ text: t(words.voided) }),
    after: onClose,
  });
  const verb = t(words.voidOf(money(invoice.amount, invoice.currency)));
  return (
    <Confirm
      title={`${verb}?`}
      verb={verb}
      isGrave
      change={leave}
      onConfirm={() => leave.mutate(undefined)}
      onClose={onClose}
    >
      <p>{t(words.voidText)}</p>
      {invoice.subscriptionId !== null && <Note tone="wait" title={t(words.voidPeriod)} />}
    </Confirm>
  );
}
