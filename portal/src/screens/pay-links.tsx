import { useState } from 'react';
import type { PayLink, PayLinksListQuery } from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { money } from '../data/format.ts';
import { useKeys } from '../data/keys.ts';
import { Button } from '../parts/button.tsx';
import { amountColumn, createdColumn, statusColumn, timeColumn } from '../parts/columns.tsx';
import { customerName } from '../parts/customer-parts.tsx';
import { dueColumn } from '../parts/due-day.tsx';
import { SellTabs } from '../parts/invoice-parts.tsx';
import { later } from '../parts/later.tsx';
import { type Column, ListScreen, type ListSpec } from '../parts/list-screen.tsx';
import { PayLinkActions } from '../parts/pay-link-actions.tsx';
import { isToBePaid, RemindDialog } from '../parts/remind-dialog.tsx';
import { common } from '../words/common.ts';
import { due } from '../words/due.ts';
import { invoices as words } from '../words/invoices.ts';
import { t } from '../words/language.ts';
import { payLinkFiles } from '../words/pay-link-files.ts';

const PayLinkDialog = later(
  async () => (await import('../parts/pay-link-dialog.tsx')).PayLinkDialog,
);

const ManyDialog = later(async () => (await import('../parts/many-dialog.tsx')).ManyDialog);

const spec: ListSpec<PayLink, PayLinksListQuery> = {
  name: 'pay-links',
  title: words.payLinks,
  icon: 'link',
  read: (client, query) => client.payLinks.list({ ...query, expand: ['customer'] }),
  id: ({ id }) => id,
  href: ({ invoiceId }) => `/invoices/${invoiceId}`,
  label: (one) => t(words.labelOf(one.invoiceNumber, money(one.amount, one.currency))),
  api: ({ id }) => `/v1/pay-links/${id}`,
  search: words.searchLinks,
  live: ['payment.', 'message.', 'conversation.'],
  polls: true,
  columns: [
    amountColumn(),
    statusColumn(),
    dueColumn(),
    { title: common.customer, onPhone: 1, cell: ({ customer }) => customerName(customer) },
    {
      title: common.order,
      stretches: true,
      cell: ({ orderNumber }) => orderNumber,
    },
    timeColumn(words.opened, ({ openedAt }) => openedAt),
    { ...timeColumn(words.expires, ({ expiresAt }) => expiresAt), isExtra: true },
    createdColumn(),
  ],
  filters: [
    {
      kind: 'word',
      title: words.ended,
      name: 'state',
      values: [
        ['open', words.stateOpen],
        ['expired', words.stateExpired],
        ['revoked', words.stateRevoked],
      ],
    },
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
    { kind: 'text', title: common.order, name: 'orderNumber' },
  ],
  empty: { title: words.noLinks, text: words.noLinksText },
};

const action: Column<PayLink> = {
  title: words.do,
  isNumber: true,
  onPhone: 3,
  cell: (link) => <PayLinkActions link={link} />,
};

/** The payers of the chosen links are reminded of them. */
function Chosen({ links }: { links: readonly PayLink[] }) {
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <Button
        small
        look="plain"
        icon="send"
        because={links.some(isToBePaid) ? undefined : t(due.none)}
        onClick={() => setAsked(true)}
      >
        {t(due.remind)}
      </Button>
      {isAsked && <RemindDialog links={links} onClose={() => setAsked(false)} />}
    </>
  );
}

export default function PayLinks() {
  const { may } = useHere();
  const [asked, setAsked] = useState<'one' | 'many'>();
  const mayMake = may('charge');
  useKeys(mayMake ? { N: () => setAsked('one') } : {});
  return (
    <>
      <ListScreen
        spec={mayMake ? { ...spec, columns: [...spec.columns, action] } : spec}
        tabs={<SellTabs />}
        {...(mayMake && { bulk: (rows: readonly PayLink[]) => <Chosen links={rows} /> })}
        actions={
          mayMake && (
            <>
              <span className="desk-only">
                <Button icon="file" onClick={() => setAsked('many')}>
                  {t(payLinkFiles.many)}
                </Button>
              </span>
              <Button look="main" icon="plus" hotkey="N" onClick={() => setAsked('one')}>
                {t(words.newPayLink)}
              </Button>
            </>
          )
        }
      />
      {asked === 'one' && <PayLinkDialog onClose={() => setAsked(undefined)} />}
      {asked === 'many' && <ManyDialog onClose={() => setAsked(undefined)} />}
    </>
  );
}
