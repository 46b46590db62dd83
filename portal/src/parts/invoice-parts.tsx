import { Link, useLocation } from 'wouter';
import type { Invoice } from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { useChange } from '../data/change.tsx';
import { money } from '../data/format.ts';
import { common } from '../words/common.ts';
import { due } from '../words/due.ts';
import { invoices as words } from '../words/invoices.ts';
import { t } from '../words/language.ts';
import { parts } from '../words/parts.ts';
import { places as titles } from '../words/places.ts';
import { amountColumn, createdColumn } from './columns.tsx';
import { Confirm } from './confirm.tsx';
import { DueDay } from './due-day.tsx';
import type { Column } from './list-screen.tsx';
import { OnlyRest } from './only-rest.tsx';
import { Note, State } from './show.tsx';

/** As every list of invoices shows them. */
export const invoiceColumns: readonly Column<Invoice>[] = [
  amountColumn(),
  {
    title: common.status,
    onPhone: 4,
    cell: ({ status, isOverdue, amountLeft, currency }) => (
      <>
        <State state={isOverdue ? 'overdue' : status} />
        {status === 'partially_paid' && (
          <span className="soft small"> {t(parts.leftOf(money(amountLeft, currency)))}</span>
        )}
      </>
    ),
  },
  {
    title: words.number,
    onPhone: 3,
    cell: ({ number }) => <span className="digits">{number}</span>,
  },
  {
    title: common.order,
    cell: ({ orderNumber }) => <span className="digits">{orderNumber}</span>,
  },
  { title: common.description, stretches: true, cell: ({ description }) => description },
  {
    title: due.due,
    isNumber: true,
    cell: ({ dueOn }) => <DueDay dueOn={dueOn} isOverdue={false} />,
  },
  createdColumn(),
];

/** True while something of it is left to pay. */
export function canBeVoided({ status }: Invoice): boolean {
  return status === 'open' || status === 'partially_paid';
}

/** Invoices and pay links are two lists of one thing: what is to be paid. */
export function SellTabs() {
  const [path] = useLocation();
  return (
    <nav className="tabs" aria-label={t(titles.invoices)}>
      {(
        [
          ['/invoices', words.invoices],
          ['/pay-links', words.payLinks],
        ] as const
      ).map(([href, text]) => (
        <Link key={href} href={href} aria-current={path === href ? 'true' : undefined}>
          {t(text)}
        </Link>
      ))}
    </nav>
  );
}

export function VoidInvoiceDialog({ invoice, onClose }: { invoice: Invoice; onClose(): void }) {
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
      <OnlyRest of={invoice} />
      {invoice.subscriptionId !== null && <Note tone="wait" title={t(words.voidPeriod)} />}
    </Confirm>
  );
}
