import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'wouter';
import { answerOf, type Customer } from '../../../clients/typescript/src/index.ts';
import { useQueryOfAddress } from '../data/address.ts';
import { useHere } from '../data/business.tsx';
import { money, phone } from '../data/format.ts';
import { useLiveRefresh } from '../data/live.tsx';
import { languageName } from '../data/payer-languages.ts';
import { Button } from '../parts/button.tsx';
import { EditCustomerDialog, ForgetCustomerDialog } from '../parts/customer-dialogs.tsx';
import { customerName } from '../parts/customer-parts.tsx';
import {
  InvoicesOfCustomer,
  PaymentsOfCustomer,
  SubscriptionsOfCustomer,
} from '../parts/customer-tabs.tsx';
import { ObjectFrame } from '../parts/detail.tsx';
import { EventsOf } from '../parts/events-of.tsx';
import { Icon } from '../parts/icon.tsx';
import { later } from '../parts/later.tsx';
import { MergeCustomersDialog } from '../parts/merge-dialog.tsx';
import { MoreMenu } from '../parts/more-menu.tsx';
import { Sheet, Tabs } from '../parts/sheet.tsx';
import { Bones, Copy, Facts, Fault, Note, SideBlock, When } from '../parts/show.tsx';
import { TokenList } from '../parts/token-list.tsx';
import { common } from '../words/common.ts';
import { merging } from '../words/customer-merge.ts';
import { customers as words } from '../words/customers.ts';
import { t } from '../words/language.ts';
import { places as titles } from '../words/places.ts';

const messages = () => import('../parts/customer-messages.tsx');
const TextsOfCustomer = later(async () => (await messages()).TextsOfCustomer, <Bones />);
const MailsOfCustomer = later(async () => (await messages()).MailsOfCustomer, <Bones />);
const SaveSourceDialog = later(
  async () => (await import('../parts/save-source-dialog.tsx')).SaveSourceDialog,
);

const tabs = [
  { key: 'payments', text: t(titles.payments) },
  { key: 'saved', text: t(words.tokens) },
  { key: 'subscriptions', text: t(titles.subscriptions) },
  { key: 'invoices', text: t(words.invoices) },
  { key: 'texts', text: t(titles.texts) },
  { key: 'mails', text: t(titles.mails) },
  { key: 'events', text: t(titles.events) },
];

/** All that belongs to one customer. */
export default function CustomerHub() {
  const { customerId } = useParams<{ customerId: string }>();
  const { business, client, may } = useHere();
  const [{ part = 'payments' }, change] = useQueryOfAddress();
  const [asked, setAsked] = useState<'edit' | 'save' | 'merge' | 'forget'>();
  const found = useQuery({
    queryKey: [business.id, 'customers', customerId],
    queryFn: async () => {
      const customer = await client.customers.retrieve(customerId);
      return { customer, etag: answerOf(customer)?.etag };
    },
  });
  useLiveRefresh(['customer.', 'payment.'], () => void found.refetch());
  const crumb = { text: t(titles.customers), href: '/customers' };
  if (!found.data)
    return (
      <Sheet title={t(titles.customer)} crumb={crumb}>
        {found.error ? (
          <div className="pad">
            <Fault error={found.error} retry={() => void found.refetch()} />
          </div>
        ) : (
          <Bones />
        )}
      </Sheet>
    );
  const { customer, etag } = found.data;
  if (customer.mergedInto !== null) return <Pointer customer={customer} />;
  return (
    <Sheet
      title={customerName(customer)}
      crumb={crumb}
      actions={
        <>
          <Link className="btn" href={`/conversations?customer=${customer.id}`}>
            <Icon name="chat" />
            {t(words.conversation)}
          </Link>
          {may('charge') && (
            <Button look="main" onClick={() => setAsked('edit')}>
              {t(words.edit)}
            </Button>
          )}
          <MoreMenu
            items={[
              may('charge') && {
                text: t(words.saveSource),
                icon: 'card',
                onChoose: () => setAsked('save'),
              },
              may('administer') && {
                text: t(merging.merge),
                icon: 'people',
                onChoose: () => setAsked('merge'),
              },
              may('administer') && {
                text: t(words.forget),
                icon: 'x',
                onChoose: () => setAsked('forget'),
              },
            ]}
          />
        </>
      }
    >
      <ObjectFrame
        headline={customerName(customer)}
        state={customer.status !== 'active' && customer.status}
        sub={[
          customer.phone && (
            <span key="phone" className="digits">
              {phone(customer.phone)}
            </span>
          ),
          customer.email,
          cityOf(customer),
        ]}
        side={
          <>
            <Totals customerId={customer.id} />
            <ContactFacts customer={customer} />
          </>
        }
      >
        <Tabs tabs={tabs} current={part} onChoose={(key) => change({ part: key })} />
        {part === 'payments' && <PaymentsOfCustomer customerId={customer.id} />}
        {part === 'saved' && (
          <TokenList
            customerId={customer.id}
            onSave={may('charge') ? () => setAsked('save') : undefined}
          />
        )}
        {part === 'subscriptions' && <SubscriptionsOfCustomer customerId={customer.id} />}
        {part === 'invoices' && <InvoicesOfCustomer customerId={customer.id} />}
        {part === 'texts' && <TextsOfCustomer customerId={customer.id} />}
        {part === 'mails' && <MailsOfCustomer customerId={customer.id} />}
        {part === 'events' && <EventsOf objectId={customer.id} />}
      </ObjectFrame>
      {asked === 'edit' && (
        <EditCustomerDialog {...{ customer, etag }} onClose={() => setAsked(undefined)} />
      )}
      {asked === 'save' && (
        <SaveSourceDialog
          customer={customer}
          onSaved={() => {
            setAsked(undefined);
            change({ part: 'saved' });
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
      {asked === 'merge' && (
        <MergeCustomersDialog {...{ customer }} onClose={() => setAsked(undefined)} />
      )}
      {asked === 'forget' && (
        <ForgetCustomerDialog {...{ customer }} onClose={() => setAsked(undefined)} />
      )}
    </Sheet>
  );
}

/** One that was merged into another, which has all that was its own but what happened to it. */
function Pointer({ customer }: { customer: Customer }) {
  const { id, mergedInto } = customer;
  return (
    <Sheet
      title={customerName(customer)}
      crumb={{ text: t(titles.customers), href: '/customers' }}
      actions={
        <Link className="btn main" href={`/customers/${mergedInto}`}>
          {t(merging.open)}
        </Link>
      }
    >
      <ObjectFrame
        headline={customerName(customer)}
        sub={[customer.email]}
        side={<ContactFacts customer={customer} />}
      >
        <Note tone="still" title={t(merging.pointer(mergedInto!))} />
        <EventsOf objectId={id} />
      </ObjectFrame>
    </Sheet>
  );
}

function cityOf({ city, state, postalCode }: Customer): string {
  return [[city, state].filter(Boolean).join(', '), postalCode].filter(Boolean).join(' ');
}

/** Sums of the customer's invoices; with `expand` the answer has another version, so they are read apart. */
function Totals({ customerId }: { customerId: string }) {
  const { business, client } = useHere();
  const found = useQuery({
    queryKey: [business.id, 'customers', customerId, 'totals'],
    queryFn: async () => await client.customers.retrieve(customerId, { expand: ['totals'] }),
  });
  const totals = found.data?.totals ?? [];
  if (totals.length === 0) return <Fault error={found.error} />;
  return totals.map(({ currency, invoices, invoiced, paid, refunded, open }) => (
    <SideBlock key={currency} title={totals.length > 1 ? currency : t(common.money)}>
      <Facts
        facts={[
          [t(words.invoices), String(invoices)],
          [t(words.invoiced), money(invoiced, currency)],
          [t(words.paidSoFar), money(paid, currency), 'total'],
          refunded > 0 && [t(words.refunded), money(-refunded, currency)],
          [t(words.open), money(open, currency)],
        ]}
      />
    </SideBlock>
  ));
}

function ContactFacts({ customer }: { customer: Customer }) {
  const { address1, address2, country, further, language } = customer;
  const own = Object.entries(further).filter(([, value]) => value);
  return (
    <>
      <SideBlock title={t(words.contact)}>
        <Facts
          facts={[
            [t(common.phone), customer.phone && phone(customer.phone)],
            [t(common.email), customer.email],
            [t(words.address1), address1],
            [t(words.address2), address2],
            [t(words.city), cityOf(customer)],
            [t(words.country), country],
            [t(words.language), language ? languageName(language) : t(words.languageUnknown)],
          ]}
        />
      </SideBlock>
      <SideBlock title={t(common.identifiers)}>
        <Facts
          facts={[
            [t(titles.customer), <Copy key="id" text={customer.id} />],
            [
              t(words.externalId),
              customer.externalId && <Copy key="own" text={customer.externalId} />,
            ],
            [t(words.since), <When key="since" at={customer.createdAt} />],
            [t(words.changed), customer.updatedAt && <When key="at" at={customer.updatedAt} />],
          ]}
        />
      </SideBlock>
      {own.length > 0 && (
        <SideBlock title={t(words.further)}>
          <Facts facts={own.map(([name, value]) => [name, value] as const)} />
        </SideBlock>
      )}
    </>
  );
}
