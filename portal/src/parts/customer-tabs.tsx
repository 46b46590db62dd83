import type { Payment } from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { common } from '../words/common.ts';
import { customers as words } from '../words/customers.ts';
import { inWords, t } from '../words/language.ts';
import { places as titles } from '../words/places.ts';
import { declines } from '../words/refusals.ts';
import { amountColumn, createdColumn } from './columns.tsx';
import { invoiceColumns } from './invoice-parts.tsx';
import type { Column } from './list-screen.tsx';
import { PartList } from './part-list.tsx';
import { PaymentState } from './payment-parts.tsx';
import { Method } from './show.tsx';
import { subscriptionColumns } from './subscription-parts.tsx';

type Props = { customerId: string };

const paymentColumns: readonly Column<Payment>[] = [
  amountColumn(undefined, 1),
  { title: common.status, onPhone: 2, cell: (one) => <PaymentState payment={one} /> },
  { title: common.method, onPhone: 3, cell: (one) => <Method {...one} /> },
  {
    title: common.order,
    cell: ({ orderNumber }) => <span className="digits">{orderNumber}</span>,
  },
  {
    title: common.description,
    stretches: true,
    cell: ({ description, decline }) =>
      [description, decline && inWords(decline, declines)].filter(Boolean).join(' · '),
  },
  createdColumn(4),
];

export function PaymentsOfCustomer({ customerId }: Props) {
  const { client } = useHere();
  return (
    <PartList
      name={['payments', 'of customer', customerId]}
      title={t(titles.payments)}
      icon="card"
      read={(cursor) => client.payments.list({ customerId, ...cursor })}
      id={({ id }) => id}
      href={({ id }) => `/payments/${id}`}
      columns={paymentColumns}
      empty={t(words.noPayments)}
    />
  );
}

export function SubscriptionsOfCustomer({ customerId }: Props) {
  const { client } = useHere();
  const [price, ...others] = subscriptionColumns;
  return (
    <PartList
      name={['subscriptions', 'of customer', customerId]}
      title={t(titles.subscriptions)}
      icon="repeat"
      read={(cursor) => client.subscriptions.list({ customerId, ...cursor })}
      id={({ id }) => id}
      href={({ id }) => `/subscriptions/${id}`}
      columns={[{ ...price!, onPhone: 1 }, ...others]}
      empty={t(words.noSubscriptions)}
    />
  );
}

export function InvoicesOfCustomer({ customerId }: Props) {
  const { client } = useHere();
  const [amount, ...others] = invoiceColumns;
  return (
    <PartList
      name={['invoices', 'of customer', customerId]}
      title={t(words.invoices)}
      icon="bill"
      read={(cursor) => client.invoices.list({ customerId, ...cursor })}
      id={({ id }) => id}
      href={({ id }) => `/invoices/${id}`}
      columns={[{ ...amount!, onPhone: 1 }, ...others]}
      empty={t(words.noInvoices)}
    />
  );
}
