import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { Conversation, Customer, User } from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { money, phone } from '../data/format.ts';
import { hourWord, timeIn, useOutlook, zoneOf } from '../data/outlook.ts';
import { common } from '../words/common.ts';
import { conversations as words } from '../words/conversations.ts';
import { customers } from '../words/customers.ts';
import { t } from '../words/language.ts';
import { places as titles } from '../words/places.ts';
import { Amount, Copy, Facts, SideBlock, State, When } from './show.tsx';
import { expiryOf, tokenName } from './token-list.tsx';

type Props = { conversation: Conversation | undefined; customer: Customer | undefined };

/** Right: who it is, what was agreed to, what was paid. */
export function ConversationFacts({ conversation, customer }: Props) {
  return (
    <aside aria-label={t(common.details)}>
      {customer && <CustomerFacts customer={customer} />}
      {conversation?.assignee && <Assigned to={conversation.assignee} />}
      {conversation && <TextFacts conversation={conversation} />}
      {customer && <Paid customerId={customer.id} />}
      {customer && <Saved customerId={customer.id} />}
    </aside>
  );
}

function Assigned({ to: { name, status } }: { to: User }) {
  const isDisabled = status === 'disabled';
  return (
    <SideBlock title={t(words.colleagues)}>
      <Facts
        facts={[[t(words.assignedTo), isDisabled ? `${name}, ${t(words.isDisabled)}` : name]]}
      />
    </SideBlock>
  );
}

function TextFacts({ conversation }: { conversation: Conversation }) {
  const { now } = useHere();
  const outlook = useOutlook(conversation.phone);
  const { heardAt, createdAt, ownNumber } = conversation;
  const consent = outlook?.consent ?? conversation.consent;
  return (
    <SideBlock title={t(words.texts)}>
      <Facts
        facts={[
          [
            t(words.consent),
            consent === 'none' ? t(words.nothingSaid) : <State key="consent" state={consent} />,
          ],
          ...(outlook
            ? ([
                [t(words.since), outlook.consentAt && <When key="since" at={outlook.consentAt} />],
                [t(words.how), outlook.consentReason],
                [t(words.timeThere), timeIn(zoneOf(outlook), now())],
                [
                  t(words.hoursThere),
                  t(words.fromTo(hourWord(outlook.opensAt), hourWord(outlook.closesAt))),
                ],
                [t(words.leftToday), outlook.leftToday?.toString()],
              ] as const)
            : []),
          [t(words.heard), heardAt && <When key="heard" at={heardAt} />],
          [t(words.began), <When key="began" at={createdAt} />],
          [t(words.from), phone(ownNumber)],
        ]}
      />
    </SideBlock>
  );
}

function CustomerFacts({ customer }: { customer: Customer }) {
  const { id, externalId, city, state, email, totals = [] } = customer;
  return (
    <SideBlock
      title={t(common.customer)}
      link={
        <Link className="small" href={`/customers/${id}`}>
          {t(common.open)}
        </Link>
      }
    >
      <Facts
        facts={[
          [t(common.identifiers), <Copy key="id" text={externalId ?? id} />],
          [t(common.email), email],
          [t(customers.city), [city, state].filter(Boolean).join(', ')],
          ...totals.flatMap(({ currency, paid, open }) => [
            [t(customers.paidSoFar), money(paid, currency)] as const,
            [t(customers.open), money(open, currency)] as const,
          ]),
        ]}
      />
    </SideBlock>
  );
}

function Paid({ customerId }: { customerId: string }) {
  const { business, client } = useHere();
  const { data } = useQuery({
    queryKey: [business.id, 'payments', 'latest of customer', customerId],
    queryFn: async () => await client.payments.list({ customerId, limit: 3 }),
  });
  if (!data || data.data.length === 0) return null;
  return (
    <SideBlock title={t(titles.payments)}>
      <ul className="stack">
        {data.data.map(({ id, amount, currency, status, createdAt, orderNumber }) => (
          <li key={id} className="row wide">
            <span>
              <Link href={`/payments/${id}`}>
                <Amount minor={amount} currency={currency} />
              </Link>
              <br />
              <span className="soft small">
                <When at={createdAt} /> · {orderNumber}
              </span>
            </span>
            <State state={status} />
          </li>
        ))}
      </ul>
    </SideBlock>
  );
}

function Saved({ customerId }: { customerId: string }) {
  const { business, client } = useHere();
  const { data } = useQuery({
    queryKey: [business.id, 'tokens', 'of customer', customerId],
    queryFn: async () => await client.tokens.list({ customerId, status: 'active', limit: 5 }),
  });
  if (!data || data.data.length === 0) return null;
  return (
    <SideBlock title={t(words.saved)}>
      {data.data.map((one) => (
        <p key={one.token} className="digits">
          {[tokenName(one), expiryOf(one)].filter(Boolean).join(', ')}
        </p>
      ))}
    </SideBlock>
  );
}
