import { useQuery } from '@tanstack/react-query';
import { useParams } from 'wouter';
import type { InboxItem } from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { Detail } from '../parts/detail.tsx';
import { Card, Copy, Facts, SideBlock, When } from '../parts/show.tsx';
import { t } from '../words/language.ts';
import { places as titles } from '../words/places.ts';
import { sandbox as words } from '../words/sandbox.ts';

/** A text or mail as it arrived. Of a mail its text is shown: the policy of the portal lets no foreign page in. */
export default function InboxItemScreen() {
  const { client, business } = useHere();
  const { itemId = '' } = useParams();
  const found = useQuery({
    queryKey: [business.id, 'inbox', itemId],
    queryFn: async () => await client.sandbox.inboxItem(itemId),
  });
  return (
    <Detail
      found={found}
      title={t(titles.inbox)}
      titleOf={titleOf}
      crumb={{ text: t(titles.inbox), href: '/inbox' }}
    >
      {(item) => <Item item={item} />}
    </Detail>
  );
}

const titleOf = ({ subject, channel, recipient }: InboxItem) =>
  subject ?? t(words.arrived(t(words[channel]), recipient));

function Item({ item }: { item: InboxItem }) {
  const links = [...new Set(item.body.match(/https?:\/\/[^\s<>"]+/g))];
  return (
    <div className="split wide">
      <div className="pad">
        <Card title={titleOf(item)}>
          <div className="in letter">{item.body}</div>
        </Card>
      </div>
      <aside>
        <SideBlock title={t(words[item.channel])}>
          <Facts
            facts={[
              [t(words.recipient), item.recipient],
              [t(words.sender), item.sender],
              [t(words.received), <When key="at" at={item.receivedAt} />],
              [t(words.attachments), item.attachments.join(', ')],
              [t(words.reference), <Copy key="reference" text={item.reference} />],
            ]}
          />
        </SideBlock>
        {links.length > 0 && (
          <SideBlock title={t(words.links)}>
            {links.map((link) => (
              <p key={link} className="cut">
                <a href={link} target="_blank" rel="noreferrer">
                  {link}
                </a>
              </p>
            ))}
          </SideBlock>
        )}
      </aside>
    </div>
  );
}
