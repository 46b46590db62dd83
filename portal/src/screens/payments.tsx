import { useState } from 'react';
import type { Payment, PaymentsListQuery } from '../../../clients/typescript/src/index.ts';
import { useQueryOfAddress } from '../data/address.ts';
import { useHere } from '../data/business.tsx';
import { brandName, money } from '../data/format.ts';
import { filtersOf, readableOf } from '../data/list-address.ts';
import { takenOf } from '../data/taken.ts';
import { Button } from '../parts/button.tsx';
import { amountColumn, createdColumn } from '../parts/columns.tsx';
import { ExportButton } from '../parts/export-button.tsx';
import { type Column, ListScreen, type ListSpec } from '../parts/list-screen.tsx';
import { useNewPayment } from '../parts/new-payment.tsx';
import { hasReceipt, PaymentState, payerName } from '../parts/payment-parts.tsx';
import { ReceiptsDialog } from '../parts/receipts-dialog.tsx';
import { Id, Method } from '../parts/show.tsx';
import { common } from '../words/common.ts';
import { inWords, type Text, t } from '../words/language.ts';
import { payments as words } from '../words/payments.ts';
import { places as titles } from '../words/places.ts';
import { receipts } from '../words/receipts.ts';
import { declines } from '../words/refusals.ts';

const states = [
  'processing',
  'unknown',
  'authorized',
  'capturing',
  'captured',
  'settled',
  'declined',
  'voiding',
  'voided',
  'canceled',
  'expired',
  'queued',
  'originated',
  'available',
  'returned',
] as const;

/** An identifier that a person may choose as a column. */
const extra = (title: Text, id: (payment: Payment) => string | null | undefined) =>
  ({
    title,
    isExtra: true,
    cell: (payment) => <Id text={id(payment) ?? ''} />,
  }) satisfies Column<Payment>;

export const paymentList: ListSpec<Payment, PaymentsListQuery> = {
  name: 'payments',
  title: titles.payments,
  icon: 'card',
  read: (client, query) => client.payments.list({ ...query, expand: ['customer'] }),
  id: ({ id }) => id,
  label: (one) => t(words.labelOf(money(one.amount, one.currency), payerName(one))),
  href: ({ id }) => `/payments/${id}`,
  api: ({ id }) => `/v1/payments/${id}`,
  search: words.search,
  live: ['payment.', 'dispute.'],
  columns: [
    amountColumn(),
    { title: common.status, onPhone: 4, cell: (one) => <PaymentState payment={one} /> },
    { title: common.customer, onPhone: 1, cell: payerName },
    {
      title: common.method,
      onPhone: 3,
      cell: (one) => (
        <span className="soft">
          <Method {...one} />
        </span>
      ),
    },
    {
      title: common.order,
      cell: ({ orderNumber }) => <Id text={orderNumber} head={6} />,
    },
    {
      title: common.description,
      stretches: true,
      // The message to callers about an unknown outcome is no description.
      cell: ({ description, status, decline }) =>
        [description, status === 'declined' && decline && inWords(decline, declines)]
          .filter(Boolean)
          .join(' · '),
    },
    createdColumn(),
    extra(words.paymentId, ({ id }) => id),
    extra(words.externalId, ({ externalId }) => externalId),
    extra(words.receipt, ({ receiptNumber }) => receiptNumber),
    extra(common.email, ({ customer }) => customer?.email),
    extra(words.approval, ({ authorizationCode }) => authorizationCode),
    extra(words.processor, ({ processor }) => processor),
    extra(words.batch, ({ batchId }) => batchId),
  ],
  filters: [
    { kind: 'days', title: common.created, from: 'createdFrom', to: 'createdTo' },
    { kind: 'states', title: common.status, name: 'status', values: states },
    { kind: 'amount', title: common.amount, from: 'amountFrom', to: 'amountTo' },
    {
      kind: 'word',
      title: common.method,
      name: 'method',
      values: [
        ['card', common.card],
        ['bank', common.bank],
      ],
    },
    {
      kind: 'word',
      title: words.brand,
      name: 'brand',
      values: ['visa', 'mastercard', 'amex', 'discover', 'jcb', 'diners', 'unionpay'].map(
        (brand) => {
          const name = brandName(brand);
          return [brand, [name, name]] as const;
        },
      ),
    },
    { kind: 'text', title: words.last4, name: 'last4' },
    { kind: 'text', title: common.order, name: 'orderNumber' },
    { kind: 'text', title: words.customerId, name: 'customerId' },
    { kind: 'text', title: words.token, name: 'token' },
    { kind: 'text', title: words.processor, name: 'processor' },
    { kind: 'text', title: words.batch, name: 'batchId' },
    {
      kind: 'word',
      title: common.currency,
      name: 'currency',
      values: [
        ['USD', ['USD', 'USD']],
        ['CAD', ['CAD', 'CAD']],
      ],
    },
    {
      kind: 'word',
      title: words.test,
      name: 'isTest',
      values: [
        ['true', common.yes],
        ['false', common.no],
      ],
    },
  ],
  views: [
    { title: words.attention, query: { status: 'unknown' } },
    { title: words.declinedOnes, query: { status: 'declined' } },
    { title: words.bankMoving, query: { method: 'bank', status: 'queued,originated' } },
    { title: words.large, query: { amountFrom: '100000' } },
  ],
  empty: { title: words.empty, text: words.emptyText },
};

export default function Payments() {
  const newPayment = useNewPayment();
  return (
    <ListScreen
      spec={paymentList}
      bulk={(rows) => <Chosen rows={rows} />}
      actions={newPayment}
      start={newPayment}
    />
  );
}

/** The sum of the chosen payments by currency, their CSV, and their receipts once more. */
function Chosen({ rows }: { rows: readonly Payment[] }) {
  const { may } = useHere();
  const [query] = useQueryOfAddress();
  const [sent, setSent] = useState<readonly Payment[]>();
  const sums = Object.entries(takenOf(rows)).map(([currency, sum]) => money(sum, currency));
  const moments = rows.map(({ createdAt }) => createdAt).toSorted();
  const end = new Date(Date.parse(moments.at(-1)!) + 1).toISOString();
  const readable = readableOf(paymentList.filters ?? [], query).query;
  const { after: _, before: __, ...filters } = filtersOf(readable);
  return (
    <>
      <span className="soft digits">{t(words.taken(sums.join(' + ')))}</span>
      <span className="rule" />
      <ExportButton
        spec={paymentList}
        query={{ ...filters, createdFrom: moments[0]!, createdTo: end }}
        only={new Set(rows.map(({ id }) => id))}
      />
      {(may('charge') || may('refund')) && (
        <Button
          small
          look="plain"
          icon="mail"
          because={rows.some(hasReceipt) ? undefined : t(receipts.none)}
          onClick={() => setSent(rows)}
        >
          {t(receipts.resend)}
        </Button>
      )}
      {sent && <ReceiptsDialog payments={sent} onClose={() => setSent(undefined)} />}
    </>
  );
}
