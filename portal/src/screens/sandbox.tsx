import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import type { TestCard } from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { number } from '../data/format.ts';
import { BankScripts } from '../parts/bank-scripts.tsx';
import { Icon } from '../parts/icon.tsx';
import { channelIcons } from '../parts/inbox-parts.ts';
import { Sheet } from '../parts/sheet.tsx';
import { Copy, Fault, SideBlock, When } from '../parts/show.tsx';
import { TimeMachine } from '../parts/time-machine.tsx';
import { bankBehaviours } from '../words/bank-behaviours.ts';
import { language, t } from '../words/language.ts';
import { places as titles } from '../words/places.ts';
import { sandbox as words } from '../words/sandbox.ts';

/** Time machine, simulated bank, test cards and what arrived: what a sandbox has and no live business. */
export default function Sandbox() {
  return (
    <Sheet
      title={t(titles.sandbox)}
      actions={
        <Link className="btn" href="/inbox">
          <Icon name="inbox" />
          {t(words.inbox)}
        </Link>
      }
    >
      <div className="split even">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by the keyboard */}
        <div tabIndex={0} role="group" aria-label={t(words.clock)}>
          <TimeMachine />
        </div>
        <div className="sunk">
          <BankScripts />
          <TestCards />
          <Arrived />
        </div>
      </div>
    </Sheet>
  );
}

/** The behaviour of the bank with a card. The service says it in English. */
function told({ does, says }: Pick<TestCard, 'does' | 'says'>): string {
  return language === 'es' ? t(bankBehaviours[does]) : says;
}

/** One card for each thing that the bank does; all of them on demand. */
function TestCards() {
  const { client } = useHere();
  const [isWhole, setWhole] = useState(false);
  const found = useQuery({
    queryKey: ['test cards'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => await client.sandbox.cards(),
  });
  const cards = found.data?.data ?? [];
  const seen = new Set<string>();
  const different = cards.filter(({ says }) => !seen.has(says) && seen.add(says)).slice(0, 12);
  const spaced = (digits: string) => digits.replaceAll(/(\d{4})(?=\d)/g, '$1 ');
  return (
    <SideBlock
      title={t(words.cards)}
      link={
        cards.length > 0 && (
          <button type="button" className="link small" onClick={() => setWhole(!isWhole)}>
            {t(isWhole ? words.fewCards : words.allCards(number(cards.length)))}
          </button>
        )
      }
    >
      <Fault error={found.error} />
      <table className="table plain tries">
        <caption className="unseen">{t(words.cards)}</caption>
        <tbody>
          {(isWhole ? cards : different).map(({ number: digits, brand, ...card }) => (
            <tr key={digits}>
              <td className="nowrap">
                <Copy text={spaced(digits)} />
              </td>
              <td className="soft">{brand}</td>
              <td className="soft stretch" title={told(card)}>
                {told(card)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </SideBlock>
  );
}

/** The newest of what phones and mailboxes of payers received. */
function Arrived() {
  const { client, business } = useHere();
  const found = useQuery({
    queryKey: [business.id, 'inbox', 'newest'],
    queryFn: async () => await client.sandbox.inbox({ limit: 5 }),
  });
  return (
    <SideBlock
      title={t(words.inbox)}
      link={
        <Link className="small" href="/inbox">
          {t(words.open)}
        </Link>
      }
    >
      <Fault error={found.error} />
      <ul className="mailbox">
        {found.data?.data.map(({ id, channel, subject, body, recipient, receivedAt }) => (
          <li key={id}>
            <Icon name={channelIcons[channel]} />
            <Link className="cut" href={`/inbox/${id}`}>
              {subject ?? body} <span className="soft">{recipient}</span>
            </Link>
            <span className="soft small">
              <When at={receivedAt} />
            </span>
          </li>
        ))}
      </ul>
    </SideBlock>
  );
}
